import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SERVICES } from '@questp/manifest';
import { EVENT_TABLE, EVENT_VERSION, fieldsOf } from '@questp/messages';
import type { VariableRow } from '@questp/service-kit';

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

Stored in the JetStream stream \`EVENTS\` under \`events.<type>\` for 7 days, delivered at least once, applied once per consumer. Envelope: \`id\`, \`type\`, \`version\` (now ${EVENT_VERSION}), \`occurredAt\`, \`aggregateId\`, \`data\`, whose class stands in \`libs/messages/src/events.ts\`. An event whose data does not fit it, or that cannot be applied, is parked; \`node apps/<service>/dist/main.js replay-events --help\` shows and replays parked ones.

${table(['Type', 'From', 'Ordered per', 'Meaning', 'Members of `data`'], rows)}
`;
}

/** docs/configuration.md: every variable of every service, as the service itself tells them. */
export async function configurationPage(): Promise<string> {
  const parts = await Promise.all(
    SERVICES.map(async ({ name }) => {
      const rows = (await configOf(name)).map((variable) => [
        `\`${variable.name}\``,
        variable.default === null ? 'required' : `\`${variable.default}\``,
        variable.secret ? 'secret' : '',
        `${variable.meaning}${variable.choices ? ` (${variable.choices.map(String).join(', ')})` : ''}`,
      ]);
      return `## ${name}\n\n${table(['Variable', 'Default', 'Secret', 'Meaning'], rows)}`;
    }),
  );
  return `${GENERATED}

# Configuration

Each service reads its variables once at start and refuses to start with a list of every missing or invalid one. Values of variables marked as secret are never printed. \`node apps/<service>/dist/main.js config\` prints the same as JSON.

${parts.join('\n\n')}
`;
}

/** What the service prints for the command `config`. */
async function configOf(service: string): Promise<VariableRow[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [`apps/${service}/dist/main.js`, 'config']);
  return JSON.parse(stdout) as VariableRow[];
}
