import { usersConfiguration } from '@questp/broker';
import { Client } from 'pg';

/** How many suites of a run can have an account of the shared nats-server; what comes later starts its own. */
const ACCOUNTS = 600;

/** Hands out the accounts of a run in turn, to whatever process asks; a sequence is never the same twice. */
const SEQUENCE = 'test_nats_account';

/** Streams are told apart by account, so what they may take is bounded by the machine and not by us. */
const NO_BOUND = '1TB';

/** Of an account's user without bounds, as whom a suite looks at everything; those of the services follow after a dot. */
const ownerOf = (account: number) => `account-${account}`;

/** How the user of a service is called in the account of this owner. */
export const userIn = (owner: string, user: string) => `${owner}.${user}`;

/** The part of a nats-server's configuration that gives each suite an account with a JetStream and users of its own. */
export function accountsConfiguration(password: string): string {
  const { permissions, users } = usersConfiguration();
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ownerOf(index + 1)).map(
    (owner) => `  ${owner}: { jetstream: enabled, users: [\n${suiteUsers(users, owner, password)}\n  ] }`,
  );
  return [
    permissions,
    `jetstream: { max_memory_store: ${NO_BOUND}, max_file_store: ${NO_BOUND} }`,
    `accounts: {\n${accounts.join('\n')}\n}\n`,
  ].join('\n');
}

/** The same for a server that one suite has for itself. */
export function ownConfiguration(owner: string, password: string): string {
  const { permissions, users } = usersConfiguration();
  return `${permissions}authorization: { users: [\n${suiteUsers(users, owner, password)}\n] }\n`;
}

function suiteUsers(users: ReturnType<typeof usersConfiguration>['users'], owner: string, password: string): string {
  const quoted = JSON.stringify(password);
  return [
    `    { user: ${owner}, password: ${quoted} }`,
    users(
      () => quoted,
      (user) => userIn(owner, user),
    ),
  ].join('\n');
}

/** Once per run, before the first suite. */
export async function prepareAccounts(databaseUrl: string): Promise<void> {
  await query(databaseUrl, `CREATE SEQUENCE ${SEQUENCE}`);
}

/**
 * The address of the shared server as the owner of an account that no suite of this run had before; undefined when all
 * are taken. `server` is its address with the password of all users and no user.
 */
export async function takeAccount(databaseUrl: string, server: string): Promise<URL | undefined> {
  const [row] = await query(databaseUrl, `SELECT nextval('${SEQUENCE}')::int AS account`);
  const account = Number(row?.['account']);
  if (account > ACCOUNTS) return undefined;
  const url = new URL(server);
  url.username = ownerOf(account);
  return url;
}

async function query(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
