import { jetstreamManager } from '@nats-io/jetstream';
import { jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureEventStream, EVENT_STREAM } from '@questp/broker';
import { Database, sql, type Sql } from '@questp/postgres';
import { metrics } from '@questp/service';
import { waitFor } from '@questp/testing';
import { emit } from './emit.js';
import { campaignNamed, relayed, SCHEMA, startEvents, type EventsUnderTest } from './testing/events.fixture.js';
import { listParked, replayParkedOutbox } from './replay.js';

describe('OutboxRelay', () => {
  let events: EventsUnderTest;
  beforeEach(async () => {
    events = await startEvents({ ownNats: true });
  });
  afterEach(() => events.close());

  const storedCampaigns = async () => (await events.stored()).map(({ campaign }) => campaign);
  /** Events in the order of their writing per aggregate: "1-0", "1-1", "2-0", ... */
  const expectOrder = (campaigns: string[], aggregates: number, each: number) => {
    for (let aggregate = 0; aggregate < aggregates; aggregate += 1) {
      const own = campaigns.filter((campaign) => campaign.startsWith(`${aggregate}-`));
      expect(own).toEqual(Array.from({ length: each }, (_, index) => `${aggregate}-${index}`));
    }
  };

  it('stores committed events under their own id, once each, and never those of a transaction that rolled back', async () => {
    await events.activate('kept');
    await events.db
      .transaction(async (tx) => {
        await emit(tx, 'campaign.activated', 'dropped', campaignNamed('dropped'));
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    await events.relay();
    await relayed(events);
    expect(await events.stored()).toEqual([
      {
        subject: `events.campaign.activated.-.${campaignNamed('kept').projectId}`,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        aggregateId: 'kept',
        campaign: 'kept',
      },
    ]);
  });

  it('keeps the order within an aggregate over many rounds, with two relays at work, and stores nothing twice', async () => {
    await Promise.all([events.relay(), events.relay()]);
    for (let index = 0; index < 20; index += 1) {
      await Promise.all(
        Array.from({ length: 30 }, (_, aggregate) => events.activate(`${aggregate}-${index}`, `${aggregate}`)),
      );
    }
    await relayed(events);
    const campaigns = await storedCampaigns();
    expect(campaigns).toHaveLength(600);
    expectOrder(campaigns, 30, 20);
  });

  it('stores an event once when the relay died before it deleted the row (A-86)', async () => {
    await events.activate('twice');
    const rows = await events.db.rows<{ id: string; data: object }>(sql`SELECT * FROM outbox`);
    const relay = await events.relay();
    await relayed(events);
    await relay.stop();
    // The row is back, as after a crash between the acknowledgement and the commit.
    await events.db.execute(sql`
      INSERT INTO outbox (id, type, version, aggregate_id, data)
      VALUES (${rows[0]?.id}, 'campaign.activated', 1, 'twice', ${JSON.stringify(rows[0]?.data)}::jsonb)`);
    await events.relay();
    await relayed(events);
    expect(await storedCampaigns()).toEqual(['twice']);
  });

  it.each([
    ['killed', (under: EventsUnderTest) => under.nats.kill(), (under: EventsUnderTest) => under.nats.restart()],
    ['frozen', (under: EventsUnderTest) => under.nats.pause(), (under: EventsUnderTest) => under.nats.resume()],
  ] as const)(
    'keeps events that are written while the broker is %s, and sends them in order per aggregate (A-87)',
    async (_how, down, up) => {
      await Promise.all([events.relay(), events.relay()]);
      await events.activate('0-0', '0');
      await relayed(events);
      await down(events);
      for (let index = 1; index < 12; index += 1) await events.activate(`0-${index}`, '0');
      for (let index = 0; index < 12; index += 1) await events.activate(`1-${index}`, '1');
      const age = async () => (await metrics.getSingleMetric('questp_outbox_age_seconds')?.get())?.values[0]?.value;
      await waitFor(async () => ((await age()) ?? 0) > 5, { what: 'an outbox of more than 5 s' });
      const measured = (await age()) ?? 0;
      const oldest = await events.db.row<{ age: number }>(
        sql`SELECT extract(epoch FROM clock_timestamp() - min(occurred_at))::float8 AS age FROM outbox`,
      );
      // It was measured by another clock.
      expect(measured).toBeLessThan((oldest?.age ?? 0) + 1);
      expect(await events.outboxed()).toBeGreaterThan(0);
      await up(events);
      await relayed(events);
      await waitFor(async () => (await age()) === 0, { what: 'no age' });
      const campaigns = await waitFor(storedCampaigns);
      expectOrder(campaigns, 2, 12);
      expect(campaigns).toHaveLength(24);
    },
  );

  it('parks an event that the broker can never accept, and sends the following ones, also of the same aggregate', async () => {
    const counted = async (type: string) =>
      (await metrics.getSingleMetric('questp_outbox_parked_total')?.get())?.values.find(
        ({ labels }) => labels['type'] === type,
      )?.value ?? 0;
    const types = ['campaign.activated', 'no such subject'];
    const before = await Promise.all(types.map(counted));
    await events.activate('1', 'same');
    await events.flood(1, 1_100_000, { aggregateId: 'same' });
    await events.flood(1, 10, { aggregateId: 'same', type: 'no such subject' });
    // Just below the maximum size.
    await events.flood(1, 982_000);
    await events.activate('2', 'same');
    await events.relay();
    await waitFor(async () => (await storedCampaigns()).includes('2'));
    const parked = await waitFor(async () => {
      const rows = await listParked(events.db);
      return rows.length >= 2 && rows;
    });
    expect(parked).toMatchObject([
      { direction: 'out', subject: 'events.campaign.activated', reason: 'its data has more than 983040 bytes' },
      { direction: 'out', subject: 'events.no such subject', reason: expect.stringMatching(/subject/) as string },
    ]);
    await waitFor(async () => (await events.stored()).length === 3);
    expect(await Promise.all(types.map(counted))).toEqual(before.map((count) => count + 1));

    await events.db.execute(sql`UPDATE outbox SET type = 'campaign.ended' WHERE type = 'no such subject'`);
    expect(await replayParkedOutbox(events.db)).toBe(2);
    await waitFor(async () => (await events.stored()).length === 4);
    expect(await waitFor(async () => (await listParked(events.db)).length === 1)).toBe(true);
  });

  /** The database of a relay, and the number of rows of each round that sent some. */
  const observed = () => {
    const db = new Database(events.url, { schema: SCHEMA, poolSize: 3 });
    const rounds: { rows: number; bytes: number }[] = [];
    const transaction = db.transaction.bind(db);
    jest.spyOn(db, 'transaction').mockImplementation((work, label) =>
      transaction((tx) => {
        const rows = tx.rows.bind(tx);
        tx.rows = async <Row extends object>(statement: Sql) => {
          const read = await rows<Row>(statement);
          rounds.push({ rows: read.length, bytes: JSON.stringify(read).length });
          return read;
        };
        return work(tx);
      }, label),
    );
    return { db, rounds };
  };

  it('reads a bounded number of bytes at a time, however many large rows wait', async () => {
    await events.flood(40, 300_000);
    await events.activate('behind');
    const { db, rounds } = observed();
    await events.relay(db);
    const batch = async () => (await metrics.getSingleMetric('questp_outbox_batch')?.get())?.values[0]?.value;
    await waitFor(async () => ((await batch()) ?? 0) > 1, { what: 'a batch of some', intervalMs: 1 });
    await waitFor(async () => (await storedCampaigns()).includes('behind'));
    await waitFor(async () => (await batch()) === 0, { what: 'an empty batch' });
    expect(rounds.length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...rounds.map(({ bytes }) => bytes))).toBeLessThan(1024 * 1024 + 310_000);
    await events.stopAll();
    await db.onApplicationShutdown();
  });

  it('takes a thousand events of any aggregates in a round, and leaves what comes meanwhile to a pause', async () => {
    await events.db.execute(sql`
      INSERT INTO outbox (id, type, version, aggregate_id, data)
      SELECT gen_random_uuid(), 'campaign.activated', 1, n::text, '{"campaignId": ""}' FROM generate_series(1, 2001) AS n`);
    const { db, rounds } = observed();
    const row = db.row.bind(db);
    const askedAt: number[] = [];
    jest.spyOn(db, 'row').mockImplementation((statement) => {
      askedAt.push(performance.now());
      return row(statement);
    });
    await events.relay(db);
    await relayed(events);
    await waitFor(() => askedAt.length > rounds.length, { what: 'the round after the last event' });
    await events.stopAll();
    expect(rounds.map(({ rows }) => rows)).toEqual([1_000, 1_000, 1]);
    expect((askedAt[3] ?? 0) - (askedAt[2] ?? 0)).toBeGreaterThan(95);
    await db.onApplicationShutdown();
  });

  it('asks once a second while nothing commits, and soon after a commit', async () => {
    const { db } = observed();
    const asked = jest.spyOn(db, 'row');
    await events.relay(db);
    await sleep(2_500);
    expect(asked.mock.calls.length).toBeLessThanOrEqual(4);
    const begun = performance.now();
    for (let n = 0; n < 12; n += 1) {
      await db.transaction((tx) => emit(tx, 'campaign.activated', `c${n}`, campaignNamed(`c${n}`)));
      await relayed(events);
    }
    expect(performance.now() - begun).toBeLessThan(8_000);
    await events.stopAll();
    await db.onApplicationShutdown();
  });

  it('continues when a lost stream is created again', async () => {
    await events.relay();
    await events.activate('before');
    await relayed(events);
    await (await jetstreamManager(events.inspector.connection)).streams.delete(EVENT_STREAM);
    await events.activate('after');
    await ensureEventStream(events.inspector.connection);
    await relayed(events);
    expect(await storedCampaigns()).toEqual(['after']);
  });

  it('continues after PostgreSQL ended its sessions', async () => {
    await events.relay();
    await events.activate('before');
    await relayed(events);
    await events.endSessions();
    await events.activate('after');
    await relayed(events);
    expect(await storedCampaigns()).toEqual(['before', 'after']);
  });

  it('stops', async () => {
    const relay = await events.relay();
    await expect(relay.stop()).resolves.toBeUndefined();
  });
});

describe('ensureEventStream', () => {
  it('can run many times side by side, and brings old settings up to date', async () => {
    const events = await startEvents();
    const { connection } = events.inspector;
    await Promise.all(Array.from({ length: 10 }, () => ensureEventStream(connection)));
    const manager = await jetstreamManager(connection);
    await manager.streams.update(EVENT_STREAM, { subjects: ['events.>'] });
    await ensureEventStream(connection);
    const { config } = await manager.streams.info(EVENT_STREAM);
    expect(config).toMatchObject({ subjects: ['events.>', 'replay.>'], storage: 'file', duplicate_window: 120e9 });
    await events.close();
  });
});
