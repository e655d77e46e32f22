import { SERVICES } from '@questp/manifest';
import { APPEND_ONLY, forbiddenChanges, forbiddenStatements, type Forbidden } from '@questp/testing';
import { Client } from 'pg';
import type { Attack } from './attack.js';

const INSUFFICIENT_PRIVILEGE = '42501';

/** Every service's role does what is not its business, each time in a transaction that is rolled back. */
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
      } finally {
        await client.end();
      }
    }
  },
};

const statementsOf = (service: string, schema: string, others: string[], owner?: string): Forbidden[] => [
  ...forbiddenStatements(schema, owner),
  ...others.flatMap((other): Forbidden[] => [
    [`read ${other}`, `SELECT FROM ${other}.outbox`],
    [`write ${other}`, `DELETE FROM ${other}.outbox WHERE false`],
  ]),
  ...APPEND_ONLY.filter((one) => one.service === service).flatMap(({ table, trigger }) =>
    forbiddenChanges(table, trigger).map(([what, statement]): Forbidden => [`${what} of ${table}`, statement]),
  ),
];

async function refusalOf(client: Client, statement: string): Promise<string> {
  try {
    await client.query(`BEGIN; ${statement}; ROLLBACK`);
    return 'done';
  } catch (error) {
    await client.query('ROLLBACK');
    return (error as { code?: string }).code ?? String(error);
  }
}
