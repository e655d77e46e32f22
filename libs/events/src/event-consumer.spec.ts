import { jest } from '@jest/globals';
import { jetstream, jetstreamManager, JetStreamError, type Consumer } from '@nats-io/jetstream';
import { ensureEventConsumer, EVENT_STREAM } from '@questp/broker';
import { newId, sql } from '@questp/postgres';
import { AppError } from '@questp/messages/language';
import { currentContext, metrics, newCallContext, runInContext, type CallContext } from '@questp/service';
import { waitFor } from '@questp/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventHandlers } from './event-consumer.js';
import { campaignNamed, relayed, startEvents, type EventsUnderTest } from './testing/events.fixture.js';
import { listParked, purgeInbox, replayParked } from './replay.js';

describe('EventConsumer', () => {
  let events: EventsUnderTest;
  beforeEach(async () => {
    events = await startEvents({ ownNats: true });
  });
  afterEach(() => events.close());

  const subject = 'events.campaign.activated';
  const event = (campaign: string, changed: object = {}) => ({
    id: newId(),
    type: 'campaign.activated',
    version: 1,
    occurredAt: new Date().toISOString(),
    aggregateId: campaign,
    data: campaignNamed(campaign),
    ...changed,
  });
  /** Without a message id, so that the broker does not drop duplicates. */
  const publish = (message: unknown) =>
    jetstream(events.inspector.connection).publish(
      subject,
      typeof message === 'string' ? message : JSON.stringify(message),
    );
  const effectsAre = (...expected: string[]) =>
    waitFor(async () => JSON.stringify((await events.effects()).sort()) === JSON.stringify(expected.sort()), {
      what: `the effects ${expected.join()}`,
    });
  const parked = (count: number) =>
    waitFor(async () => {
      const rows = await listParked(events.db);
      return rows.length === count && rows;
    });
  /** Waits until the broker knows the consumer. */
  const ready = (service = 'shop') =>
    waitFor(async () => (await jetstreamManager(events.inspector.connection)).consumers.info(EVENT_STREAM, service));
  const settled = () =>
    waitFor(async () => {
      const { num_pending, num_ack_pending } = await ready();
      return num_pending === 0 && num_ack_pending === 0;
    });

  /** The next fetch fails once it has brought that many messages, as when the broker misses its heartbeats. */
  const missHeartbeatsAfter = async (messages: number) => {
    const consumer = await jetstream(events.inspector.connection).consumers.get(EVENT_STREAM, 'shop');
    const pull = Object.getPrototypeOf(consumer) as Consumer;
    const givenUp = new Promise<void>((resolve) => {
      jest.spyOn(pull, 'fetch').mockImplementationOnce(async function (this: Consumer, options) {
        const batch = await pull.fetch.call(this, options);
        const read = batch[Symbol.asyncIterator].bind(batch);
        batch[Symbol.asyncIterator] = async function* () {
          let left = messages;
          for await (const message of { [Symbol.asyncIterator]: read }) {
            yield message;
            left -= 1;
            if (left > 0) continue;
            resolve();
            throw new JetStreamError('heartbeats missed');
          }
        };
        return batch;
      });
    });
    return { givenUp };
  };

  it('applies each event of the outbox once', async () => {
    await Promise.all([events.relay(), events.consumer()]);
    await Promise.all(['1', '2', '3'].map((campaign) => events.activate(campaign)));
    await effectsAre('1', '2', '3');
    await settled();
    expect((await events.db.rows(sql`SELECT 1 FROM inbox`)).length).toBe(3);
  });

  it('applies an event once that was delivered twice, also concurrently (A-86)', async () => {
    await Promise.all([events.consumer({ by: 'a' }), events.consumer({ by: 'b' })]);
    await ready();
    const same = event('1');
    await Promise.all(Array.from({ length: 20 }, () => publish(same)));
    await publish(event('2'));
    await effectsAre('1', '2');
    await settled();
    await effectsAre('1', '2');
  });

  it('shares the work between replicas', async () => {
    const done: Record<string, number> = { a: 0, b: 0 };
    for (const by of ['a', 'b']) {
      await events.consumer({
        by,
        handlers: {
          'campaign.activated': async () => {
            await sleep(5);
            done[by] = (done[by] ?? 0) + 1;
          },
        },
      });
    }
    await ready();
    let sent = 0;
    const shared = async () => {
      await Promise.all(Array.from({ length: 50 }, () => publish(event(String((sent += 1))))));
      return Object.values(done).every((count) => count > 20);
    };
    await waitFor(shared, { what: 'both to have done some' });
    await waitFor(() => (done['a'] ?? 0) + (done['b'] ?? 0) === sent);
  });

  it('calls every part of a service that listens to an event, in one transaction', async () => {
    let broken = true;
    const second: EventHandlers = {
      'campaign.activated': async (tx, { data }) => {
        await tx.execute(sql`INSERT INTO effect (campaign, by) VALUES (${data.campaignId}, 'b')`);
        if (broken) throw new Error('not yet');
      },
    };
    await events.consumer({ more: [second, { 'campaign.ended': () => Promise.resolve() }] });
    await ready();
    await publish(event('1'));
    await publish(event('2'));
    await parked(2);
    expect(await events.effects()).toEqual([]);
    broken = false;
    await publish(event('3'));
    await effectsAre('3', '3');
  });

  it("continues the request id and trace of the event's writer, also when a parked event is replayed", async () => {
    const seen: string[] = [];
    let broken = true;
    const handler = () => {
      const { requestId, traceparent } = currentContext() as CallContext;
      seen.push(`${requestId} ${traceparent.slice(0, 35)}`);
      return broken ? Promise.reject(new Error('not yet')) : Promise.resolve();
    };
    await Promise.all([events.relay(), events.consumer({ handlers: { 'campaign.activated': handler } })]);
    await ready();
    const context = newCallContext('request-1');
    await runInContext(context, () => events.activate('1'));
    await parked(1);
    broken = false;
    await replayParked(events.db, events.inspector.connection, 'shop');
    await waitFor(async () => (await events.db.rows(sql`SELECT 1 FROM inbox`)).length === 1);
    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(seen)).toEqual(new Set([`request-1 ${context.traceparent.slice(0, 35)}`]));
  });

  it('reports the number of waiting events, including those in progress', async () => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await events.consumer({ handlers: { 'campaign.activated': () => held } });
    await ready();
    // More than it fetches at once, so that the broker still holds the last ones.
    await Promise.all(Array.from({ length: 25 }, (_, index) => publish(event(String(index)))));
    const waiting = async () => (await metrics.getSingleMetric('questp_events_waiting')?.get())?.values[0]?.value;
    await waitFor(async () => (await waiting()) === 25).finally(release);
    await waitFor(async () => (await waiting()) === 0);
  });

  it('does not take the broker for silent while events take their time', async () => {
    const failures = async () =>
      (await metrics.getSingleMetric('questp_loop_failures_total')?.get())?.values.find(
        ({ labels }) => labels['loop'] === 'inbox',
      )?.value ?? 0;
    const before = await failures();
    const applied: string[] = [];
    const handler: EventHandlers['campaign.activated'] = async (_tx, { data }) => {
      await sleep(100);
      applied.push(data.campaignId);
    };
    await events.prepare('shop', ['campaign.activated']);
    // Two rounds of two seconds each.
    const published = Array.from({ length: 40 }, (_, index) => event(String(index)));
    for (const one of published) await publish(one);
    await events.consumer({ handlers: { 'campaign.activated': handler } });
    await waitFor(() => applied.length >= 40, { timeoutMs: 20_000 });
    await settled();
    expect(applied).toEqual(published.map(({ data }) => data.campaignId));
    expect(await failures()).toBe(before);
  });

  it('gives every service its own copy', async () => {
    await Promise.all([events.consumer({ service: 'shop' }), events.consumer({ service: 'bank' })]);
    await Promise.all([ready('shop'), ready('bank')]);
    // Both use the inbox of this database, but share nothing else.
    await publish(event('1'));
    await waitFor(async () => {
      const infos = await Promise.all([ready('shop'), ready('bank')]);
      return infos.every(({ ack_floor }) => ack_floor.stream_seq === 1);
    });
  });

  it('rolls the effect back with the inbox when the handler fails, and applies it at a later try', async () => {
    let tries = 0;
    await events.consumer({
      handlers: {
        'campaign.activated': async (tx, { data }) => {
          await tx.execute(sql`INSERT INTO effect (campaign, by) VALUES (${data.campaignId}, 'x')`);
          tries += 1;
          if (tries < 3) throw new Error('not yet');
        },
      },
    });
    await ready();
    await publish(event('1'));
    await effectsAre('1');
    expect(tries).toBe(3);
    expect(await listParked(events.db)).toEqual([]);
  });

  it('an outage uses up no tries', async () => {
    let tries = 0;
    await events.consumer({
      handlers: {
        'campaign.activated': async (tx, { data }) => {
          tries += 1;
          // As many failures of another kind would park it.
          if (tries < 4) throw new AppError(tries % 2 ? 'SERVICE_UNAVAILABLE' : 'UPSTREAM_TIMEOUT');
          await tx.execute(sql`INSERT INTO effect (campaign, by) VALUES (${data.campaignId}, 'x')`);
        },
      },
    });
    await ready();
    await publish(event('1'));
    await effectsAre('1');
    expect(await listParked(events.db)).toEqual([]);
  });

  describe('poison (A-90)', () => {
    const counted = async (type: string) =>
      (await metrics.getSingleMetric('questp_events_parked_total')?.get())?.values.find(
        ({ labels }) => labels['type'] === type,
      )?.value ?? 0;
    it('messages that cannot be read are parked at once, and the next event is applied', async () => {
      const unreadable = [
        '',
        '{"id":',
        'a\0b',
        'null',
        ...[
          event('1', { version: 2 }),
          event('1', { id: undefined }),
          event('1', { id: "x'; DROP TABLE inbox" }),
          event('1', { type: 'user.created' }),
          event('1', { data: undefined }),
          event('1', { data: { campaignId: newId() } }),
          event('1', { data: { ...campaignNamed('1'), projectId: 7 } }),
        ].map((message) => JSON.stringify(message)),
      ];
      const before = await counted('unreadable');
      await events.consumer();
      await ready();
      for (const message of unreadable) await publish(message);
      await publish(event('next'));
      await effectsAre('next');
      const rows = await parked(unreadable.length);
      for (const row of rows) {
        expect(row).toMatchObject({
          ...{ subject, eventId: null, reason: 'unreadable, incomplete or of an unknown version' },
        });
      }
      // PostgreSQL stores no NUL.
      const payloads = await events.db.rows<{ payload: string }>(sql`SELECT payload FROM parked_event`);
      expect(payloads.map(({ payload }) => payload).sort()).toEqual(
        unreadable.map((message) => message.replace('\0', '\uFFFD')).sort(),
      );
      await settled();
      expect((await counted('unreadable')) - before).toBe(unreadable.length);
    });

    it('ignores a member that a newer sender added', async () => {
      await events.consumer();
      await ready();
      await publish(event('1', { data: { ...campaignNamed('1'), title: 'new' }, addedLater: true }));
      await effectsAre('1');
      expect(await listParked(events.db)).toEqual([]);
    });

    it.each([
      ['throws', () => Promise.reject(new Error('no such\0column'))],
      ['refuses', () => Promise.reject(new AppError('INTERNAL'))],
    ])('an event whose handler always %s is parked after its tries, the ones behind it flow', async (_what, fail) => {
      let tries = 0;
      const before = await counted('campaign.ended');
      await events.consumer({
        handlers: {
          'campaign.ended': () => {
            tries += 1;
            return fail();
          },
        },
      });
      await ready();
      const poison = { ...event('1'), type: 'campaign.ended' };
      await jetstream(events.inspector.connection).publish('events.campaign.ended', JSON.stringify(poison));
      await publish(event('next'));
      await effectsAre('next');
      expect(await parked(1)).toMatchObject([
        { subject: 'events.campaign.ended', eventId: poison.id, direction: 'in' },
      ]);
      expect(await events.db.rows(sql`SELECT payload FROM parked_event`)).toEqual([
        { payload: JSON.stringify(poison) },
      ]);
      expect(tries).toBe(3);
      await settled();
      expect((await counted('campaign.ended')) - before).toBe(1);
      expect(await events.db.rows(sql`SELECT 1 FROM inbox WHERE event_id = ${poison.id}`)).toEqual([]);
    });

    it('is applied by the replay when the cause is gone, by this service alone', async () => {
      let broken = true;
      const handlers = {
        'campaign.ended': () => (broken ? Promise.reject(new Error('broken')) : Promise.resolve()),
      };
      await events.consumer({ handlers });
      await ready();
      const poison = { ...event('1'), type: 'campaign.ended' };
      await jetstream(events.inspector.connection).publish('events.campaign.ended', JSON.stringify(poison));
      await parked(1);

      expect(await replayParked(events.db, events.inspector.connection, 'shop')).toBe(1);
      const [again] = await parked(1);
      expect(again).toMatchObject({ subject: 'events.campaign.ended', reason: 'broken' });

      broken = false;
      expect(await replayParked(events.db, events.inspector.connection, 'shop')).toBe(1);
      await waitFor(async () => (await events.db.rows(sql`SELECT 1 FROM inbox WHERE event_id = ${poison.id}`)).length);
      await settled();
      expect(await listParked(events.db)).toEqual([]);
      expect(await replayParked(events.db, events.inspector.connection, 'shop')).toBe(0);
      // Other services also subscribe to the subject of the event; they received it once.
      expect((await events.stored()).map((stored) => stored.subject)).toEqual([
        'events.campaign.ended',
        'replay.shop.events.campaign.ended',
        'replay.shop.events.campaign.ended',
      ]);
    });

    it('stays parked when the broker is gone during the replay', async () => {
      await events.consumer();
      await ready();
      await publish('poison');
      await parked(1);
      await settled();
      await events.nats.kill();
      await expect(replayParked(events.db, events.inspector.connection, 'shop')).rejects.toThrow();
      expect(await listParked(events.db)).toHaveLength(1);
      await events.nats.restart();
    });
  });

  describe('goes on', () => {
    it.each([
      ['was killed', () => events.nats.kill()],
      ['was frozen', () => Promise.resolve(events.nats.pause())],
    ])('after the broker %s (A-87)', async (_how, down) => {
      await Promise.all([events.relay(), events.consumer()]);
      await events.activate('1');
      await effectsAre('1');
      await down();
      await events.activate('2');
      await sleep(1_000);
      events.nats.resume();
      await events.nats.restart();
      await events.activate('3');
      await effectsAre('1', '2', '3');
    });

    it('applies all events of a batch at their first delivery when the client gives it up while it is read', async () => {
      await events.prepare('shop', ['campaign.activated']);
      for (const campaign of ['1', '2', '3', '4']) await publish(event(campaign));
      const { givenUp } = await missHeartbeatsAfter(4);
      await events.consumer({ more: [{ 'campaign.activated': () => givenUp }] });
      await effectsAre('1', '2', '3', '4');
      await settled();
      expect((await ready()).delivered.consumer_seq).toBe(4);
    });

    it('once its consumer, deleted in the broker, is made again, without applying anything again', async () => {
      await events.consumer();
      await ready();
      await publish(event('1'));
      await effectsAre('1');
      await (await jetstreamManager(events.inspector.connection)).consumers.delete(EVENT_STREAM, 'shop');
      await publish(event('2'));
      await ensureEventConsumer(events.inspector.connection, 'shop', ['campaign.activated']);
      await effectsAre('1', '2');
      await settled();
    });

    it('once the stream, deleted in the broker, is made again', async () => {
      await Promise.all([events.relay(), events.consumer()]);
      await events.activate('1');
      await effectsAre('1');
      await (await jetstreamManager(events.inspector.connection)).streams.delete(EVENT_STREAM);
      await events.activate('2');
      await events.prepare('shop', ['campaign.activated']);
      await effectsAre('1', '2');
    });

    it('after PostgreSQL ended its sessions, while events come in', async () => {
      await Promise.all([events.relay(), events.consumer({ by: 'a' }), events.consumer({ by: 'b' })]);
      const campaigns = Array.from({ length: 60 }, (_, index) => String(index));
      for (const campaign of campaigns) {
        await waitFor(() => events.activate(campaign).then(() => true));
        if (Number(campaign) % 20 === 10) await events.endSessions();
      }
      await relayed(events);
      await waitFor(async () => new Set(await events.effects()).size === 60);
      // The loop above may emit an event twice after a broken commit; the event still counts once.
      const { length } = await events.effects();
      expect((await events.db.rows(sql`SELECT 1 FROM inbox`)).length).toBe(length);
      expect(await listParked(events.db)).toEqual([]);
    });

    it('where another replica left off when it is stopped: nothing waits, nothing is applied twice', async () => {
      const first = await events.consumer({ by: 'a' });
      await ready();
      await Promise.all(Array.from({ length: 100 }, (_, index) => publish(event(String(index)))));
      await first.stop();
      await events.consumer({ by: 'b' });
      await waitFor(async () => (await events.effects()).length === 100);
      await settled();
      expect(new Set(await events.effects()).size).toBe(100);
    });
  });

  it('the inbox is kept for a day longer than the stream', async () => {
    for (const days of [7, 9]) {
      await events.db.execute(sql`
        INSERT INTO inbox (event_id, type, applied_at)
        VALUES (${newId()}, 'x', now() - make_interval(days => ${days}::int))`);
    }
    expect(await purgeInbox(events.db)).toBe(1);
  });
});
