import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@questp/testing';
import { Client } from 'pg';
import { newId } from './ids.js';
import { SchemaCheck } from './schema-check.js';

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations/identity', import.meta.url));

const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

describe('ids', () => {
  let database: TestDatabase;
  let client: Client;
  let check: SchemaCheck;
  const { now } = Date;

  beforeAll(async () => {
    database = await createTestDatabase({ migrate: ['identity'] });
    client = new Client({ connectionString: database.url });
    await client.connect();
    check = new SchemaCheck(database.urlOf('identity'), 'identity', MIGRATIONS);
  });
  afterEach(() => {
    Date.now = now;
  });
  afterAll(async () => {
    await check.onApplicationShutdown();
    await client.end();
    await database.drop();
  });

  it.each([90_000, -90_000, 0])(
    'have the time of the database, where the clock of the process is off by %i ms',
    async (offset) => {
      Date.now = () => now() + offset;
      await check.require();
      const { rows } = await client.query<{ ms: number }>(
        'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
      );
      expect(Math.abs(timeOf(newId()) - Number(rows[0]?.ms))).toBeLessThan(1_000);
    },
  );

  it('ascend, also many within a millisecond, and are versions 7', () => {
    const ids = Array.from({ length: 100_000 }, newId);
    expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] as string))).toBe(true);
    expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
      true,
    );
  });
});
