import { fileURLToPath } from 'node:url';
import { AppError } from '@questp/messages/language';
import { createTestDatabase, waitFor, type TestDatabase } from '@questp/testing';
import { Database, idempotent, migrate, purgeIdempotencyKeys, sql, type Tx } from './index.js';

const request = { scope: 'user:1 POST /v1/things', key: 'k-1', requestHash: 'hash' };

describe('idempotent (A-21)', () => {
  let server: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    server = await createTestDatabase();
    await migrate(server.url, 'shop', fileURLToPath(new URL('../test-migrations', import.meta.url)));
    db = new Database(server.url, { schema: 'shop', poolSize: 10 });
  });
  beforeEach(async () => {
    await db.execute(sql`TRUNCATE thing, idempotency_key RESTART IDENTITY`);
  });
  afterAll(async () => {
    await db.onApplicationShutdown();
    await server.drop();
  });

  const insert = async (tx: Tx) =>
    (await tx.row<{ id: number }>(sql`INSERT INTO thing (name) VALUES ('x') RETURNING id`)) as { id: number };
  const create = (idempotency: Parameters<typeof idempotent>[1] = request, work = insert) =>
    db.transaction((tx) => idempotent(tx, idempotency, () => work(tx)));
  const count = async () => Number((await db.row<{ count: string }>(sql`SELECT count(*) FROM thing`))?.count);

  it('gives the first reply again and does nothing more', async () => {
    expect(await create()).toEqual({ id: 1 });
    expect(await create()).toEqual({ id: 1 });
    expect(await count()).toBe(1);
  });

  it('runs each time without a key', async () => {
    const run = () => db.transaction((tx) => idempotent(tx, undefined, () => insert(tx)));
    expect([await run(), await run()]).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('refuses the key with another body; other scopes do not know it', async () => {
    await create();
    await expect(create({ ...request, requestHash: 'other' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await create({ ...request, scope: 'user:2 POST /v1/things' })).toEqual({ id: 2 });
    expect(await count()).toBe(2);
  });

  it('of twenty at once one runs; the others get IDEMPOTENCY_IN_FLIGHT or its reply', async () => {
    const refusals: string[] = [];
    const untilOneIsRefused = async (tx: Tx) => {
      await waitFor(() => refusals.length > 0, { what: 'a refused request' });
      return insert(tx);
    };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        create(request, untilOneIsRefused).catch((error: AppError) => void refusals.push(error.code)),
      ),
    );
    expect(await count()).toBe(1);
    expect(new Set(replies.flatMap((reply) => (reply ? [reply.id] : [])))).toEqual(new Set([1]));
    expect(new Set(refusals)).toEqual(new Set(['IDEMPOTENCY_IN_FLIGHT']));
  });

  it('leaves nothing behind when the work fails: the next try runs', async () => {
    const failing = db.transaction((tx) =>
      idempotent(tx, request, async () => {
        await insert(tx);
        throw new AppError('SLUG_TAKEN');
      }),
    );
    await expect(failing).rejects.toMatchObject({ code: 'SLUG_TAKEN' });
    expect(await count()).toBe(0);
    expect(await create()).toMatchObject({ id: expect.any(Number) as number });
  });

  it('stores only what may be shown again', async () => {
    const secret = () =>
      db.transaction((tx) =>
        idempotent<{ id: number; secret: string | null }>(
          tx,
          request,
          () => Promise.resolve({ id: 1, secret: 'svc_key_x' }),
          (reply) => ({ ...reply, secret: null }),
        ),
      );
    expect(await secret()).toEqual({ id: 1, secret: 'svc_key_x' });
    expect(await secret()).toEqual({ id: 1, secret: null });
  });

  it('forgets a key after 24 h, whether it was deleted yet or not', async () => {
    await create();
    await db.execute(sql`UPDATE idempotency_key SET created_at = now() - interval '24 hours 1 second'`);
    expect(await create({ ...request, requestHash: 'other' })).toEqual({ id: 2 });
    expect(await purgeIdempotencyKeys(db)).toBe(0);
    await db.execute(sql`UPDATE idempotency_key SET created_at = now() - interval '24 hours 1 second'`);
    expect(await purgeIdempotencyKeys(db)).toBe(1);
  });
});
