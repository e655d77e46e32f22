import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { ensureEventStream, EVENT_STREAM } from '@questp/broker';
import { sql } from '@questp/postgres';
import { metrics } from '@questp/service';
import { waitFor } from '@questp/testing';
import { relayed, startEvents, type EventsUnderTest } from './testing/events.fixture.js';

describe('a full stream of events', () => {
  let events: EventsUnderTest;
  beforeEach(async () => {
    events = await startEvents();
  });
  afterEach(() => events.close());

  const streams = async () => (await jetstreamManager(events.inspector.connection)).streams;
  const bound = async (bytes: number) => (await streams()).update(EVENT_STREAM, { max_bytes: bytes });
  const publish = (bytes: number) =>
    jetstream(events.inspector.connection).publish(
      'events.mail.retried',
      JSON.stringify({ id: '', aggregateId: '', data: { campaignId: '', text: 'x'.repeat(bytes) } }),
    );
  const alerts = () =>
    events.db.rows<{ data: object }>(sql`SELECT data FROM notice WHERE type = 'event_stream.filling'`);

  it('has a bound from the start, refuses events above it, and keeps a bound set by an operator', async () => {
    const { config } = await (await streams()).info(EVENT_STREAM);
    expect(config.max_bytes).toBeGreaterThan(0);
    await bound(100_000);
    await ensureEventStream(events.inspector.connection);
    expect((await (await streams()).info(EVENT_STREAM)).config.max_bytes).toBe(100_000);
    await publish(60_000);
    await expect(publish(60_000)).rejects.toThrow('maximum bytes exceeded');
    expect((await (await streams()).info(EVENT_STREAM)).state.messages).toBe(1);
  });

  it('loses nothing: events wait in the outbox until there is room', async () => {
    await bound(100_000);
    await publish(99_700);
    await events.activate('waits');
    await events.relay();
    const failures = async () =>
      (await metrics.getSingleMetric('questp_loop_failures_total')?.get())?.values.find(
        ({ labels }) => labels['loop'] === 'outbox',
      )?.value ?? 0;
    const before = await failures();
    await waitFor(async () => (await failures()) > before);
    expect(await events.outboxed()).toBe(1);
    await bound(200_000);
    await relayed(events);
    expect((await events.stored()).at(-1)?.campaign).toBe('waits');
  });

  it('is announced to operators before, once at each level', async () => {
    await bound(100_000);
    const watch = events.watch();
    const percentOf = async () => (await alerts())[0]?.data;
    await publish(40_000);
    await watch.look();
    expect(await alerts()).toEqual([]);
    await publish(20_000);
    await watch.look();
    await watch.look();
    expect(await percentOf()).toEqual({ percent: 60 });
    expect(await events.db.row(sql`SELECT times FROM notice`)).toEqual({ times: 1 });
    await publish(32_000);
    await watch.look();
    expect(await percentOf()).toEqual({ percent: 92 });
    const ratio = (await metrics.getSingleMetric('questp_event_stream_fill_ratio')?.get())?.values[0]?.value;
    expect(ratio).toBeCloseTo(0.92, 2);
  });
});
