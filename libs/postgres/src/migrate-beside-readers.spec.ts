import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, waitFor, type TestDatabase } from '@questp/testing';
import { Client } from 'pg';
import sql from 'sql-template-tag';
import { CopyOut, MigrationWaits } from './copy-out.js';
import { Database } from './database.js';
import { migrate } from './migrate.js';

/** Maximum time of migrate, with a margin for a busy machine. */
const LOCK_MS = 1_000;
const SLACK_MS = 1_000;

describe('a migration beside the version that serves', () => {
  let server: TestDatabase;
  let directory: string;
  let service: Database;
  let copies: CopyOut;
  const admit = sql`SELECT true AS admitted`;
  const open = () => copies.open(sql`SELECT * FROM item`, admit, new AbortController().signal);

  beforeEach(async () => {
    server = await createTestDatabase();
    directory = await mkdtemp(join(tmpdir(), 'questp-beside-'));
    await writeFile(join(directory, '001.do.item.sql'), 'CREATE TABLE item (id int PRIMARY KEY, value text)');
    await migrate(server.url, 'shop', directory);
    service = new Database(server.url, { schema: 'shop', poolSize: 4 });
    copies = new CopyOut(server.url, { schema: 'shop', poolSize: 3 });
    // More than the sockets in between can hold.
    await service.execute(sql`INSERT INTO item SELECT n, repeat('x', 8000) FROM generate_series(1, 5000) n`);
    await writeFile(join(directory, '002.do.colour.sql'), 'ALTER TABLE item ADD COLUMN colour text');
  });
  afterEach(async () => {
    await copies.close();
    await service.onApplicationShutdown();
    await server.drop();
    await rm(directory, { recursive: true });
  });

  it('succeeds while an export is not read, which ends, and no read waits longer than for its lock', async () => {
    const running = await open();
    const ended = new Promise((resolve) => running?.rows.once('error', resolve));
    const waits: number[] = [];
    let serves = true;
    const readers = Array.from({ length: 3 }, async () => {
      while (serves) {
        const begun = performance.now();
        await service.rows(sql`SELECT value FROM item WHERE id = 7`);
        waits.push(performance.now() - begun);
        await sleep(10);
      }
    });
    const reported: string[] = [];
    const applied = await migrate(server.url, 'shop', directory, { report: (sentence) => reported.push(sentence) });
    serves = false;
    await Promise.all(readers);
    expect(applied).toHaveLength(1);
    expect(await ended).toBeInstanceOf(MigrationWaits);
    expect(Math.max(...waits)).toBeLessThan(LOCK_MS + SLACK_MS);
    expect(reported).toEqual([expect.stringContaining('002.do.colour.sql: canceling statement due to lock timeout')]);
    const again = await open();
    expect((await buffer(again?.rows as Readable)).length).toBeGreaterThan(5000 * 8000);
  }, 30_000);

  it('names who holds the table as it waits, without their statement, and refuses exports until then', async () => {
    const holder = new Client({ connectionString: server.url, application_name: 'a backup' });
    await holder.connect();
    await holder.query(`BEGIN; SELECT 'secret' FROM shop.item LIMIT 1`);
    const reported: string[] = [];
    const migration = migrate(server.url, 'shop', directory, { report: (sentence) => reported.push(sentence) });
    await waitFor(() => reported.length >= 2);
    await expect(open()).rejects.toMatchObject({
      details: { retryAfter: 10, detail: 'The tables are being upgraded.' },
    });
    await holder.query('COMMIT');
    expect(await migration).toHaveLength(1);
    expect(reported[1]).toMatch(
      /^A lock is held by pid \d+ \(postgres, a backup, its statement runs since \d{4}-\d\d-\d\dT[\d:.]+Z\): 002\.do\.colour\.sql/,
    );
    expect(reported.join()).not.toContain('secret');
    await holder.end();
    (await open())?.rows.destroy();
  }, 30_000);

  it('fails after a while, names the holder of the lock, and leaves the table as it was', async () => {
    const holder = new Client({ connectionString: server.url, application_name: 'somebody' });
    await holder.connect();
    await holder.query('BEGIN; SELECT FROM shop.item LIMIT 1');
    const migration = migrate(server.url, 'shop', directory, { patienceMs: 3_000 });
    await expect(migration).rejects.toThrow(/^A lock is held by pid \d+ \(postgres, somebody, .*002\.do\.colour\.sql/);
    await holder.end();
    await expect(service.rows(sql`SELECT colour FROM item`)).rejects.toThrow('does not exist');
  }, 30_000);
});
