import type { Permission } from '@questp/messages/access';
import { CONSOLE_NAMESPACE, STUDIO_NAMESPACE } from '@questp/messages/gateway';
import { CONTRACTS } from '@questp/messages/contracts';
import type { FactContract } from '@questp/messages/integrations';
import { fieldsOf, type Contract } from '@questp/messages/language';
import { EVENT_TABLE, EVENT_VERSION, LIMIT_KEYS, LIMITS, type LimitRow } from '@questp/messages/tables';
import { migrateVariables, type VariableRow } from '@questp/service-kit';
import { GENERATED, table } from './page.js';
import type { ServiceProgram } from './service-program.js';

const liveTo = (row: { audience?: readonly string[]; operators?: Permission }): string[] => [
  ...(row.audience ?? []).map((name) => `\`${name}\``),
  ...(row.operators === undefined ? [] : [`operators with \`${row.operators}\``]),
];

/** docs/reference/events.md: every event type with its sender and meaning. */
export function eventsPage(): string {
  const rows = Object.entries(EVENT_TABLE).map(([type, { aggregate, from, to, meaning, data, ...row }]) => [
    `\`${type}\``,
    from,
    to.join(', '),
    liveTo(row).join(', '),
    aggregate,
    meaning,
    [...fieldsOf(data).keys()].map((name) => `\`${name}\``).join(', '),
  ]);
  return `${GENERATED}

# Events

Stored in the JetStream stream \`EVENTS\` under \`events.<type>\` for 7 days, delivered at least once, applied once per consumer. Envelope: \`id\`, \`type\`, \`version\` (now ${EVENT_VERSION}), \`occurredAt\`, \`aggregateId\`, \`data\`, whose class \`libs/messages/src/tables/events\` names. An event whose data does not fit it, or that cannot be applied, is parked; \`node apps/<service>/bundle/main.js replay-events --help\` shows and replays parked ones.

Live events name their receivers in the subject, \`events.<type>.<user>.<project>\`. The broker copies them to the stream \`LIVE\`, kept for 25 hours, from which gateways send them to users and teams ([069](../decisions/069-the-broker-copies-live-events-to-a-stream.md)); of the submissions of a project \`submission.in_review\` and \`submission.reviewed\` are the changes of its review queue.

## How clients receive them

Streams (\`GET /v1/realtime/...\`, \`GET /v1/notifications/stream\`) are Server-Sent Events. Every event with an id has data. \`ready\` comes first and each hour again, with the data \`{}\`: everything up to its id was sent, so that a client that receives nothing else for a day can still resume by \`Last-Event-ID\`. Comments in between (\`: ping\`) keep the connection alive.

Sockets are the namespaces \`${STUDIO_NAMESPACE}\` and \`${CONSOLE_NAMESPACE}\` of socket.io, by WebSocket alone: connect with \`transports: ['websocket']\` and \`auth: { token }\`.

| Refused                                                                    | Where it is reported                                                                                        |
| -------------------------------------------------------------------------- | ------------------------------------------------------------------------------------------------------- |
| token, permission, origin of the page, places of the principal, namespace \`/\` | \`connect_error\`: the code is the \`message\`, the problem document the \`data\`                         |
| polling, the default first transport of socket.io-client                    | 400 with a problem document: \`context.responseText\` of the error, while \`connect_error\` is handled   |
| connections of an address or of the gateway, another version of Engine.IO  | 429, 503 or 400 with a problem document instead of the upgrade, of which browsers show the status alone |

A page may connect whose origin is one of \`CORS_ORIGINS\` or of the front-ends, or that of the address it connects to.

## All events

${table(['Type', 'From', 'To', 'Live to', 'Ordered per', 'Meaning', 'Members of `data`'], rows)}
`;
}

/** docs/reference/limits.md: every limit that is counted by caller. */
export function limitsPage(): string {
  const rows = Object.values<LimitRow>(LIMITS).map(({ service, what, by, max, per, above, shared }) => [
    service,
    what,
    by.join(' and '),
    `${typeof max === 'string' ? `\`${max}\`` : max}${per === undefined ? '' : ` per ${per}`}`,
    above,
    shared ?? '',
  ]);
  const keys = Object.entries(LIMIT_KEYS).map(([name, { means, isOwn }]) => [name, means, isOwn ? '' : 'yes']);
  return `${GENERATED}

# Limits

The limits that count by caller (\`libs/messages/src/tables/limits.ts\`). Limits that are variables have their defaults in [configuration.md](configuration.md). A limit counts by at least one key that other callers cannot use up, or says why it does not need one.

${table(['Service', 'Counted', 'By', 'Limit', 'Above it', 'Why strangers cannot use it up'], rows)}

## Keys

${table(['Key', 'Meaning', 'Others can use it up'], keys)}
`;
}

const isFact = (contract: Contract): contract is FactContract => 'reading' in contract;

/** docs/reference/facts.md: reads of third parties and their bounds. */
export function factsPage(): string {
  const rows = CONTRACTS.filter(isFact).map(({ subject, reading: { reads, within }, cost: { requests }, account }) => [
    `\`${subject.slice('integrations.facts.'.length)}\``,
    reads,
    within,
    account === undefined ? '' : 'yes',
    requests.usual === requests.most ? String(requests.most) : `${requests.usual} to ${requests.most}`,
  ]);
  return `${GENERATED}

# Facts

What integrations reads at third parties for checks and for the studio (\`libs/messages/src/integrations\`). A check that looks at a part of something refuses nothing because of the rest: what it does not find there is for a reviewer, or is checked again. An element of a list in a form that the API does not describe leaves the others readable; it matters only where it could be what is asked for.

${table(['Fact', 'Reads', 'Within', 'Linked account', 'Requests'], rows)}
`;
}

/** docs/reference/configuration.md: every variable of every service, as the service prints them. */
export function configurationPage(programs: readonly ServiceProgram[]): string {
  const parts = programs.map(({ service, variables }) => `## ${service}\n\n${variableTable(variables)}`);
  return `${GENERATED}

# Configuration

Each service reads its variables once at start and refuses to start with a list of every missing or invalid one. Values of variables marked as secret are never printed. \`node apps/<service>/bundle/main.js config\` prints the same as JSON.

${parts.join('\n\n')}

## The commands migrate and prepare-broker

Every service has them; they read these variables as well, which no service reads. \`migrate\` also reads the service's DATABASE_URL.

${variableTable(migrateVariables())}
`;
}

const variableTable = (variables: VariableRow[]): string =>
  table(
    ['Variable', 'Default', 'Secret', 'Meaning'],
    variables.map((variable) => [
      `\`${variable.name}\``,
      variable.default === null ? 'required' : `\`${variable.default}\``,
      variable.secret ? 'secret' : '',
      `${variable.meaning}${variable.choices ? ` (${variable.choices.map(String).join(', ')})` : ''}`,
    ]),
  );
