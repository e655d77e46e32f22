import { acknowledgements, BROKER_USERS, jetStreamRequests, MIGRATOR, permissionsOf } from './permissions.js';
import { API, API_OF_SERVICES, COUNTER_SUBJECTS, EVENT_SETTINGS, REPUBLISHED_SUBJECTS } from './streams.js';

/** A pair of nats-server accounts: one for the services and one for JetStream. */
export interface AccountOptions {
  /** A value in the file: a quoted text, or `$` and an environment variable of the server. */
  passwordOf: (user: string) => string;
  /** Distinguishes several pairs in one server. */
  nameOf?: (user: string) => string;
  accountOf?: (account: string) => string;
  /** Lines with further users of each account and mappings of the JetStream account. */
  more?: { jetStreamUsers: string[]; serviceUsers: string[]; mappings: string };
}

const same = (name: string): string => name;

const quoted = (subjects: readonly string[]): string => subjects.map((subject) => JSON.stringify(subject)).join(', ');

const variableOf = (user: string): string => `${user.replaceAll('-', '_')}_permissions`;

const SERVICE_NAMES = BROKER_USERS.filter((user) => user !== MIGRATOR);

/** Subjects that services publish to and streams store. */
const STORED = [...EVENT_SETTINGS.subjects, COUNTER_SUBJECTS, ...SERVICE_NAMES.flatMap(acknowledgements)];

const REQUESTS = [...new Set(SERVICE_NAMES.flatMap(jetStreamRequests))];

/** First part of the file: the permissions of each user. */
export const permissionsConfiguration = (): string =>
  BROKER_USERS.map((user) => {
    const { publish, subscribe } = permissionsOf(user);
    return `${variableOf(user)}: {
  publish: { allow: [${quoted(publish)}] }
  subscribe: { allow: [${quoted(subscribe)}] }
  # A service that gets a request may answer it once.
  allow_responses: true
}
`;
  }).join('');

/**
 * The accounts of nats-server. JetStream publishes its answers with the broker's own rights to any reply subject of a
 * request. It therefore has its own account, from which the account of the services imports single requests: answers
 * are published in the account of the services, where no subject reaches JetStream.
 */
export function accountsConfiguration(options: AccountOptions): string {
  const { accountOf = same, more = { jetStreamUsers: [], serviceUsers: [], mappings: '' } } = options;
  const [jetStream, services] = [accountOf('JETSTREAM'), accountOf('SERVICES')];
  const lines = (list: readonly string[]): string => list.map((line) => `      ${line}\n`).join('');
  const exported = [
    ...STORED.map((subject) => `{ service: ${JSON.stringify(subject)} }`),
    // A request may have several answers.
    ...REQUESTS.map((request) => `{ service: ${JSON.stringify(`${API}.${request}`)}, response_type: stream }`),
    `{ stream: ${JSON.stringify(REPUBLISHED_SUBJECTS)} }`,
  ];
  const imported = [
    ...STORED.map((subject) => `{ service: { account: ${jetStream}, subject: ${JSON.stringify(subject)} } }`),
    ...REQUESTS.map(
      (request) =>
        `{ service: { account: ${jetStream}, subject: ${JSON.stringify(`${API}.${request}`)} }, to: ${JSON.stringify(`${API_OF_SERVICES}.${request}`)} }`,
    ),
    `{ stream: { account: ${jetStream}, subject: ${JSON.stringify(REPUBLISHED_SUBJECTS)} } }`,
  ];
  return `  ${jetStream}: {
    jetstream: enabled
    users: [
${lines([userLine(MIGRATOR, options), ...more.jetStreamUsers])}    ]
${more.mappings}    exports: [
${lines(exported)}    ]
  }
  ${services}: {
    users: [
${lines([...SERVICE_NAMES.map((user) => userLine(user, options)), ...more.serviceUsers])}    ]
    imports: [
${lines(imported)}    ]
  }
`;
}

const userLine = (user: string, { passwordOf, nameOf = same }: AccountOptions): string =>
  `{ user: ${JSON.stringify(nameOf(user))}, password: ${passwordOf(user)}, permissions: $${variableOf(user)} }`;
