import { Client } from 'pg';

/** How many suites of a run can have an account of the shared nats-server; what comes later starts its own. */
const ACCOUNTS = 600;

/** Hands out the accounts of a run in turn, to whatever process asks; a sequence is never the same twice. */
const SEQUENCE = 'test_nats_account';

/** Streams are told apart by account, so what they may take is bounded by the machine and not by us. */
const NO_BOUND = '1TB';

const userOf = (account: number) => `account-${account}`;

/** The part of a nats-server's configuration that gives each suite an account with a JetStream of its own. */
export function accountsConfiguration(password: string): string {
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => userOf(index + 1)).map(
    (user) => `  ${user}: { jetstream: enabled, users: [{ user: ${user}, password: "${password}" }] }`,
  );
  return [
    `jetstream: { max_memory_store: ${NO_BOUND}, max_file_store: ${NO_BOUND} }`,
    `accounts: {\n${accounts.join('\n')}\n}\n`,
  ].join('\n');
}

/** Once per run, before the first suite. */
export async function prepareAccounts(databaseUrl: string): Promise<void> {
  await query(databaseUrl, `CREATE SEQUENCE ${SEQUENCE}`);
}

/**
 * The address of the shared server as an account that no suite of this run had before; undefined when all are taken.
 * `server` is its address with the password of all accounts and no user.
 */
export async function takeAccount(databaseUrl: string, server: string): Promise<string | undefined> {
  const [row] = await query(databaseUrl, `SELECT nextval('${SEQUENCE}')::int AS account`);
  const account = Number(row?.['account']);
  if (account > ACCOUNTS) return undefined;
  const url = new URL(server);
  url.username = userOf(account);
  return url.href;
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
