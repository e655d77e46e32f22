import { accountsConfiguration, API_OF_SERVICES, permissionsConfiguration } from '@questp/broker';
import { Client } from 'pg';

/** Number of suites of a run with accounts on the shared nats-server; further suites start their own server. */
const SUITES = 600;

/** Assigns the accounts of a run in turn to any process; a sequence never repeats a value. */
const SEQUENCE = 'test_nats_account';

/** The streams of a suite are limited only by the machine. */
const NO_BOUND = '100TB';

/** User with all permissions in a suite's account of the services; names of its other users follow after a dot. */
const ownerOf = (suite: number) => `suite-${suite}`;

/** User with all permissions in a suite's JetStream account. */
export const JETSTREAM_OWNER = 'jetstream';

/** Name of a service's user in the accounts of this owner. */
export const userIn = (owner: string, user: string) => `${owner}.${user}`;

/** The part of a nats-server configuration that gives each suite its own accounts and users. */
export function suitesConfiguration(password: string): string {
  const owners = Array.from({ length: SUITES }, (_, index) => ownerOf(index + 1));
  return ownersConfiguration(owners, password);
}

/** The same for a server of one suite. */
export const ownConfiguration = (owner: string, password: string): string => ownersConfiguration([owner], password);

function ownersConfiguration(owners: readonly string[], password: string): string {
  const accounts = owners.map((owner) => suiteAccounts(owner, JSON.stringify(password)));
  // nats-server reserves the bound of each stream.
  const store = `jetstream: { max_memory_store: ${NO_BOUND}, max_file_store: ${NO_BOUND} }\n`;
  return `${store}${permissionsConfiguration()}accounts: {\n${accounts.join('')}}\n`;
}

const suiteAccounts = (owner: string, password: string): string =>
  accountsConfiguration({
    passwordOf: () => password,
    nameOf: (user) => userIn(owner, user),
    accountOf: (account) => `${owner}-${account}`,
    more: {
      serviceUsers: [`{ user: ${owner}, password: ${password} }`],
      jetStreamUsers: [`{ user: ${userIn(owner, JETSTREAM_OWNER)}, password: ${password} }`],
      // Allows code of the services to run as the owner, with consumers that no service has.
      mappings: `    mappings: { "${API_OF_SERVICES}.>": "$JS.API.>" }\n`,
    },
  });

/** Called once per run, before the first suite. */
export async function prepareAccounts(databaseUrl: string): Promise<void> {
  await query(databaseUrl, `CREATE SEQUENCE ${SEQUENCE}`);
}

/**
 * The URL of the shared server for the owner of unused accounts; undefined when all are taken. `server` is its URL with
 * the password of all users, and no user.
 */
export async function takeAccount(databaseUrl: string, server: string): Promise<URL | undefined> {
  const [row] = await query(databaseUrl, `SELECT nextval('${SEQUENCE}')::int AS suite`);
  const suite = Number(row?.['suite']);
  if (suite > SUITES) return undefined;
  const url = new URL(server);
  url.username = ownerOf(suite);
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
