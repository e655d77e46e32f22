import { randomUUID } from 'node:crypto';
import { MAX_PAYOUTS_ANNOUNCED } from '@questp/messages/escrow';
import { Database, newId, sql } from '@questp/postgres';
import { createTestDatabase, startNats, startService, waitFor, type TestDatabase } from '@questp/testing';

/** Earners of a plan: three pages. */
const EARNERS = 2 * MAX_PAYOUTS_ANNOUNCED + 50;
const NONE = { FAILPOINTS_ENABLED: 'false', FAILPOINTS: '' };
const at = (failpoint: string) => ({ FAILPOINTS_ENABLED: 'true', FAILPOINTS: failpoint });

describe('an escrow-ops that is killed while it notifies earners', () => {
  let database: TestDatabase;
  let db: Database;
  let nats: Awaited<ReturnType<typeof startNats>>;
  let escrowOps: Awaited<ReturnType<typeof startService>>;

  beforeAll(async () => {
    [database, nats] = await Promise.all([createTestDatabase({ migrate: ['escrow-ops'] }), startNats()]);
    db = new Database(database.url, { schema: 'escrow', poolSize: 3 });
    // The relay deletes events from the outbox.
    await db.execute(sql`CREATE SCHEMA seen CREATE TABLE emitted (seq bigint, aggregate_id text, data jsonb)`);
    await db.execute(sql`
      CREATE FUNCTION note_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN INSERT INTO seen.emitted VALUES (NEW.seq, NEW.aggregate_id, NEW.data); RETURN NEW; END $$`);
    await db.execute(sql`
      CREATE TRIGGER note_event AFTER INSERT ON outbox FOR EACH ROW WHEN (NEW.type = 'payouts.announced')
      EXECUTE FUNCTION note_event()`);
    escrowOps = await startService('escrow-ops', {
      DATABASE_URL: database.urlOf('escrow-ops'),
      NATS_URL: nats.urlOf('escrow-ops'),
    });
  }, 60_000);
  afterAll(async () => {
    await escrowOps.stop();
    await db.onApplicationShutdown();
    await Promise.all([nats.stop(), database.drop()]);
  });

  const plan = async () => {
    const [planId, campaignId] = [newId(), randomUUID()];
    const pool = { attempt: null, chainId: 'questp-local-1', denom: 'ustake', symbol: 'STAKE', decimals: 6 };
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        INSERT INTO payout_plan (id, campaign_id, project_id, version, kind, status, planned_at, approved_by, approved_at,
          pool)
        VALUES (${planId}, ${campaignId}, ${randomUUID()}, 1, 'final', 'approved', now(), 'u', now(),
          ${JSON.stringify(pool)}::jsonb)`);
      await tx.execute(sql`
        INSERT INTO payout (plan_id, rank, user_id, points, address, address_source, amount, status)
        SELECT ${planId}, n, 'svcuser_' || lpad(n::text, 32, '0'), 1, 'wasm1' || n, 'wallet', n, 'pending'
        FROM generate_series(1, ${EARNERS}::int) AS n`);
      await tx.execute(sql`INSERT INTO payout_announcement (plan_id) VALUES (${planId})`);
    });
    return campaignId;
  };
  const announced = async (campaignId: string) => {
    const rows = await db.rows<{ userId: string }>(sql`
      SELECT payout ->> 'userId' AS user_id FROM seen.emitted, jsonb_array_elements(data -> 'payouts') AS payout
      WHERE aggregate_id = ${campaignId}`);
    return rows.map(({ userId }) => userId);
  };

  it.each([
    ['before a page commits', 'before-commit', 0],
    ['after a page has committed', 'after-commit', MAX_PAYOUTS_ANNOUNCED],
  ])('%s, notifies each earner once', async (_, failpoint, first) => {
    await db.execute(sql`DELETE FROM payout_announcement`);
    await escrowOps.restart(at(`${failpoint}:payout.announcements`));
    const campaignId = await plan();
    await escrowOps.exited();
    expect(await announced(campaignId)).toHaveLength(first);
    await escrowOps.restart(NONE);
    await waitFor(async () => (await announced(campaignId)).length >= EARNERS);
    const all = await announced(campaignId);
    expect([all.length, new Set(all).size]).toEqual([EARNERS, EARNERS]);
  });
});
