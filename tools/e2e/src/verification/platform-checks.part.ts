import { linkByOAuth, submit, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { platforms } from '../support/platforms.js';
import { credits, studio } from './stage.fixture.js';

interface Check {
  provider: 'codehost' | 'videosite' | 'launchsite';
  /** That reads the fact at the emulated platform. */
  route: string;
  config: Record<string, unknown>;
  /** Puts a target of its own at the platform, or takes it away. */
  target: (emulators: Emulators, isThere: boolean) => void;
  /** The account does what the quest asks for. */
  act: (emulators: Emulators, accountId: string) => void;
}
type Emulators = typeof platforms.emulators;

const REPOSITORY = 88_000_001;
const VIDEO = 'CheckVideo1';
const POST = '970001';

const onPost = {
  provider: 'launchsite',
  route: 'graphql',
  config: { targetUrl: 'https://www.producthunt.com/posts/checked' },
  target: (emulators: Emulators, isThere: boolean) =>
    isThere
      ? emulators.put('launchsite', 'posts', { id: POST, slug: 'checked', name: 'Checked' })
      : emulators.remove('launchsite', 'posts', { id: POST }),
} as const;

const CHECKS: Readonly<Record<string, Check>> = {
  dev_codehost_issue: {
    provider: 'codehost',
    route: 'search',
    config: { repository: 'orbit/checked' },
    target: (emulators, isThere) =>
      isThere
        ? emulators.put('codehost', 'repositories', { id: REPOSITORY, owner: 70_000_001, name: 'checked' })
        : emulators.remove('codehost', 'repositories', { id: String(REPOSITORY) }),
    act: (emulators, accountId) =>
      emulators.put('codehost', 'issues', {
        ...{ repository: REPOSITORY, number: Number(accountId.slice(-5)), author: Number(accountId) },
      }),
  },
  social_videosite_comment: {
    provider: 'videosite',
    route: 'comments',
    config: { videoUrl: `https://www.youtube.com/watch?v=${VIDEO}` },
    target: (emulators, isThere) =>
      isThere
        ? emulators.put('videosite', 'videos', { id: VIDEO, channel: 'UCOrbitEmulatedChannel01', title: 'Checked' })
        : emulators.remove('videosite', 'videos', { id: VIDEO }),
    act: (emulators, author) => emulators.put('videosite', 'comments', { video: VIDEO, author, text: 'Hello' }),
  },
  social_launchsite_upvote: {
    ...onPost,
    act: (emulators, user) => emulators.put('launchsite', 'votes', { post: POST, user }),
  },
  social_launchsite_comment: {
    ...onPost,
    act: (emulators, user) => emulators.put('launchsite', 'comments', { post: POST, user, body: 'Hello' }),
  },
};

let people = 120;

describe.each(Object.entries(CHECKS))('The check of %s', (taskTypeId, { provider, route, config, target, act }) => {
  const emulators = () => platforms.emulators;
  const add = (method: 'platform_api' | 'hybrid') => studio.quest(taskTypeId, config, { method });
  const linked = async (): Promise<Person & { accountId: string }> => {
    const person = await e2e.signIn();
    people += 1;
    const { accountId } = await linkByOAuth(person.client, provider, `earner-${people}`);
    // The event of the link makes quests-verify repeat negative checks, so it has to come before them.
    const isReported = async () => {
      const ofUser = 'SELECT count(*) FROM quests.platform_report WHERE user_id = $1';
      return (await e2e.count(ofUser, [person.user.id])) === 1;
    };
    await waitFor(isReported, { what: 'the event of the link' });
    return { ...person, accountId };
  };
  const proofOf = ({ accountId }: { accountId: string }) => ({
    link: `https://${accountId.toLowerCase()}.example.org/`,
  });
  const endCooldown = () => e2e.sql(`UPDATE quests.negative_check SET checked_at = now() - interval '30 seconds'`);
  const outage = () => emulators().arm(provider, { kind: 'outage', route, times: 100 });

  beforeEach(async () => {
    emulators().clearFaults();
    target(emulators(), true);
    // What several checks share for seconds.
    await e2e.sql('DELETE FROM integrations.shared_answer');
  });
  afterEach(() => emulators().clearFaults());

  it('asks for a linked account', async () => {
    expectProblem(await submit(await e2e.signIn(), (await add('platform_api')).id, {}), 'NOT_LINKED');
  });

  it('says what is missing and when the next one is possible, and then credits once', async () => {
    const [earner, { id }] = [await linked(), await add('platform_api')];
    expectProblem(await submit(earner, id, {}), 'ACTION_NOT_FOUND');
    expectProblem(await submit(earner, id, {}), 'QUEST_COOLDOWN');
    act(emulators(), earner.accountId);
    await endCooldown();
    await e2e.sql('DELETE FROM integrations.shared_answer');
    const submission = await unwrap(submit(earner, id, {}));
    expect(submission).toMatchObject({ status: 'claimed' });
    expect(await credits(submission.id)).toBe(1);
    expectProblem(await submit(earner, id, {}), 'ALREADY_COMPLETED');
  });

  it('waits for the end of an outage, and then settles by itself', async () => {
    const [earner, { id }] = [await linked(), await add('platform_api')];
    act(emulators(), earner.accountId);
    outage();
    const waiting = await unwrap(submit(earner, id, {}));
    expect(waiting).toMatchObject({ status: 'pending', reason: expect.any(String) as string });
    emulators().clearFaults();
    await e2e.sql('UPDATE quests.pending_check SET due_at = now(), lease_until = NULL');
    const params = { path: { submissionId: waiting.id } };
    const now = () => unwrap(earner.client.GET('/v1/users/me/submissions/{submissionId}', { params }));
    await waitFor(async () => (await now()).status === 'claimed', { what: 'the credit' });
    expect(await credits(waiting.id)).toBe(1);
  });

  it('that is hybrid waits in an outage, and asks for what a reviewer sees in a longer one and after three negative checks', async () => {
    const [earner, other, { id }] = [await linked(), await linked(), await add('hybrid')];
    outage();
    const waiting = await unwrap(submit(earner, id, {}));
    expect(waiting.status).toBe('pending');
    await e2e.sql(
      `UPDATE quests.pending_check
       SET due_at = now(), lease_until = NULL, unanswered_since = unanswered_since - interval '15 minutes'
       WHERE submission_id = $1`,
      [waiting.id],
    );
    const params = { path: { submissionId: waiting.id } };
    const now = () => unwrap(earner.client.GET('/v1/users/me/submissions/{submissionId}', { params }));
    await waitFor(async () => (await now()).reason?.startsWith('A reviewer needs') === true, {
      what: 'the question for a proof',
    });
    expect(await unwrap(submit(earner, id, proofOf(earner)))).toMatchObject({ id: waiting.id, status: 'in_review' });
    emulators().clearFaults();
    for (let negative = 1; negative < 3; negative += 1) {
      expectProblem(await submit(other, id, {}), 'ACTION_NOT_FOUND');
      await endCooldown();
    }
    expectProblem(await submit(other, id, {}), 'PROOF_NEEDED');
    await endCooldown();
    expect(await unwrap(submit(other, id, proofOf(other)))).toMatchObject({ status: 'in_review' });
  });

  it('says that the team has to change the quest when its target is gone', async () => {
    const [earner, { id }] = [await linked(), await add('platform_api')];
    target(emulators(), false);
    await e2e.sql('DELETE FROM integrations.shared_answer');
    expectProblem(await submit(earner, id, {}), 'QUEST_MISCONFIGURED');
  });
});
