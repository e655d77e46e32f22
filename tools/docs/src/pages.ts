import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { ERROR_TABLE } from '@questp/errors';
import { EVENT_TABLE, EVENT_VERSION } from '@questp/messages';

const GENERATED = '<!-- Made by tools/docs from the tables in the code; do not edit. -->';

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** docs/errors.md: every code with its status and meaning. */
export function errorsPage(): string {
  const rows = Object.entries(ERROR_TABLE).map(([code, { status, title }]) => [
    `<a id="${code}"></a>\`${code}\``,
    String(status),
    title,
  ]);
  return `${GENERATED}

# Errors

Every error answers as \`application/problem+json\` (RFC 9457): \`type\`, \`title\`, \`status\`, \`detail\`, \`instance\`, and our members \`code\`, \`requestId\` and, for invalid members, \`errors\` with \`pointer\` (RFC 6901), \`code\` and \`detail\` each. 429 and 503 carry \`Retry-After\`. Where waiting helps, \`availableAt\` says until when.

${table(['Code', 'Status', 'Meaning'], rows)}
`;
}

/** docs/events.md: every event type with its sender and meaning. */
export function eventsPage(): string {
  const rows = Object.entries(EVENT_TABLE).map(([type, { aggregate, from, meaning }]) => [
    `\`${type}\``,
    from,
    aggregate,
    meaning,
  ]);
  return `${GENERATED}

# Events

Stored in the JetStream stream \`EVENTS\` under \`events.<type>\` for 7 days, delivered at least once, applied once per consumer. Envelope: \`id\`, \`type\`, \`version\` (now ${EVENT_VERSION}), \`occurredAt\`, \`aggregateId\`, \`data\`; the type of \`data\` stands in \`libs/messages/src/events.ts\`. An event that cannot be applied is parked; \`node apps/<service>/dist/replay-events.js --help\` shows and replays parked ones.

${table(['Type', 'From', 'Ordered per', 'Meaning'], rows)}
`;
}

interface Variable {
  desc?: string;
  default?: string | number | boolean | string[];
  choices?: readonly unknown[];
}

/** docs/configuration.md: every variable of every service, from the specification the service itself parses. */
export async function configurationPage(): Promise<string> {
  const parts: string[] = [];
  for (const service of ['gateway', 'identity', 'quests-verify', 'notifier']) {
    const file = pathToFileURL(resolve(`apps/${service}/dist/platform/config.js`)).href;
    const { CONFIG_SPEC } = (await import(file)) as { CONFIG_SPEC: Record<string, Variable> };
    const rows = Object.entries(CONFIG_SPEC).map(([name, variable]) => [
      `\`${name}\``,
      variable.default === undefined ? 'required' : `\`${String(variable.default)}\``,
      `${variable.desc ?? ''}${variable.choices ? ` (${variable.choices.map(String).join(', ')})` : ''}`,
    ]);
    parts.push(`## ${service}\n\n${table(['Variable', 'Default', 'Meaning'], rows)}`);
  }
  return `${GENERATED}

# Configuration

Each service reads its variables once at start and refuses to start with a list of every missing or invalid one. Values of variables marked as secret are never printed.

${parts.join('\n\n')}
`;
}
