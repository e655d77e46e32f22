import { SERVICES } from '@questp/manifest';
import { APPEND_ONLY, forbiddenChanges, forbiddenStatements, forbiddenToOthers, type Forbidden } from '@questp/testing';
import { Client } from 'pg';
import type { Attack } from './attack.js';

const INSUFFICIENT_PRIVILEGE = '42501';

/** The role of each service runs statements that it has no right to, each in a transaction that is rolled back. */
export const databaseRoles: Attack = {
  name: 'The role of a service does more in the database than write its own rows',
  needs: ['database'],
  async run({ database: { urls = {}, owner } = {} }, tries) {
    const schemas = SERVICES.flatMap(({ name, schema }) => (schema === null ? [] : [{ name, schema }]));
    for (const { name, schema } of schemas) {
      const url = urls[name];
      if (url === undefined) continue;
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        const others = schemas.filter((other) => other.schema !== schema).map((other) => other.schema);
        for (const [what, statement] of statementsOf(name, schema, others, owner)) {
          const code = await refusalOf(client, statement);
          tries.note(`${name} may ${what}`, code === INSUFFICIENT_PRIVILEGE, code);
        }
        for (const other of ['postgres', 'template1']) {
          const code = await connectTo(Object.assign(new URL(url), { pathname: other }));
          tries.note(`${name} may connect to the database ${other}`, code === INSUFFICIENT_PRIVILEGE, code);
        }
        const { rows } = await client.query<{ most: number }>(CONNECTION_LIMIT);
        const most = rows[0]?.most ?? -1;
        tries.note(`${name} may take all connections of the server`, most >= 0, `CONNECTION LIMIT ${most}`);
      } finally {
        await client.end();
      }
    }
  },
};

const statementsOf = (service: string, schema: string, others: string[], owner?: string): Forbidden[] => [
  ...forbiddenStatements(schema, owner),
  ...others.flatMap(forbiddenToOthers),
  ...APPEND_ONLY.filter((one) => one.service === service).flatMap(({ table, trigger }) =>
    forbiddenChanges(table, trigger).map(([what, statement]): Forbidden => [`${what} of ${table}`, statement]),
  ),
];

/** Connection limit of the role; -1: none. */
const CONNECTION_LIMIT = 'SELECT rolconnlimit AS most FROM pg_roles WHERE rolname = current_user';

async function connectTo(url: URL): Promise<string> {
  const client = new Client({ connectionString: url.href });
  try {
    await client.connect();
    await client.end();
    return 'connected';
  } catch (error) {
    return codeOf(error);
  }
}

async function refusalOf(client: Client, statement: string): Promise<string> {
  try {
    await client.query(`BEGIN; ${statement}; ROLLBACK`);
    return 'done';
  } catch (error) {
    await client.query('ROLLBACK');
    return codeOf(error);
  }
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error);
