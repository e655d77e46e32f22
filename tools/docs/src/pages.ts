import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { EVENT_TABLE, EVENT_VERSION, fieldsOf } from '@questp/messages';

const GENERATED = '<!-- Made by tools/docs from the tables in the code; do not edit. -->';

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** docs/events.md: every event type with its sender and meaning. */
export function eventsPage(): string {
  const rows = Object.entries(EVENT_TABLE).map(([type, { aggregate, from, meaning, data }]) => [
    `\`${type}\``,
    from,
    aggregate,
    meaning,
    [...fieldsOf(data).keys()].map((name) => `\`${name}\``).join(', '),
  ]);
  return `${GENERATED}

# Events

Stored in the JetStream stream \`EVENTS\` under \`events.<type>\` for 7 days, delivered at least once, applied once per consumer. Envelope: \`id\`, \`type\`, \`version\` (now ${EVENT_VERSION}), \`occurredAt\`, \`aggregateId\`, \`data\`, whose class stands in \`libs/messages/src/events.ts\`. An event whose data does not fit it, or that cannot be applied, is parked; \`node apps/<service>/dist/replay-events.js --help\` shows and replays parked ones.

${table(['Type', 'From', 'Ordered per', 'Meaning', 'Members of `data`'], rows)}
`;
}

const CONFIG_FILES = {
  gateway: 'apps/gateway/dist/config.js',
  identity: 'apps/identity/dist/platform/config.js',
  'quests-verify': 'apps/quests-verify/dist/platform/config.js',
  notifier: 'apps/notifier/dist/platform/config.js',
};

interface Variable {
  desc?: string;
  default?: string | number | boolean | string[];
  choices?: readonly unknown[];
}

/** docs/configuration.md: every variable of every service, from the specification the service itself parses. */
export async function configurationPage(): Promise<string> {
  const parts: string[] = [];
  for (const [service, path] of Object.entries(CONFIG_FILES)) {
    const file = pathToFileURL(resolve(path)).href;
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
