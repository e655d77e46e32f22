import { jest } from '@jest/globals';
import { AppError } from '@questp/messages/language';
import type { Access } from '@questp/messages/tables';
import { metrics, newCallContext, runInContext } from '@questp/service';
import { createTestDatabase, waitFor, type TestDatabase } from '@questp/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { join, type Sql } from 'sql-template-tag';
import { Database, isUniqueViolation, sql, type Tx } from './index.js';
import { startTcpProxy, type TcpProxy } from './testing/tcp-proxy.fixture.js';

const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE', details: { retryAfter: 1 } };

describe('Database', () => {
  let server: TestDatabase;
  let proxy: TcpProxy;
  /** Without the proxy, to look from outside. */
  let outside: Client;
  let db: Database;

  const reconnect = (poolSize = 4) => new Database(proxy.url, { schema: 'shop', poolSize });
  const poolMetrics = async () => {
    const read = async (name: string) =>
      (await metrics.getSingleMetric(`questp_db_pool_${name}`)?.get())?.values[0]?.value;
    return { size: await read('size'), used: await read('used'), waiting: await read('waiting') };
  };
  const endSessions = () =>
    outside.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  const balances = async (): Promise<unknown[]> =>
    (await outside.query<{ id: number; cents: number }>('SELECT id, cents FROM shop.account ORDER BY id')).rows;

  beforeAll(async () => {
    server = await createTestDatabase();
    proxy = await startTcpProxy(server.url);
    outside = new Client({ connectionString: server.url });
    await outside.connect();
    await outside.query(`CREATE SCHEMA shop;
      CREATE TABLE shop.account (id int PRIMARY KEY, cents int NOT NULL CHECK (cents >= 0));
      CREATE TABLE shop.label (name text CONSTRAINT label_name_key UNIQUE DEFERRABLE INITIALLY DEFERRED);
      CREATE TABLE shop.sample (a int[], t text[], n text, at timestamptz, doc jsonb, big bigint, flag boolean, raw bytea)`);
  });
  beforeEach(async () => {
    await outside.query('TRUNCATE shop.account, shop.label; INSERT INTO shop.account VALUES (1, 100), (2, 100)');
    db = reconnect();
  });
  afterEach(async () => {
    await proxy.mend();
    await db.onApplicationShutdown();
  });
  afterAll(async () => {
    await proxy.close();
    await outside.end();
    await server.drop();
  });

  // The first ones: once a process has prepared a thousand statements, it prepares no others.
  describe('after a migration', () => {
    const WHOLE = sql`SELECT * FROM account ORDER BY id`;
    const addColumn = () => outside.query('ALTER TABLE shop.account ADD COLUMN note text');

    afterEach(() => outside.query('ALTER TABLE shop.account DROP COLUMN IF EXISTS note'));

    /** Prepares the statement on every connection of the pool. */
    const warm = (statement: Sql) =>
      Promise.all(Array.from({ length: 4 }, () => db.transaction((tx) => tx.rows(statement))));

    it('repeats a statement whose columns have changed, whatever connection it gets', async () => {
      await warm(WHOLE);
      await addColumn();
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? db : db.quick).rows(WHOLE)),
      );
      for (const rows of answers) expect(rows).toHaveLength(2);
      expect(await poolMetrics()).toMatchObject({ used: 0, waiting: 0 });
    });

    it('writes once with a repeated statement', async () => {
      const earn = (id: number) => sql`UPDATE account SET cents = cents + 1 WHERE id = ${id} RETURNING *`;
      await warm(earn(1));
      await addColumn();
      await Promise.all(Array.from({ length: 10 }, () => db.row(earn(1))));
      expect(await balances()).toEqual([
        { id: 1, cents: 114 },
        { id: 2, cents: 100 },
      ]);
    });

    it('repeats a transaction as a whole, which commits once', async () => {
      await warm(WHOLE);
      await addColumn();
      let tries = 0;
      await db.transaction(async (tx) => {
        tries += 1;
        await tx.execute(sql`UPDATE account SET cents = cents + 1 WHERE id = 1`);
        await tx.rows(WHOLE);
      });
      expect(tries).toBe(2);
      expect(await balances()).toEqual([
        { id: 1, cents: 101 },
        { id: 2, cents: 100 },
      ]);
    });
  });

  describe('statements', () => {
    it('finds the tables of its schema and returns rows, the first row and the number of rows written', async () => {
      expect(await db.rows(sql`SELECT id FROM account ORDER BY id`)).toEqual([{ id: 1 }, { id: 2 }]);
      expect(await db.row(sql`SELECT cents FROM account WHERE id = ${2}`)).toEqual({ cents: 100 });
      expect(await db.row(sql`SELECT cents FROM account WHERE id = ${3}`)).toBeUndefined();
      expect(await db.execute(sql`UPDATE account SET cents = 5`)).toBe(2);
    });

    it('takes arrays, null, times, JSON, numbers beyond 2^53 as text, and bytes', async () => {
      const at = new Date('2026-03-01T23:59:59.999Z');
      const doc = { list: [1, { 'q"': "a'b\\" }], nothing: null };
      const text = 'O\'Reilly, {"x"} \\ ✓';
      await db.execute(sql`
        INSERT INTO sample (a, t, n, at, doc, big, flag, raw)
        VALUES (${[1, 2]}, ${[text, null, '']}, ${null}, ${at}, ${JSON.stringify(doc)}::jsonb, ${'9007199254740993'},
          ${true}, ${Buffer.from([0, 255])})`);
      expect(await db.row(sql`SELECT * FROM sample`)).toEqual({
        a: [1, 2],
        t: [text, null, ''],
        n: null,
        at,
        doc,
        big: '9007199254740993',
        flag: true,
        raw: Buffer.from([0, 255]),
      });
      expect(await db.row(sql`SELECT 1 AS one FROM sample WHERE big = ANY(${['9007199254740993']}::bigint[])`)).toEqual(
        {
          one: 1,
        },
      );
    });

    it('returns rows with camelCase members, and JSON unchanged', async () => {
      const row = await db.row(sql`
        SELECT 1 AS user_id, 2 AS last_credit_at_2, 3 AS "alreadyThere", '{"user_id": [{"a_b": 1}]}'::jsonb AS a_doc`);
      expect(row).toEqual({ userId: 1, lastCreditAt2: 2, alreadyThere: 3, aDoc: { user_id: [{ a_b: 1 }] } });
    });

    it('keeps the session in UTC', async () => {
      expect(await db.row(sql`SELECT current_setting('timezone') AS zone`)).toEqual({ zone: 'UTC' });
    });

    it('bounds the prepared statements of a connection', async () => {
      const narrow = reconnect(1);
      for (let length = 1; length <= 1_200; length += 1) {
        await narrow.row(sql`SELECT 1 WHERE 1 IN (${join(Array.from({ length }, (_, i) => i))})`);
      }
      const prepared = await narrow.row<{ count: string }>(sql`SELECT count(*) FROM pg_prepared_statements`);
      expect(Number(prepared?.count)).toBeLessThanOrEqual(1_000);
      await narrow.onApplicationShutdown();
    });
  });

  describe('quick statements', () => {
    const pidOf = async (statement = sql`SELECT pg_backend_pid() AS pid`) =>
      (await db.quick.row<{ pid: number }>(statement))?.pid;
    const together = (count: number) => Promise.all(Array.from({ length: count }, () => pidOf()));

    it('of one turn leave in one piece, and each has its own answer or error', async () => {
      let writes: { mock: { calls: unknown[] } }[] = [];
      db.pool.on('acquire', ({ connection: { stream } }) => {
        writes = [jest.spyOn(stream, '_write'), jest.spyOn(stream, '_writev')];
      });
      const ask = () =>
        Promise.allSettled([
          db.quick.row(sql`SELECT cents FROM account WHERE id = ${1}`),
          db.quick.row(sql`SELECT 1 / ${0}::integer`),
          db.quick.rows(sql`SELECT id FROM account ORDER BY id`),
          db.quick.execute(sql`UPDATE account SET cents = 5 WHERE id = ${2}`),
        ]);
      await ask();
      writes.forEach(({ mock }) => (mock.calls.length = 0));
      expect(await ask()).toEqual([
        { status: 'fulfilled', value: { cents: 100 } },
        { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) as unknown },
        { status: 'fulfilled', value: [{ id: 1 }, { id: 2 }] },
        { status: 'fulfilled', value: 1 },
      ]);
      expect(writes.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBe(1);
      expect(await poolMetrics()).toEqual({ size: 4, used: 0, waiting: 0 });
    });

    it('are at most eight over one connection, so that a slow one keeps no more waiting', async () => {
      expect(new Set(await together(8)).size).toBe(1);
      const slow = pidOf(sql`SELECT pg_backend_pid() AS pid FROM pg_sleep(0.3)`);
      const [seven, others] = await Promise.all([together(7), together(8)]);
      expect(new Set([await slow, ...seven]).size).toBe(1);
      expect(others).not.toContain(seven[0]);
    });

    it('share a connection that they have to wait for', async () => {
      const narrow = reconnect(1);
      const busy = await narrow.pool.connect();
      const asked: Promise<unknown>[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        await sleep(1);
        asked.push(narrow.quick.row(sql`SELECT 1 AS one`));
      }
      expect(narrow.pool.waitingCount).toBe(1);
      busy.release();
      expect(await Promise.all(asked)).toEqual(asked.map(() => ({ one: 1 })));
      await narrow.onApplicationShutdown();
    });

    it('are SERVICE_UNAVAILABLE when their connection breaks, and work again over another one', async () => {
      await together(3);
      proxy.gather();
      const lost = Array.from({ length: 3 }, () => expect(pidOf()).rejects.toMatchObject(UNAVAILABLE));
      await proxy.cut();
      await Promise.all(lost);
      await proxy.mend();
      expect(new Set(await together(3)).size).toBe(1);
      expect(await poolMetrics()).toEqual({ size: 4, used: 0, waiting: 0 });
    });

    it('do not cost the connection when one of them is refused', async () => {
      const [before] = await together(1);
      await expect(db.quick.row(sql`SELECT nothing`)).rejects.toMatchObject({ code: '42703' });
      expect(await together(1)).toEqual([before]);
    });
  });

  describe('transactions', () => {
    const move = (from: number, to: number, before = Promise.resolve()) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`UPDATE account SET cents = cents - 10 WHERE id = ${from}`);
        await before;
        await tx.execute(sql`UPDATE account SET cents = cents + 10 WHERE id = ${to}`);
        return 'moved';
      });

    it('commits what the work wrote and gives its result', async () => {
      expect(await move(1, 2)).toBe('moved');
      expect(await balances()).toEqual([
        { id: 1, cents: 90 },
        { id: 2, cents: 110 },
      ]);
    });

    it('rolls back when the work throws, and passes the error on', async () => {
      const refusal = new AppError('NOT_FOUND');
      const failing = db.transaction(async (tx) => {
        await tx.execute(sql`UPDATE account SET cents = 0`);
        throw refusal;
      });
      await expect(failing).rejects.toBe(refusal);
      expect(await balances()).toEqual([
        { id: 1, cents: 100 },
        { id: 2, cents: 100 },
      ]);
    });

    it('runs again after a deadlock, until both sides are done', async () => {
      // Each holds its first row before it requests the second one.
      let waiting = 0;
      let open: () => void;
      const bothHold = new Promise<void>((resolve) => (open = resolve));
      const meet = () => {
        waiting += 1;
        if (waiting === 2) open();
        return bothHold;
      };
      const swap = (from: number, to: number) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`UPDATE account SET cents = cents - 10 WHERE id = ${from}`);
          await meet();
          await tx.execute(sql`UPDATE account SET cents = cents + 10 WHERE id = ${to}`);
        });
      await Promise.all([swap(1, 2), swap(2, 1)]);
      expect(waiting).toBeGreaterThan(2);
      expect(await balances()).toEqual([
        { id: 1, cents: 100 },
        { id: 2, cents: 100 },
      ]);
    });

    it('gives up with SERVICE_UNAVAILABLE when every try fails to serialize', async () => {
      let tries = 0;
      const failing = db.transaction(async (tx) => {
        tries += 1;
        await tx.execute(sql`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40001'; END $$`);
      });
      await expect(failing).rejects.toMatchObject(UNAVAILABLE);
      expect(tries).toBe(3);
    });

    it('neither begins nor commits what its caller has given up', async () => {
      const now = performance.timeOrigin + performance.now();
      const [past, future] = [now - 1, now + 600_000];
      let begun = 0;
      /** For a caller that waits until `deadline`; the work changes it to `later`. */
      const spend = (deadline: number, later = deadline) => {
        const context = { ...newCallContext(), deadline };
        return runInContext(context, () =>
          db.transaction(async (tx) => {
            begun += 1;
            await tx.execute(sql`UPDATE account SET cents = cents - 1 WHERE id = 1`);
            context.deadline = later;
          }),
        );
      };
      await expect(spend(past)).rejects.toMatchObject(UNAVAILABLE);
      expect(begun).toBe(0);
      await expect(spend(future, past)).rejects.toMatchObject(UNAVAILABLE);
      expect([begun, await balances()]).toEqual([
        1,
        [
          { id: 1, cents: 100 },
          { id: 2, cents: 100 },
        ],
      ]);
      await spend(future);
      expect(await balances()).toEqual([
        { id: 1, cents: 99 },
        { id: 2, cents: 100 },
      ]);
    });

    describe('that depends on rights', () => {
      const access: Access = {
        principal: { family: 'api_key', apiKeyId: 'key', projectId: 'project', scopes: [] },
        allow: { apiKey: 'project:read' },
        recentProof: false,
        projectId: undefined,
      };
      let asks: Sql;
      let strict: Database;
      /** Sends on the connection, counted as system calls. */
      let writes: { mock: { calls: unknown[] } }[];
      const written = () => writes.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      beforeEach(() => {
        const authorize = async (tx: Tx) => void (await tx.row(asks));
        strict = new Database(proxy.url, { schema: 'shop', poolSize: 1, authorize });
        strict.pool.on('connect', ({ connection: { stream } }) => {
          writes = [jest.spyOn(stream, '_write'), jest.spyOn(stream, '_writev')];
        });
      });
      afterEach(() => strict.onApplicationShutdown());
      const spend = (entered: () => void) =>
        runInContext({ ...newCallContext(), access }, () =>
          strict.transaction(async (tx) => {
            entered();
            await tx.execute(sql`UPDATE account SET cents = 0`);
          }),
        );

      it('asks for them with BEGIN, in one piece, and works when both are answered', async () => {
        asks = sql`SELECT cents FROM account FOR SHARE`;
        await spend(() => undefined);
        const before = written();
        let beforeWork = 0;
        await spend(() => (beforeWork = written() - before));
        expect([beforeWork, written() - before]).toEqual([1, 3]);
      });

      it('writes nothing where they cannot be asked for', async () => {
        asks = sql`SELECT cents FROM nowhere`;
        let isWorking = false;
        await expect(spend(() => (isWorking = true))).rejects.toThrow('nowhere');
        expect([isWorking, await balances()]).toEqual([
          false,
          [
            { id: 1, cents: 100 },
            { id: 2, cents: 100 },
          ],
        ]);
      });
    });

    it('fails when the work swallowed the error of a statement: PostgreSQL has rolled back', async () => {
      const swallowing = db.transaction(async (tx) => {
        await tx.execute(sql`UPDATE account SET cents = 1 WHERE id = 2`);
        await tx.execute(sql`UPDATE account SET cents = -1 WHERE id = 1`).catch(() => undefined);
        return 'done';
      });
      await expect(swallowing).rejects.toThrow('swallowed');
      expect((await balances())[1]).toEqual({ id: 2, cents: 100 });
    });

    it('distinguishes a constraint violation at COMMIT from an unknown outcome', async () => {
      const twice = db.transaction(async (tx) => {
        await tx.execute(sql`INSERT INTO label VALUES ('a')`);
        await tx.execute(sql`INSERT INTO label VALUES ('a')`);
      });
      const error: unknown = await twice.catch((thrown: unknown) => thrown);
      expect(isUniqueViolation(error, 'label_name_key')).toBe(true);
      expect(isUniqueViolation(error, 'another')).toBe(false);
    });
  });

  describe('failures (A-88)', () => {
    const update = () => db.execute(sql`UPDATE account SET cents = cents + 1 WHERE id = 1`);
    const updateInTransaction = (pause = '0') =>
      db.transaction(async (tx) => {
        await tx.execute(sql`UPDATE account SET cents = cents + 1 WHERE id = 1`);
        await tx.execute(sql`SELECT pg_sleep(${pause}::float)`);
      });

    it('a server that is gone is SERVICE_UNAVAILABLE, and works again when it is back', async () => {
      await update();
      await proxy.cut();
      await expect(update()).rejects.toMatchObject(UNAVAILABLE);
      await expect(updateInTransaction()).rejects.toMatchObject(UNAVAILABLE);
      await proxy.mend();
      await updateInTransaction();
      expect((await balances())[0]).toEqual({ id: 1, cents: 102 });
    });

    it('a connection that ends between two users: the waiting one gets an error, nothing else breaks', async () => {
      const narrow = reconnect(1);
      await narrow.rows(sql`SELECT 1`);
      proxy.gather();
      const first = narrow.rows(sql`SELECT 1 AS one`);
      const next = expect(narrow.transaction((tx) => tx.execute(sql`SELECT 1`))).rejects.toMatchObject(UNAVAILABLE);
      const answered = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle' AND query = 'SELECT 1 AS one'`;
      await waitFor(async () => (await outside.query(answered)).rowCount === 1);
      await endSessions();
      expect(await first).toEqual([{ one: 1 }]);
      await next;
      await proxy.mend();
      expect(await narrow.rows(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
      await narrow.onApplicationShutdown();
    });

    it('connections that an administrator ended: running work is SERVICE_UNAVAILABLE and left no trace', async () => {
      const running = Promise.all(
        [1, 2, 3].map(() => expect(updateInTransaction('9')).rejects.toMatchObject(UNAVAILABLE)),
      );
      const active = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'`;
      await waitFor(async () => (await outside.query(active)).rowCount === 3);
      await endSessions();
      await running;
      await updateInTransaction();
      expect((await balances())[0]).toEqual({ id: 1, cents: 101 });
    });

    it('a connection that breaks after COMMIT was sent is UPSTREAM_TIMEOUT: perhaps done', async () => {
      proxy.cutAfter('COMMIT');
      await expect(updateInTransaction()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
      await proxy.mend();
      expect((await balances())[0]).toEqual({ id: 1, cents: 101 });
    });

    it('a full pool is SERVICE_UNAVAILABLE after 3 s, and free again later', async () => {
      let isBusy = true;
      const busy = Promise.all([1, 2, 3, 4].map(() => db.rows(sql`SELECT pg_sleep(8)`))).then(() => (isBusy = false));
      const started = Date.now();
      const refused = expect(update()).rejects.toMatchObject(UNAVAILABLE);
      await waitFor(
        async () => JSON.stringify(await poolMetrics()) === JSON.stringify({ size: 4, used: 4, waiting: 1 }),
      );
      await refused;
      expect(Date.now() - started).toBeGreaterThan(2_500);
      expect(isBusy).toBe(true);
      await busy;
      expect(await poolMetrics()).toEqual({ size: 4, used: 0, waiting: 0 });
      expect(await update()).toBe(1);
    });

    it('a row that another holds for more than 5 s is SERVICE_UNAVAILABLE', async () => {
      await outside.query('BEGIN; UPDATE shop.account SET cents = 7 WHERE id = 1');
      await expect(updateInTransaction()).rejects.toMatchObject(UNAVAILABLE);
      await outside.query('ROLLBACK');
      await updateInTransaction();
    });

    it('a statement of more than 10 s is SERVICE_UNAVAILABLE, and the connection goes on', async () => {
      const narrow = reconnect(1);
      await expect(narrow.rows(sql`SELECT pg_sleep(20)`)).rejects.toMatchObject(UNAVAILABLE);
      expect(await narrow.row(sql`SELECT 1 AS one`)).toEqual({ one: 1 });
      await narrow.onApplicationShutdown();
    });

    it('a server that stops answering is SERVICE_UNAVAILABLE after 12 s, also inside a transaction', async () => {
      await updateInTransaction();
      proxy.freeze();
      await Promise.all([
        expect(update()).rejects.toMatchObject(UNAVAILABLE),
        expect(updateInTransaction()).rejects.toMatchObject(UNAVAILABLE),
      ]);
      await proxy.mend();
      await updateInTransaction();
      expect((await balances())[0]).toEqual({ id: 1, cents: 102 });
    });

    it('leaves errors of the program as they are, a statement that its role may not make among them', async () => {
      await expect(db.rows(sql`SELECT nothing`)).rejects.toMatchObject({ code: '42703' });
      const beyondItsRights = db.transaction(async (tx) => {
        await tx.execute(sql`SET LOCAL ROLE pg_monitor`);
        await tx.rows(sql`SELECT FROM shop.account`);
      });
      await expect(beyondItsRights).rejects.toMatchObject({ code: '42501' });
    });
  });
});
