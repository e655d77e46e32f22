import { accountsConfiguration, API_OF_SERVICES, permissionsConfiguration } from '@questp/broker';
import { Client } from 'pg';

/** How many suites of a run can have accounts of the shared nats-server; what comes later starts its own. */
const SUITES = 600;

/** Hands out the accounts of a run in turn, to whatever process asks; a sequence is never the same twice. */
const SEQUENCE = 'test_nats_account';

/** Streams are told apart by account, so what they may take is bounded by the machine and not by us. */
const NO_BOUND = '100TB';

/** Of the user without bounds in the services' account of a suite; other users of the suite follow after a dot. */
const ownerOf = (suite: number) => `suite-${suite}`;

/** Names the user of a suite without bounds in JetStream's account. */
export const JETSTREAM_OWNER = 'jetstream';

/** How the user of a service is called beside this owner. */
export const userIn = (owner: string, user: string) => `${owner}.${user}`;

/** The part of a nats-server's configuration that gives each suite accounts and users of its own. */
export function suitesConfiguration(password: string): string {
  const owners = Array.from({ length: SUITES }, (_, index) => ownerOf(index + 1));
  return ownersConfiguration(owners, password);
}

/** The same for a server that one suite has for itself. */
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
      // Lets code of the services run as the owner, with consumers that no service has.
      mappings: `    mappings: { "${API_OF_SERVICES}.>": "$JS.API.>" }\n`,
    },
  });

/** Once per run, before the first suite. */
export async function prepareAccounts(databaseUrl: string): Promise<void> {
  await query(databaseUrl, `CREATE SEQUENCE ${SEQUENCE}`);
}

/**
 * The address of the shared server as the owner of accounts that no suite of this run had before; undefined when all
 * are taken. `server` is its address with the password of all users and no user.
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
