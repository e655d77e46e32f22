import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@nats-io/transport-node';
import {
  eventSubject,
  EVENT_VERSION,
  type EventEnvelope,
  type Notification,
  type Quest,
  type Submission,
} from '@questp/messages';
import { waitFor, workspaceRoot } from '@questp/testing';
import type { Answer, Problem } from '../support/call.js';
import { checkIn, submit } from '../support/earn.js';
import { expectAnyProblem } from '../support/expect-problem.fixture.js';
import { pause, underLoad, type Outcome } from '../support/load.js';
import { parallel, tally } from '../support/parallel.js';
import { usePlatform } from '../support/platform.fixture.js';
import type { Person } from '../support/sign-in.js';
import { newStudio, type Studio } from '../support/studio.js';

const e2e = usePlatform({ replicas: { gateway: 2, 'quests-verify': 2, identity: 2, notifier: 2 } });

const run = promisify(execFile);

/** Errors after which a client may send the same request again. */
const RETRIABLE = ['503 SERVICE_UNAVAILABLE', '504 UPSTREAM_TIMEOUT'];
/** Answers to the same check-in once more, when the first try was done. */
const DONE = ['200', '409 QUEST_COOLDOWN'];

let studio: Studio;
let earners: Person[];
let quests: Quest[];

beforeAll(async () => {
  studio = await newStudio(await e2e.signIn());
  [earners, quests] = await Promise.all([e2e.people(20), parallel(60, () => studio.quest('engagement_daily_checkin'))]);
}, 60_000);

afterEach(async () => {
  await e2e.checkPoints();
}, 30_000);

let nextPair = 0;

/** The earners' next check-ins, each new until all pairs are used. */
const anyCheckIn = (n: number): Promise<Answer<Problem>> => {
  nextPair += 1;
  const earner = earners[nextPair % earners.length] as Person;
  const quest = quests[Math.floor(nextPair / earners.length) % quests.length] as Quest;
  return checkIn(earner, quest.id, { gateway: n });
};

const ledger = (submissionId: string) =>
  e2e.count('SELECT count(*) FROM quests.points_ledger WHERE submission_id = $1', [submissionId]);

const expectOnly = (outcomes: readonly Outcome[], allowed: readonly string[]) => {
  const counts = tally(outcomes);
  expect(Object.keys(counts).filter((key) => !allowed.includes(key))).toEqual([]);
  for (const outcome of outcomes) if (outcome.status >= 400) expectAnyProblem(outcome as Answer<Problem>);
  return counts;
};

const works = async () => {
  const quest = await waitFor(() => studio.quest('engagement_daily_checkin'), { what: 'a quest', timeoutMs: 20_000 });
  const earner = await waitFor(() => e2e.signIn(), { what: 'a sign-in', timeoutMs: 20_000 });
  await waitFor(async () => (await checkIn(earner, quest.id)).status === 200, {
    what: 'a check-in',
    timeoutMs: 20_000,
  });
};

/** A submission that waits for review, of a new earner. */
const handedIn = async () => {
  const earner = await e2e.signIn();
  const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
  const { json } = await submit<Submission>(earner, quest.id, { text: 'Done.' });
  return { earner, id: json.id, approvePath: `${studio.projectPath}/submissions/${json.id}/approve` };
};

const notificationsOf = async ({ client }: Person, id: string) => {
  const { items } = await client.get<{ items: Notification[] }>('/v1/notifications?limit=100');
  return items.filter(({ data, type }) => data['submissionId'] === id && type === 'submission.approved');
};

const arrives = async (earner: Person, id: string) => {
  await waitFor(async () => (await notificationsOf(earner, id)).length > 0, {
    what: 'the notification',
    timeoutMs: 20_000,
  });
};

const NO_FAILPOINTS = { FAILPOINTS_ENABLED: 'false', FAILPOINTS: '' };
const failpoint = (FAILPOINTS: string) => ({ FAILPOINTS_ENABLED: 'true', FAILPOINTS });

describe('A process that dies', () => {
  /** Delivered again after the broker has waited 30 s for the dead consumer; looked at in the last test. */
  let interrupted: Awaited<ReturnType<typeof handedIn>>;

  it('before an event is applied leaves it to be delivered again', async () => {
    const [first, second] = [e2e.service('notifier', 0), e2e.service('notifier', 1)];
    interrupted = await handedIn();
    await e2e.settled();
    await second.stop();
    await first.restart(failpoint('before-inbox-commit:submission.reviewed'));

    await studio.client.post(interrupted.approvePath);
    await first.exited();

    expect(
      await e2e.count('SELECT count(*) FROM notifier.notification WHERE user_id = $1', [interrupted.earner.user.id]),
    ).toBe(0);
    await Promise.all([first.restart(NO_FAILPOINTS), second.restart()]);
  }, 40_000);

  it('A-85 after the commit of a credit neither loses nor repeats it, and its event arrives once', async () => {
    const [first, second] = [e2e.service('quests-verify', 0), e2e.service('quests-verify', 1)];
    const { earner, id, approvePath } = await handedIn();
    await e2e.settled();
    await second.stop();
    await first.restart(failpoint('after-commit:quests.credit'));

    const approval = studio.client.call('POST', approvePath);
    await first.exited();

    expect(await ledger(id)).toBe(1);
    expect(await e2e.count('SELECT count(*) FROM quests.outbox')).toBeGreaterThan(0);
    await Promise.all([first.restart(NO_FAILPOINTS), second.restart()]);
    expectOnly([await approval], RETRIABLE);
    expect((await studio.client.call('POST', approvePath)).status).toBe(200);
    expect(await ledger(id)).toBe(1);
    await arrives(earner, id);
    await e2e.settled();
    expect(await notificationsOf(earner, id)).toHaveLength(1);
  }, 40_000);

  it('A-85 before the commit of a credit leaves nothing of it', async () => {
    const [first, second] = [e2e.service('quests-verify', 0), e2e.service('quests-verify', 1)];
    const { earner, id, approvePath } = await handedIn();
    await e2e.settled();
    await second.stop();
    await first.restart(failpoint('before-commit:quests.credit'));

    const approval = studio.client.call('POST', approvePath);
    await first.exited();

    expect(await ledger(id)).toBe(0);
    expect(await e2e.count('SELECT count(*) FROM quests.outbox')).toBe(0);
    await Promise.all([first.restart(NO_FAILPOINTS), second.restart()]);
    expectOnly([await approval], RETRIABLE);
    expect((await studio.client.call('POST', approvePath)).status).toBe(200);
    await arrives(earner, id);
    expect(await ledger(id)).toBe(1);
  }, 40_000);

  it('A-86 between sending events and forgetting them sends them again, and they are applied once', async () => {
    const [first, second] = [e2e.service('quests-verify', 0), e2e.service('quests-verify', 1)];
    const { earner, id, approvePath } = await handedIn();
    await e2e.settled();
    await second.stop();
    await first.restart(failpoint('after-publish:outbox'));

    await Promise.all([studio.client.call('POST', approvePath), first.exited()]);

    expect(await ledger(id)).toBe(1);
    expect(await e2e.count('SELECT count(*) FROM quests.outbox')).toBeGreaterThan(0);
    await arrives(earner, id);
    await Promise.all([first.restart(NO_FAILPOINTS), second.restart()]);
    await e2e.settled();
    await pause(300);
    expect(await notificationsOf(earner, id)).toHaveLength(1);
  }, 40_000);

  it.each(['quests-verify', 'identity', 'notifier', 'gateway'])(
    'by SIGKILL under load (one of two of %s) costs retriable errors at most',
    async (name) => {
      const service = e2e.service(name, 1);
      const tried = new Map<number, [Person, Quest]>();
      const outcomes = await underLoad(
        (n) => {
          const pair: [Person, Quest] = [
            earners[n % earners.length] as Person,
            quests[Math.floor(n / earners.length) % quests.length] as Quest,
          ];
          tried.set(n, pair);
          return checkIn(pair[0], pair[1].id, { gateway: n });
        },
        async () => {
          await service.kill('SIGKILL');
          await pause(500);
          await service.restart();
        },
      );

      const answered = outcomes.filter(({ status }) => status !== 0);
      const counts = expectOnly(answered, [...DONE, ...RETRIABLE]);
      expect((counts['200'] ?? 0) + (counts['409 QUEST_COOLDOWN'] ?? 0)).toBeGreaterThan(answered.length / 2);
      // Only a gateway that is gone leaves a client without any answer.
      if (name !== 'gateway') expect(answered).toHaveLength(outcomes.length);

      const again = await Promise.all(
        [...tried.values()].slice(-200).map(([earner, quest]) => checkIn(earner, quest.id)),
      );
      expectOnly(again, DONE);
    },
    40_000,
  );

  it.each(['quests-verify', 'identity', 'notifier'])(
    'by SIGTERM under load (one of two of %s) answers what it took',
    async (name) => {
      const service = e2e.service(name, 1);

      const outcomes = await underLoad(
        (n) => (n % 2 ? anyCheckIn(n) : e2e.anonymous.callAt(n, 'GET', '/v1/auth/methods')),
        () => service.stop(),
      );
      await service.restart();

      expectOnly(outcomes, DONE);
    },
    40_000,
  );

  it('by SIGTERM under load (one of two gateways) answers what it took, and then takes nothing', async () => {
    const gateway = e2e.service('gateway', 1);
    const fresh = await parallel(60, () => studio.quest('engagement_daily_checkin'));
    const pairs = fresh.flatMap(({ id }) => earners.map((earner) => ({ earner, id })));
    const unanswered: typeof pairs = [];

    const outcomes = await underLoad(
      async (n) => {
        const pair = pairs[n] ?? { earner: earners[0] as Person, id: fresh[0]?.id as string };
        return checkIn(pair.earner, pair.id, { gateway: n }).catch((error: unknown) => {
          if (causeOf(error) !== 'ECONNREFUSED') unanswered.push(pair);
          throw error;
        });
      },
      () => gateway.stop(),
    );
    await gateway.restart();

    expectOnly(
      outcomes.filter(({ status }) => status !== 0),
      DONE,
    );
    // A request may meet the closing of an idle connection: then it was not taken, and nothing was done.
    const retried = await Promise.all(unanswered.map(({ earner, id }) => checkIn(earner, id)));
    expect(retried.filter(({ status }) => status !== 200)).toEqual([]);
  }, 40_000);

  it('leaves an event to its next delivery, which applies it once', async () => {
    await arrives(interrupted.earner, interrupted.id);

    expect(await notificationsOf(interrupted.earner, interrupted.id)).toHaveLength(1);
  }, 40_000);
});

/** Code of what kept fetch from an answer. Its errors are of another realm than Jest's Error. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? String(error);
}

describe('The broker', () => {
  const ready = async () => {
    const answers = await Promise.all(
      e2e.platform.services.map(async ({ healthUrl }) => (await fetch(`${healthUrl}/health/ready`)).status),
    );
    return new Set(answers);
  };
  const live = async () => {
    const answers = e2e.platform.services.map(
      async ({ healthUrl }) => (await fetch(`${healthUrl}/health/live`)).status,
    );
    return new Set(await Promise.all(answers));
  };
  const pids = () => e2e.platform.services.map(({ pid }) => pid);

  it('A-87 frozen under load costs retriable errors, degrades readiness, and comes back by itself', async () => {
    const before = pids();
    let degraded = new Set<number>();
    const outcomes = await underLoad(anyCheckIn, async () => {
      e2e.platform.nats.pause();
      await pause(1_000);
      degraded = await ready();
      e2e.platform.nats.resume();
    });

    expectOnly(outcomes, [...DONE, ...RETRIABLE]);
    expect([...degraded]).toEqual([503]);
    expect([...(await live())]).toEqual([200]);
    await works();
    await waitFor(async () => [...(await ready())].join() === '200', { what: 'readiness' });
    expect(pids()).toEqual(before);
  }, 40_000);

  it('A-87 killed under load costs retriable errors, and credits and events go on after it is back', async () => {
    const before = pids();
    const { earner, id, approvePath } = await handedIn();
    const outcomes = await underLoad(anyCheckIn, async () => {
      await e2e.platform.nats.kill();
      await pause(1_500);
      expect([...(await ready())]).toEqual([503]);
      await e2e.platform.nats.restart();
      await pause(500);
    });

    const counts = expectOnly(outcomes, [...DONE, ...RETRIABLE]);
    expect(RETRIABLE.some((code) => (counts[code] ?? 0) > 0)).toBe(true);
    for (const outcome of outcomes) {
      if (outcome.status === 503) expect(Number(outcome.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await works();
    await waitFor(async () => (await studio.client.call('POST', approvePath)).status === 200, { what: 'an approval' });
    await arrives(earner, id);
    await e2e.settled();
    await waitFor(async () => [...(await ready())].join() === '200', { what: 'readiness' });
    expect(pids()).toEqual(before);
  }, 60_000);
});

describe('The database', () => {
  it('A-88 that ends every connection under load costs retriable errors alone', async () => {
    const outcomes = await underLoad(anyCheckIn, async () => {
      for (let round = 0; round < 10; round += 1) {
        await e2e.sql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename IS NOT NULL`,
        );
        await pause(100);
      }
    });

    expectOnly(outcomes, [...DONE, ...RETRIABLE]);
    for (const outcome of outcomes) {
      if (outcome.status === 503) expect(Number(outcome.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await works();
  }, 40_000);

  it('A-88 that blocks a table delays what needs it, and nothing else', async () => {
    const client = await e2e.db.connect();
    try {
      await client.query('BEGIN; LOCK TABLE quests.standing IN ACCESS EXCLUSIVE MODE');
      const quest = await studio.quest('engagement_daily_checkin');
      const blocked = Promise.all(earners.slice(0, 6).map((earner) => checkIn(earner, quest.id)));
      await pause(300);
      const started = Date.now();
      await studio.client.get(studio.campaignPath);
      await e2e.signIn();
      expect(Date.now() - started).toBeLessThan(2_000);
      expectOnly(await blocked, RETRIABLE);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    await works();
  }, 40_000);
});

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
    await pause(300);
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

    const { stdout } = await run(
      process.execPath,
      [join(workspaceRoot, 'apps/notifier/dist/replay-events.js'), '--all'],
      {
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          DATABASE_URL: e2e.platform.databaseUrl,
          NATS_URL: e2e.platform.nats.url,
        },
      },
    );

    expect(stdout).toBe(`${before.length} sent again\n`);
    await arrives(earner, id);
    await waitFor(async () => (await parked()).length === before.length - 1, { what: 'the rest to be parked again' });
    expect(await notificationsOf(earner, id)).toHaveLength(1);
  });
});
