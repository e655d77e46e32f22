import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { underLoad } from '../../support/load.js';
import {
  anyCheckIn,
  arrives,
  DONE,
  e2e,
  expectOnly,
  expectRetryAfter,
  handedIn,
  RETRIABLE,
  studio,
  works,
} from './stage.fixture.js';

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

  it('A-87 frozen under load causes only retriable errors and lost readiness, and recovers without help', async () => {
    const before = pids();
    const { answers, unanswered } = await underLoad(anyCheckIn, async () => {
      e2e.platform.nats.pause();
      try {
        await sleep(1_000);
        await waitFor(async () => [...(await ready())].join() === '503', { what: 'lost readiness' });
      } finally {
        e2e.platform.nats.resume();
      }
    });

    expectOnly(answers, [...DONE, ...RETRIABLE]);
    expect(unanswered).toEqual([]);
    expect([...(await live())]).toEqual([200]);
    await works();
    await waitFor(async () => [...(await ready())].join() === '200', { what: 'readiness' });
    expect(pids()).toEqual(before);
  });

  it('A-87 frozen is detected within 2 s, and requests then get 503 with Retry-After until it continues', async () => {
    const { earner } = await handedIn();
    e2e.platform.nats.pause();
    try {
      // Each gateway refuses reads as soon as it notices the outage.
      const first = await Promise.all(earner.client.everywhere.map((at) => at.GET('/v1/users/me/wallets')));
      for (const answer of first) expectProblem(answer, 'SERVICE_UNAVAILABLE');
      await waitFor(async () => [...(await ready())].join() === '503', { what: 'lost readiness' });
      const answers = await Promise.all([anyCheckIn(), anyCheckIn(), e2e.anonymous.GET('/v1/task-types')]);
      for (const answer of answers) expectProblem(answer, 'SERVICE_UNAVAILABLE');
      expectRetryAfter([...first, ...answers]);
    } finally {
      e2e.platform.nats.resume();
    }
    await works();
    await waitFor(async () => [...(await ready())].join() === '200', { what: 'readiness' });
  });

  it('A-87 killed under load causes only retriable errors, and credits and events continue after its restart', async () => {
    const before = pids();
    const { earner, id } = await handedIn();
    const { answers, unanswered } = await underLoad(anyCheckIn, async () => {
      await e2e.platform.nats.kill();
      try {
        await sleep(1_500);
        await waitFor(async () => [...(await ready())].join() === '503', { what: 'lost readiness' });
      } finally {
        await e2e.platform.nats.restart();
      }
      await sleep(500);
    });

    const counts = expectOnly(answers, [...DONE, ...RETRIABLE]);
    expect(unanswered).toEqual([]);
    expect(RETRIABLE.some((code) => (counts[code] ?? 0) > 0)).toBe(true);
    expectRetryAfter(answers);
    await works();
    await waitFor(async () => (await studio.approve({ id })).response.ok, { what: 'an approval' });
    await arrives(earner, id);
    await e2e.settled();
    await waitFor(async () => [...(await ready())].join() === '200', { what: 'readiness' });
    expect(pids()).toEqual(before);
  });
});
