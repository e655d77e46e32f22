import { jetstream } from '@nats-io/jetstream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '@questp/postgres';
import { waitFor } from '@questp/testing';
import { startEvents, type EventsUnderTest } from './testing/events.fixture.js';
import { queueOperatorAlert } from './operator-alerts.js';
import { listParked } from './replay.js';

describe('Notices', () => {
  let events: EventsUnderTest;
  beforeEach(async () => {
    events = await startEvents({ ownNats: true });
  });
  afterEach(() => events.close());

  const alerts = async () => {
    const rows = await events.db.rows<{ data: object }>(
      sql`SELECT data FROM outbox WHERE type NOT LIKE 'campaign.%' ORDER BY seq`,
    );
    return rows.map(({ data }) => data);
  };
  const untilAlerts = (count: number) => waitFor(async () => (await alerts()).length === count);
  const aMinutePasses = () => events.db.execute(sql`UPDATE notice SET told_at = told_at - interval '1 minute'`);
  /** Longer than the interval of a replica. */
  const look = () => sleep(3_000);

  it('alerts operators once a minute of many parked events, across replicas, and counts every event (A-90)', async () => {
    const park = async (count: number) => {
      const before = (await listParked(events.db)).length;
      const js = jetstream(events.inspector.connection);
      for (let n = 0; n < count; n += 1) await js.publish('events.campaign.activated', 'x');
      await waitFor(async () => (await listParked(events.db)).length === before + count);
    };
    await Promise.all([events.consumer({ by: 'a' }), events.consumer({ by: 'b' })]);
    await park(40);
    events.notices();
    events.notices();
    await untilAlerts(1);
    await park(25);
    await look();
    const parked = { service: 'shop', direction: 'in', type: null };
    expect(await alerts()).toEqual([{ ...parked, times: 40 }]);
    await aMinutePasses();
    await untilAlerts(2);
    await aMinutePasses();
    await look();
    expect(await alerts()).toEqual([
      { ...parked, times: 40 },
      { ...parked, times: 25 },
    ]);
  });

  it('alerts operators of an event that cannot be sent', async () => {
    await events.flood(1, 1_100_000);
    await events.relay();
    events.notices();
    await waitFor(async () => (await listParked(events.db)).length === 1);
    const notice = () => events.db.row(sql`SELECT data, times FROM notice WHERE told_at IS NOT NULL`);
    expect(await waitFor(notice)).toEqual({
      data: { service: 'shop', direction: 'out', type: 'campaign.activated' },
      times: 0,
    });
  });

  it('send one event per condition, with the latest data', async () => {
    const server = (host: string, state: 'up' | 'down') =>
      queueOperatorAlert(events.db, 'integration.changed', host, { destination: 'test', host, state });
    for (const state of ['down', 'up', 'down', 'up'] as const) await server('a.example', state);
    await server('b.example', 'down');
    events.notices();
    await untilAlerts(2);
    expect(await alerts()).toEqual(
      expect.arrayContaining([
        { destination: 'test', host: 'a.example', state: 'up', times: 4 },
        { destination: 'test', host: 'b.example', state: 'down', times: 1 },
      ]),
    );
  });

  it('forget nothing that is taken back', async () => {
    const noting = events.db.transaction(async (tx) => {
      await queueOperatorAlert(tx, 'mail.given_up', 'mails', { mailId: '00000000-0000-7000-8000-000000000001' });
      throw new Error('taken back');
    });
    await expect(noting).rejects.toThrow('taken back');
    expect(await events.db.rows(sql`SELECT FROM notice`)).toEqual([]);
  });
});
