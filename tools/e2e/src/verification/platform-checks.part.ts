import { linkByOAuth, submit, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { platforms } from '../support/platforms.js';
import { credits, studio } from './stage.fixture.js';

interface Check {
  provider: 'codehost' | 'videosite' | 'launchsite';
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
  config: { targetUrl: 'https://www.producthunt.com/posts/checked' },
  target: (emulators: Emulators, isThere: boolean) =>
    isThere
      ? emulators.put('launchsite', 'posts', { id: POST, slug: 'checked', name: 'Checked' })
      : emulators.remove('launchsite', 'posts', { id: POST }),
} as const;

const CHECKS: Readonly<Record<string, Check>> = {
  dev_codehost_issue: {
    provider: 'codehost',
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

describe.each(Object.entries(CHECKS))('The check of %s', (taskTypeId, { provider, config, target, act }) => {
  const emulators = () => platforms.emulators;
  const add = () => studio.quest(taskTypeId, config, { method: 'platform_api' });
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
  const endCooldown = () => e2e.sql(`UPDATE quests.negative_check SET checked_at = now() - interval '30 seconds'`);

  beforeEach(async () => {
    target(emulators(), true);
    // Answers that several checks share for seconds.
    await e2e.sql('DELETE FROM integrations.shared_answer');
  });

  it('refuses a missing action, enforces the cooldown, and then credits once', async () => {
    const [earner, { id }] = [await linked(), await add()];
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

  it('returns QUEST_MISCONFIGURED when the target of the quest no longer exists', async () => {
    const [earner, { id }] = [await linked(), await add()];
    target(emulators(), false);
    await e2e.sql('DELETE FROM integrations.shared_answer');
    expectProblem(await submit(earner, id, {}), 'QUEST_MISCONFIGURED');
  });
});
