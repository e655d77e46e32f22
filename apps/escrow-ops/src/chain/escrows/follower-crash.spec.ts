import { createCampaign } from '@questp/contract-proof';
import { HostChain, HostNode } from '@questp/contract-proof/host-node';
import { Database, newId, sql } from '@questp/postgres';
import { createTestDatabase, startNats, startService, waitFor, type TestDatabase } from '@questp/testing';

describe('an escrow-ops that is killed', () => {
  let database: TestDatabase;
  let db: Database;
  let nats: Awaited<ReturnType<typeof startNats>>;
  let escrowOps: Awaited<ReturnType<typeof startService>>;
  let chain: HostChain;
  let node: HostNode;

  beforeAll(async () => {
    chain = await HostChain.open();
    node = await HostNode.start(chain);
    [database, nats] = await Promise.all([createTestDatabase({ migrate: ['escrow-ops'] }), startNats()]);
    db = new Database(database.url, { schema: 'escrow', poolSize: 3 });
    // The relay deletes events from the outbox.
    await db.execute(sql`CREATE SCHEMA seen CREATE TABLE emitted (seq bigint, aggregate_id text, type text)`);
    await db.execute(sql`
      CREATE FUNCTION note_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN INSERT INTO seen.emitted VALUES (NEW.seq, NEW.aggregate_id, NEW.type); RETURN NEW; END $$`);
    await db.execute(sql`
      CREATE TRIGGER note_event AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION note_event()`);
    await db.execute(sql`
      INSERT INTO integrations.chain (chain_id, name, bech32_prefix, key_algorithm, coin_type, network, rpc_urls)
      VALUES (${chain.chainId}, 'Host', 'wasm', 'secp256k1', 118, 'testnet', ${[node.url]})`);
    escrowOps = await startService('escrow-ops', {
      DATABASE_URL: database.urlOf('escrow-ops'),
      NATS_URL: nats.urlOf('escrow-ops'),
      EGRESS_NETWORKS: '127.0.0.1/32',
    });
  });
  afterAll(async () => {
    await escrowOps.stop();
    await db.onApplicationShutdown();
    await Promise.all([nats.stop(), node.stop(), database.drop()]);
  });

  const events = async (campaignId: string) =>
    (
      await db.rows<{ type: string }>(
        sql`SELECT type FROM seen.emitted WHERE aggregate_id = ${campaignId} ORDER BY seq`,
      )
    ).map(({ type }) => type);
  const makeDue = (campaignId: string) =>
    db.execute(sql`UPDATE escrow_attempt SET due_at = now() WHERE campaign_id = ${campaignId}`);
  const isLeased = (campaignId: string) =>
    db.row(sql`SELECT lease FROM escrow_attempt WHERE campaign_id = ${campaignId} AND lease IS NOT NULL`);

  /** A campaign with an escrow, which the service has begun to read from a slow node. */
  const beginReading = async () => {
    const id = newId();
    await createCampaign(chain.world, { id, startsIn: 600, endsIn: 900 });
    chain.mine();
    node.behave({ delayMs: 500 });
    await db.execute(sql`
      INSERT INTO escrow_attempt (campaign_id, attempt, project_id, chain_id, factory, address)
      VALUES (${id}, 1, ${newId()}, ${chain.chainId}, ${chain.world.factory}, 'wasm1predicted')`);
    await waitFor(() => isLeased(id));
    return id;
  };

  const continues = async (id: string) => {
    node.behave();
    expect(await events(id)).toEqual([]);
    expect(await isLeased(id)).toBeDefined();
    await makeDue(id);
    await escrowOps.restart();
    await waitFor(async () => {
      // A slow machine can miss the deadlines of the node, after which the follower waits.
      await db.execute(sql`UPDATE escrow_attempt SET due_at = now() WHERE campaign_id = ${id} AND lease IS NULL`);
      return (await events(id)).length > 0;
    });
    await makeDue(id);
    await waitFor(async () => (await isLeased(id)) === undefined);
    expect(await events(id)).toEqual(['escrow.funded']);
  };

  it('while it queries the nodes, leaves the escrow to another replica after its lease', async () => {
    const id = await beginReading();
    await escrowOps.kill();
    await continues(id);
  });

  it('while it stores a reading, stores neither state nor event', async () => {
    const id = await beginReading();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const holding = db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM escrow_attempt WHERE campaign_id = ${id} FOR UPDATE`);
      await released;
    });
    const waiting = await waitFor(() =>
      db.row<{ pid: number }>(sql`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
    );
    await escrowOps.kill();
    // Ends its statement, which would continue.
    await db.row(sql`SELECT pg_terminate_backend(${waiting.pid})`);
    release();
    await holding;
    await continues(id);
  });
});
