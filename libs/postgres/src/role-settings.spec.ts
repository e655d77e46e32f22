import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { addressAs, closeDatabase, createTestDatabase, type TestDatabase } from '@questp/testing';
import { Client } from 'pg';
import { migrate } from './migrate.js';
import { openRights } from './role-check.js';
import { resetOwnSettings } from './role-settings.js';
import { SchemaCheck } from './schema-check.js';

const DIRECTORY = fileURLToPath(new URL('../test-migrations', import.meta.url));

describe('a stolen role', () => {
  const role = `role_${randomBytes(6).toString('hex')}`;
  let database: TestDatabase;
  let superuser: Client;
  let url: string;

  /** In a session of the role. */
  const steal = async (statement: string) => {
    const thief = new Client({ connectionString: url });
    await thief.connect();
    await thief.query(statement);
    await thief.end();
  };
  const isReady = async (): Promise<string> => {
    const check = new SchemaCheck(url, 'shop', DIRECTORY);
    const answer = await check.require().then(
      () => 'ready',
      (error: unknown) => String(error),
    );
    await check.onApplicationShutdown();
    return answer;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    superuser = new Client({ connectionString: database.url });
    await superuser.connect();
    await superuser.query(`CREATE ROLE ${role} LOGIN PASSWORD 'right'`);
    url = addressAs(database.url, role, 'right');
    await migrate(database.url, 'shop', DIRECTORY, { role });
  });
  afterAll(async () => {
    await superuser.end();
    await database.drop();
    const server = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await server.connect();
    await server.query(`DROP ROLE ${role}`);
    await server.end();
  });

  it.each([
    ['default_transaction_read_only = on', ''],
    [`statement_timeout = '1ms'`, ''],
    [`local_preload_libraries = 'missing'`, ''],
    ['work_mem = 64', 'IN DATABASE '],
  ])('that keeps %s for later sessions is not ready until migrate resets it', async (setting, where) => {
    const name = superuser.database ?? '';
    expect(await resetOwnSettings(url)).toBeNull();
    await steal(`ALTER ROLE CURRENT_USER ${where && `${where}${name}`} SET ${setting}`);
    // A missing library ends each session before it begins.
    const seen = setting.startsWith('local') ? 'missing' : 'has settings of its own';
    expect(await isReady()).toContain(seen);
    expect(await resetOwnSettings(url)).toContain(setting.split(' ')[0]);
    expect(await isReady()).toBe('ready');
  });

  it('that changed its password keeps migrate from passing in silence', async () => {
    await steal(`ALTER ROLE CURRENT_USER PASSWORD 'mine'`);
    await expect(resetOwnSettings(url)).rejects.toThrow(/^The password in DATABASE_URL is not the one of its role/);
    expect(await isReady()).toContain('refuses the role or its password');
    await superuser.query(`ALTER ROLE ${role} PASSWORD 'right'`);
    expect(await isReady()).toBe('ready');
  });

  it('is named in warnings of migrate for what it could do to others, until a superuser prevents it', async () => {
    const settings = async () => {
      const sentences: string[] = [];
      await migrate(database.url, 'shop', DIRECTORY, { role, report: (sentence) => sentences.push(sentence) });
      // Other suites have databases on this server.
      return sentences.filter((one) => !one.includes('other databases: ') || /\b(postgres|template1)\b/.test(one));
    };
    expect(await settings()).toEqual(
      expect.arrayContaining([
        `The role ${role} has no CONNECTION LIMIT: it can take every connection of the server`,
        `The role ${role} may take advisory locks: run docker/close-database.sql`,
        `The role ${role} may make large objects: run docker/close-database.sql`,
      ]),
    );
    await superuser.query(`ALTER ROLE ${role} CONNECTION LIMIT 10`);
    await closeDatabase(superuser);
    const [after] = [await settings()];
    expect(after.filter((one) => one.includes(role))).toEqual([]);
    await superuser.query(`ALTER ROLE ${role} CONNECTION LIMIT 100000`);
    expect((await openRights(superuser, role)).join()).toMatch(
      /The roles may have \d+ connections together, but the server has/,
    );
    await superuser.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
  });
});
