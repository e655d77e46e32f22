import { setTimeout as sleep } from 'node:timers/promises';
import {
  checkIn,
  confirmMerge,
  enterCode,
  offerMerge,
  type Person,
  type Schemas,
  SECRET_CODE,
  submit,
  untilMerge,
  upload,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { LANES, underLoad } from '../../support/load.js';
import { parallel } from '../../support/parallel.js';
import { verifyAudit } from '../../support/verify-audit.fixture.js';
import {
  anyCheckIn,
  arrives,
  DONE,
  e2e,
  earners,
  expectOnly,
  handedIn,
  ledger,
  NO_FAILPOINTS,
  notificationsOf,
  quests,
  RETRIABLE,
  studio,
  waitingEvents,
} from './stage.fixture.js';

const failpoint = (FAILPOINTS: string) => ({ FAILPOINTS_ENABLED: 'true', FAILPOINTS });

/** Code of the error for which fetch failed. Its errors are not instances of Jest's Error. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? String(error);
}

describe('A process that dies', () => {
  /** Redelivered after the broker has waited 30 s for the dead consumer; checked in the last test. */
  let interrupted: Awaited<ReturnType<typeof handedIn>>;

  it('before it applies an event has the event delivered again', async () => {
    const [first, second] = [e2e.service('notifier', 0), e2e.service('notifier', 1)];
    interrupted = await handedIn();
    await e2e.settled();
    await second.stop();
    await first.restart(failpoint('before-inbox-commit:submission.reviewed'));

    await unwrap(studio.approve(interrupted));
    await first.exited();

    expect(
      await e2e.count('SELECT count(*) FROM notifier.notification WHERE user_id = $1', [interrupted.earner.user.id]),
    ).toBe(0);
    await Promise.all([first.restart(NO_FAILPOINTS), second.restart()]);
  });

  it('between storing evidence and answering leaves no submission, and the same attempt then succeeds', async () => {
    const integrations = e2e.service('integrations', 0);
    const [quest, earner] = [
      await studio.quest('content_media_upload', { instructions: 'Show it.' }),
      await e2e.signIn(),
    ];
    const { id } = await upload(earner.client, { purpose: 'evidence' });
    const attempt = () => submit(earner, quest.id, { fileIds: [id] });
    const written = () =>
      e2e.count(
        `SELECT count(*) FROM (SELECT quest_id FROM quests.submission UNION ALL
          SELECT quest_id FROM quests.verification_check) AS written WHERE quest_id = $1`,
        [quest.id],
      );
    await integrations.restart(failpoint('after-commit:integrations.hand-in'));

    const interrupted = await attempt();
    await integrations.exited();

    expectProblem(interrupted, 'CHECK_UNAVAILABLE');
    expect(await written()).toBe(0);
    await integrations.restart(NO_FAILPOINTS);
    expect(await unwrap(attempt())).toMatchObject({ status: 'in_review', files: [{ id }] });
  });

  it('A-66 during a merge of accounts leaves a merge that is finished later, with each point once', async () => {
    const codes = [];
    for (let n = 0; n < 4; n += 1) codes.push(await studio.quest('engagement_secret_code', SECRET_CODE));
    const [survivor, absorbed] = [await e2e.signIn(), await e2e.signIn()];
    for (const { id } of codes) await unwrap(enterCode(absorbed, id, SECRET_CODE.code));
    const offerId = await offerMerge(survivor, absorbed.wallet);
    const identity = e2e.service('identity', 0);
    const movers = [e2e.service('quests-verify', 0), e2e.service('quests-verify', 1)];
    await e2e.service('identity', 1).stop();
    await identity.restart(failpoint('after-commit:identity.merge'));
    await movers[0]?.restart(failpoint('after-commit:quests.account-merge'));
    await movers[1]?.restart(failpoint('before-commit:quests.account-merge'));

    const interrupted = await confirmMerge(survivor, offerId);
    await identity.exited();
    expect(interrupted.response.status).toBeGreaterThanOrEqual(500);
    await Promise.all([identity.restart(NO_FAILPOINTS), e2e.service('identity', 1).restart()]);
    await Promise.all(movers.map((mover) => mover.exited()));
    await Promise.all(movers.map((mover) => mover.restart(NO_FAILPOINTS)));

    const person = await e2e.signIn({ wallet: absorbed.wallet });
    expect(person.user.id).toBe(survivor.user.id);
    expect(await untilMerge(person.client, offerId, 'done')).toMatchObject({
      sums: { submissions: 4, droppedSubmissions: 0 },
    });
    const counted = `SELECT count(*) FROM quests.submission WHERE user_id = $1 AND status = 'claimed'`;
    expect(await e2e.count(counted, [survivor.user.id])).toBe(4);
    await e2e.settled();
    await e2e.checkPoints();
  });

  it('A-85 after the commit of a credit neither loses nor repeats the credit, and its event arrives once', async () => {
    const [first, second] = [e2e.service('quests-verify', 0), e2e.service('quests-verify', 1)];
    const { earner, id } = await handedIn();
    await e2e.settled();
    await second.stop();
    await first.restart(failpoint('after-commit:quests.credit'));

    const approval = studio.approve({ id });
    await first.exited();

    expect(await ledger(id)).toBe(1);
    expect(await waitingEvents(id)).toBeGreaterThan(0);
    await Promise.all([first.restart(NO_FAILPOINTS), second.restart()]);
    expectOnly([await approval], RETRIABLE);
    expect((await studio.approve({ id })).response.status).toBe(200);
    expect(await ledger(id)).toBe(1);
    await arrives(earner, id);
    await e2e.settled();
    expect(await notificationsOf(earner, id)).toHaveLength(1);
  });

  it('A-85 before the commit of a credit stores nothing of it', async () => {
    const [first, second] = [e2e.service('quests-verify', 0), e2e.service('quests-verify', 1)];
    const { earner, id } = await handedIn();
    await e2e.settled();
    await second.stop();
    await first.restart(failpoint('before-commit:quests.credit'));

    const approval = studio.approve({ id });
    await first.exited();

    expect(await ledger(id)).toBe(0);
    expect(await waitingEvents(id)).toBe(0);
    await Promise.all([first.restart(NO_FAILPOINTS), second.restart()]);
    expectOnly([await approval], RETRIABLE);
    expect((await studio.approve({ id })).response.status).toBe(200);
    await arrives(earner, id);
    expect(await ledger(id)).toBe(1);
  });

  it('A-86 between sending events and deleting them sends them again, and they are applied once', async () => {
    const [first, second] = [e2e.service('quests-verify', 0), e2e.service('quests-verify', 1)];
    const { earner, id } = await handedIn();
    await e2e.settled();
    await second.stop();
    await first.restart(failpoint('after-publish:submission.reviewed'));

    await Promise.all([studio.approve({ id }), first.exited()]);

    expect(await ledger(id)).toBe(1);
    expect(await waitingEvents(id)).toBeGreaterThan(0);
    await arrives(earner, id);
    await Promise.all([first.restart(NO_FAILPOINTS), second.restart()]);
    await e2e.settled();
    await sleep(300);
    expect(await notificationsOf(earner, id)).toHaveLength(1);
  });

  it.each(['quests-verify', 'identity', 'notifier', 'gateway'])(
    'by SIGKILL under load (one of two of %s) causes only retriable errors',
    async (name) => {
      const service = e2e.service(name, 1);
      const tried: [Person, Schemas['Quest']][] = [];
      const { answers, unanswered } = await underLoad(
        (n) => {
          const earner = earners[n % earners.length] as Person;
          const quest = quests[Math.floor(n / earners.length) % quests.length] as Schemas['Quest'];
          tried.push([earner, quest]);
          return checkIn(earner, quest.id);
        },
        async () => {
          await service.kill('SIGKILL');
          await sleep(500);
          await service.restart();
        },
      );

      const counts = expectOnly(answers, [...DONE, ...RETRIABLE]);
      const lost = RETRIABLE.reduce((sum, code) => sum + (counts[code] ?? 0), 0);
      // Requests that the dead process held or was sent before the broker noticed.
      expect(lost).toBeLessThanOrEqual(2 * LANES);
      // A client gets no answer only if its gateway died.
      if (name !== 'gateway') expect(unanswered).toEqual([]);

      const again = await Promise.all(tried.slice(-200).map(([earner, quest]) => checkIn(earner, quest.id)));
      expectOnly(again, DONE);
    },
  );

  it('by SIGKILL while sign-ins are written and chained has each of them in the chain once', async () => {
    const replicas = [e2e.service('identity', 0), e2e.service('identity', 1)];
    for (const replica of replicas) {
      const signIns = e2e.people(20).catch(() => []);
      await sleep(300);
      await replica.kill('SIGKILL');
      await signIns;
      await replica.restart();
    }
    const waiting = () => e2e.count('SELECT count(*) FROM identity.audit_unchained');
    await waitFor(async () => (await waiting()) === 0, { what: 'all entries to be chained' });
    const [entries] = await e2e.sql<{ count: string }>('SELECT count(*) FROM identity.audit_log');
    expect(await verifyAudit(e2e)).toContain(`; head ${entries?.count}:`);
  });

  it.each(['quests-verify', 'identity', 'notifier'])(
    'by SIGTERM under load (one of two of %s) answers accepted requests',
    async (name) => {
      const service = e2e.service(name, 1);

      const { answers, unanswered } = await underLoad(
        // Two requests of a kind in a row: one for each gateway.
        (n) => (n % 4 < 2 ? anyCheckIn() : e2e.anonymous.GET('/v1/auth/methods')),
        () => service.stop(),
      );
      await service.restart();

      expectOnly(answers, DONE);
      expect(unanswered).toEqual([]);
    },
  );

  it('by SIGTERM under load (one of two gateways) answers accepted requests and accepts no further ones', async () => {
    const gateway = e2e.service('gateway', 1);
    const fresh = await parallel(60, () => studio.quest('engagement_daily_checkin'));
    const pairs = fresh.flatMap(({ id }) => earners.map((earner) => ({ earner, id })));
    const unanswered: typeof pairs = [];

    const { answers } = await underLoad(
      async (n) => {
        const pair = pairs[n] ?? { earner: earners[0] as Person, id: fresh[0]?.id as string };
        return checkIn(pair.earner, pair.id).catch((error: unknown) => {
          if (causeOf(error) !== 'ECONNREFUSED') unanswered.push(pair);
          throw error;
        });
      },
      () => gateway.stop(),
    );
    await gateway.restart();

    expectOnly(answers, DONE);
    // A request may be sent on a connection that is just being closed; then it was not processed.
    const retried = await Promise.all(unanswered.map(({ earner, id }) => checkIn(earner, id)));
    expect(retried.filter(({ response }) => !response.ok)).toEqual([]);
  });

  it('by SIGSTOP during a request does not execute it later, as the caller got 504', async () => {
    const quest = await studio.quest('engagement_daily_checkin');
    const [first, second] = [await e2e.signIn(), await e2e.signIn()];
    // Caches the principals in the gateways.
    for (const { client } of [first, second]) await Promise.all(client.everywhere.map((at) => at.GET('/v1/users/me')));
    const stopped = [e2e.service('quests-verify', 0), e2e.service('quests-verify', 1)];
    await Promise.all(stopped.map((service) => service.kill('SIGSTOP')));
    try {
      const answers = await Promise.all([first, second, first].map((earner) => checkIn(earner, quest.id)));
      for (const answer of answers) expectProblem(answer, 'UPSTREAM_TIMEOUT');
    } finally {
      await Promise.all(stopped.map((service) => service.kill('SIGCONT')));
    }
    const credits = () => e2e.count('SELECT count(*) FROM quests.points_ledger WHERE quest_id = $1', [quest.id]);
    // A new request is answered after those that were waiting.
    expect((await checkIn(second, quest.id)).response.status).toBe(200);
    await sleep(500);
    expect(await credits()).toBe(1);
    expect((await checkIn(first, quest.id)).response.status).toBe(200);
  });

  it('has an event applied once, by its next delivery', async () => {
    await arrives(interrupted.earner, interrupted.id);

    expect(await notificationsOf(interrupted.earner, interrupted.id)).toHaveLength(1);
  });
});
