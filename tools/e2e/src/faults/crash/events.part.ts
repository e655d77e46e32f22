import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { eventSubject, EVENT_VERSION, type EventEnvelope } from '@questp/messages/tables';
import { checkIn, type Person } from '@questp/players';
import { mainOf, waitFor } from '@questp/testing';
import { arrives, e2e, notificationsOf, quests, studio } from './stage.fixture.js';

const run = promisify(execFile);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('Events', () => {
  const publish = async (messages: { subject: string; text: string }[]) => {
    const connection = await connect(e2e.platform.nats.client);
    for (const { subject, text } of messages) connection.publish(subject, text);
    await connection.drain();
  };
  const reviewed = (person: Person, id: string): EventEnvelope<'submission.reviewed'> => ({
    id: randomUUID(),
    type: 'submission.reviewed',
    version: EVENT_VERSION,
    occurredAt: new Date().toISOString(),
    aggregateId: id,
    data: {
      submissionId: id,
      projectId: studio.project.id,
      campaignId: studio.campaign.id,
      questId: quests[0]?.id as string,
      questTitle: 'A quest',
      userId: person.user.id,
      status: 'claimed',
      pointsAwarded: 10,
      reason: null,
      decision: 'approved',
    },
  });
  const subject = eventSubject('submission.reviewed');
  const parked = () =>
    e2e.sql<{ id: string; payload: string }>('SELECT id, payload FROM notifier.parked_event ORDER BY id');

  it('A-86 delivered 20 times are applied once', async () => {
    const [earner, id] = [await e2e.signIn(), randomUUID()];
    const text = JSON.stringify(reviewed(earner, id));

    await publish(Array.from({ length: 20 }, () => ({ subject, text })));

    await arrives(earner, id);
    await sleep(300);
    expect(await notificationsOf(earner, id)).toHaveLength(1);
  });

  it('A-90 that cannot be read are parked, and the ones behind them go on', async () => {
    const [earner, id] = [await e2e.signIn(), randomUUID()];
    const unknown = { ...reviewed(earner, randomUUID()), version: 99 };
    const foreign = { ...reviewed(earner, randomUUID()), type: 'user.created' };
    const poison = ['', 'not json', '{"id":', 'null', '[]', JSON.stringify(unknown), JSON.stringify(foreign)];

    await publish([...poison, JSON.stringify(reviewed(earner, id))].map((text) => ({ subject, text })));

    await arrives(earner, id);
    await waitFor(async () => (await parked()).length === poison.length, { what: 'the parked events' });
    expect((await parked()).map(({ payload }) => payload).sort()).toEqual(poison.sort());
  });

  it('A-90 that were parked are sent again by the replay command, once what was wrong is mended', async () => {
    const [earner, id] = [await e2e.signIn(), randomUUID()];
    const before = await parked();
    await e2e.sql('UPDATE notifier.parked_event SET payload = $2 WHERE id = $1', [
      before[0]?.id,
      JSON.stringify(reviewed(earner, id)),
    ]);

    const { stdout } = await run(process.execPath, [mainOf('notifier'), 'replay-events', '--all'], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        DATABASE_URL: e2e.platform.database.urlOf('notifier'),
        NATS_URL: e2e.platform.nats.urlOf('notifier'),
      },
    });

    expect(stdout).toBe(`${before.length} sent again\n`);
    await arrives(earner, id);
    await waitFor(async () => (await parked()).length === before.length - 1, { what: 'the rest to be parked again' });
    expect(await notificationsOf(earner, id)).toHaveLength(1);
  });

  it('of more bytes than a heap holds are sent and parked, and neither who sends nor who applies them dies', async () => {
    const [rows, bytes] = [150, 900_000];
    const alive = () =>
      e2e.platform.services.filter((one) => isAlive(one.pid)).map(({ name, pid }) => `${name} ${pid}`);
    const before = alive();
    const parkedBefore = (await parked()).length;
    const earner = await e2e.signIn();

    await e2e.sql(
      `INSERT INTO quests.outbox (id, type, version, aggregate_id, data)
      SELECT gen_random_uuid(), 'submission.reviewed', $1, n, jsonb_build_object('text', repeat('x', $2::integer))
      FROM generate_series(1, $3::integer) n`,
      [EVENT_VERSION, bytes, rows],
    );

    expect((await checkIn(earner, quests[0]?.id as string)).response.status).toBe(200);
    await waitFor(async () => (await e2e.count('SELECT count(*) FROM notifier.parked_event')) === parkedBefore + rows, {
      what: 'all to be parked',
      intervalMs: 500,
      timeoutMs: 250_000,
    });
    expect(await e2e.count('SELECT count(*) FROM quests.outbox')).toBe(0);
    expect(alive()).toEqual(before);
    await e2e.sql('DELETE FROM notifier.parked_event WHERE length(payload) > $1', [bytes]);
  }, 300_000);
});
