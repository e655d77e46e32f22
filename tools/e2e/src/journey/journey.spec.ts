import { createQuestpClient, ProblemError, unwrap, type components, type QuestpClient } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { TWO_OF_EACH, usePlatform } from '../support/platform.fixture.js';
import { newWallet, type Wallet } from '../support/wallet.js';
import { RECIPES, type Earner } from './completions.js';

/**
 * The way from the first sign-in to the end of a campaign, by the SDK alone. The steps build on each other.
 */
const e2e = usePlatform({ replicas: TWO_OF_EACH });

type Schemas = components['schemas'];

const anonymous = () => createQuestpClient({ baseUrl: e2e.gatewayUrls[0] as string });
const as = (token: string, gateway = 0) => createQuestpClient({ baseUrl: e2e.gatewayUrls[gateway] as string, token });

type Person = Earner & { id: string; token: string; user: Schemas['User'] };

async function signIn(wallet: Wallet, ref?: string): Promise<Person> {
  const client = anonymous();
  const { address, chainId } = wallet;
  const challenge = await unwrap(client.GET('/v1/auth/wallet/challenge', { params: { query: { address, chainId } } }));
  const { token, user } = await unwrap(
    client.POST('/v1/auth/wallet/verify', {
      body: { ...wallet.prove(challenge), ...(ref === undefined ? {} : { ref }) },
    }),
  );
  return { client: as(token), wallet, id: user.id, token, user };
}

const problemOf = async (answer: Promise<unknown>): Promise<string> => {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProblemError)) throw new Error('The answer was no error', { cause: error });
  return error.code;
};

/** Points of each quest: none like another, so that sums tell what was credited. */
const pointsOf = (index: number) => 2 ** (index % 15) + index;

let owner: Person;
let moderator: Person;
let alice: Person;
let bob: Person;
let carol: Person;
let project: Schemas['Project'];
let campaign: Schemas['Campaign'];
const quests = new Map<string, Schemas['Quest']>();

const inProject = () => ({ path: { projectId: project.id } });
const inCampaign = () => ({ path: { projectId: project.id, campaignId: campaign.id } });
const questId = (taskTypeId: string) => quests.get(taskTypeId)?.id as string;
const standing = ({ client }: { client: QuestpClient }) =>
  unwrap(client.GET('/v1/campaigns/{campaignId}/leaderboard/me', { params: { path: { campaignId: campaign.id } } }));
const reviewedTypes = Object.entries(RECIPES).flatMap(([id, { reviewed }]) => (reviewed ? [id] : []));
const automaticTypes = Object.keys(RECIPES).filter((id) => !reviewedTypes.includes(id));
const sum = (ids: readonly string[]) => ids.reduce((total, id) => total + (quests.get(id)?.points ?? 0), 0);

describe('People', () => {
  it('learn how they can sign in', async () => {
    const { methods } = await unwrap(anonymous().GET('/v1/auth/methods'));

    expect(methods.map(({ id }) => id)).toEqual(['wallet']);
    const chains = methods[0]?.chains.map(({ chainId, keyAlgorithm }) => `${chainId} ${keyAlgorithm}`);
    expect(chains).toEqual(expect.arrayContaining(['cosmoshub-4 secp256k1', 'injective-1 eth_secp256k1']));
  });

  it('sign in with wallets of both kinds of keys', async () => {
    owner = await signIn(newWallet('injective-1'));
    moderator = await signIn(newWallet('osmosis-1'));

    expect(owner.user).toMatchObject({ status: 'active', username: null, wallets: [{ chainId: 'injective-1' }] });
    expect(await unwrap(owner.client.GET('/v1/users/me'))).toEqual(owner.user);
  });

  it('come back to the same account', async () => {
    expect((await signIn(owner.wallet)).id).toBe(owner.id);
  });

  it('bring others along', async () => {
    alice = await signIn(newWallet());
    [bob, carol] = [await signIn(newWallet(), alice.user.referralCode), await signIn(newWallet())];

    const admin = as((await unwrap(anonymous().POST('/v1/admin/auth/login', { body: e2e.platform.admin }))).token);
    const asOperatorsSee = (userId: string) =>
      unwrap(admin.GET('/v1/admin/users/{userId}', { params: { path: { userId } } }));
    expect(await asOperatorsSee(bob.id)).toMatchObject({ referredBy: alice.id });
    expect(await asOperatorsSee(alice.id)).toMatchObject({ referrals: 1, referredBy: null });
  });

  it('give themselves a name', async () => {
    const profile = { username: 'alice', displayName: 'Alice', bio: 'Quests every day.' };

    expect(await unwrap(alice.client.PATCH('/v1/users/me', { body: profile }))).toMatchObject(profile);
    expect(await problemOf(unwrap(bob.client.PATCH('/v1/users/me', { body: { username: 'alice' } })))).toBe(
      'USERNAME_TAKEN',
    );
  });
});

describe('A project team', () => {
  it('starts a project and takes in a moderator', async () => {
    project = await unwrap(
      owner.client.POST('/v1/projects', {
        body: { slug: 'orbit', name: 'Orbit', links: { docs: 'https://docs.example.org' } },
      }),
    );
    await unwrap(
      owner.client.POST('/v1/projects/{projectId}/members', {
        params: inProject(),
        body: { userId: moderator.id, role: 'project_moderator' },
      }),
    );

    const { items } = await unwrap(owner.client.GET('/v1/projects/{projectId}/members', { params: inProject() }));
    expect(new Map(items.map(({ userId, role }) => [userId, role]))).toEqual(
      new Map([
        [owner.id, 'project_admin'],
        [moderator.id, 'project_moderator'],
      ]),
    );
    const { items: mine } = await unwrap(moderator.client.GET('/v1/projects'));
    expect(mine).toMatchObject([{ id: project.id, role: 'project_moderator' }]);
  });

  it('plans a campaign with a reward pool', async () => {
    const rewardPool = {
      mode: 'manual' as const,
      chainId: 'osmosis-1',
      denom: 'uosmo',
      symbol: 'OSMO',
      decimals: 6,
      totalAmount: '340282366920938463463374607431768211455',
      minPayout: null,
      maxPayout: null,
    };
    campaign = await unwrap(
      owner.client.POST('/v1/projects/{projectId}/campaigns', {
        params: inProject(),
        body: { slug: 'spring', title: 'Spring season', rewardPool },
      }),
    );

    expect(campaign).toMatchObject({ status: 'draft', rewardPool });
    const activate = owner.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/activate', {
      params: inCampaign(),
    });
    expect(await problemOf(unwrap(activate))).toBe('CAMPAIGN_NOT_READY');
  });

  it('makes a quest of every task type that can be verified', async () => {
    const { items } = await unwrap(anonymous().GET('/v1/task-types', { params: { query: { available: true } } }));
    expect(items.map(({ id }) => id).sort()).toEqual(Object.keys(RECIPES).sort());

    for (const [index, [taskTypeId, { config }]] of Object.entries(RECIPES).entries()) {
      const quest = await unwrap(
        owner.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/quests', {
          params: inCampaign(),
          body: {
            slug: taskTypeId.replaceAll('_', '-'),
            title: `Quest ${index}`,
            taskTypeId,
            points: pointsOf(index),
            xp: index,
            position: index,
            config,
            ...(taskTypeId === 'engagement_daily_checkin' ? { period: { kind: 'daily' as const } } : {}),
            ...(taskTypeId === 'content_blog_write' ? { prerequisites: [questId('engagement_url_visit')] } : {}),
          },
        }),
      );
      expect(quest).toMatchObject({ status: 'draft', taskTypeId });
      quests.set(taskTypeId, quest);
    }
  });

  it('cannot choose a task type whose verification is not built yet', async () => {
    const type = await unwrap(
      anonymous().GET('/v1/task-types/{taskTypeId}', { params: { path: { taskTypeId: 'social_microblog_follow' } } }),
    );
    const create = owner.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/quests', {
      params: inCampaign(),
      body: { slug: 'follow-us', title: 'Follow us', taskTypeId: type.id, points: 1, config: {} },
    });

    expect(type).toMatchObject({ available: false, unavailableReason: expect.any(String) as string });
    expect(await problemOf(unwrap(create))).toBe('TASK_TYPE_NOT_AVAILABLE');
  });

  it('is told what is wrong with a configuration', async () => {
    const { error } = await owner.client.PATCH('/v1/projects/{projectId}/campaigns/{campaignId}/quests/{questId}', {
      params: { path: { ...inCampaign().path, questId: questId('engagement_terms_accept') } },
      body: { config: { url: 'no address' } },
    });

    expect(error).toMatchObject({ code: 'TASK_CONFIG_INVALID', errors: expect.any(Array) as unknown });
    expect(error?.errors?.map(({ pointer }) => pointer)).toEqual(expect.arrayContaining(['/config/url']));
  });

  it('publishes the quests and opens the campaign, which nobody saw before', async () => {
    const path = { campaignId: campaign.id };
    expect(await problemOf(unwrap(anonymous().GET('/v1/discover/campaigns/{campaignId}', { params: { path } })))).toBe(
      'NOT_FOUND',
    );

    for (const { id } of quests.values()) {
      await unwrap(
        owner.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/quests/{questId}/publish', {
          params: { path: { ...inCampaign().path, questId: id } },
        }),
      );
    }
    await unwrap(
      owner.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/activate', { params: inCampaign() }),
    );

    expect(await unwrap(anonymous().GET('/v1/discover/campaigns/{campaignId}', { params: { path } }))).toMatchObject({
      status: 'active',
      project: { slug: 'orbit' },
    });
  });
});

describe('Earners', () => {
  const view = ({ client }: { client: QuestpClient }, id: string) =>
    unwrap(client.GET('/v1/quests/{questId}', { params: { path: { questId: id } } }));

  it('find the campaign and its quests in their order', async () => {
    const query = { campaignId: campaign.id, limit: 100 };
    const [{ items: projects }, { items: seen }] = [
      await unwrap(anonymous().GET('/v1/discover/projects', { params: { query: { search: 'orb' } } })),
      await unwrap(alice.client.GET('/v1/discover/quests', { params: { query } })),
    ];

    expect(projects).toMatchObject([{ slug: 'orbit' }]);
    expect(seen.map(({ taskTypeId }) => taskTypeId)).toEqual(Object.keys(RECIPES));
    expect(seen.every(({ availability }) => availability !== null)).toBe(true);
    expect(await view(alice, questId('content_blog_write'))).toMatchObject({
      availability: { state: 'locked', reason: 'PREREQUISITES_NOT_MET' },
    });
    expect((await view({ client: anonymous() }, questId('learn_quiz'))).availability).toBeNull();
  });

  it('are held to the order of the quests', async () => {
    const complete = RECIPES['content_blog_write']?.complete(alice, questId('content_blog_write'));

    expect(await problemOf(complete as Promise<unknown>)).toBe('PREREQUISITES_NOT_MET');
  });

  it.each(automaticTypes)('complete %s and are credited at once, once', async (taskTypeId) => {
    const [id, { complete }] = [questId(taskTypeId), RECIPES[taskTypeId] as (typeof RECIPES)[string]];
    const before = Number((await standing(alice)).points);

    expect(await complete(alice, id)).toMatchObject({ status: 'claimed' });

    expect(Number((await standing(alice)).points) - before).toBe(quests.get(taskTypeId)?.points);
    const { availability } = await view(alice, id);
    const again = taskTypeId === 'engagement_daily_checkin' ? 'cooldown' : 'completed';
    expect(availability?.state).toBe(again);
    // A quiz that was passed answers with its result again.
    if (taskTypeId !== 'learn_quiz') {
      const code = again === 'cooldown' ? 'QUEST_COOLDOWN' : 'ALREADY_COMPLETED';
      expect(await problemOf(complete(alice, id))).toBe(code);
    }
  });

  it('see when a check-in is possible again', async () => {
    const status = await unwrap(
      alice.client.GET('/v1/quests/{questId}/daily-checkin/status', {
        params: { path: { questId: questId('engagement_daily_checkin') } },
      }),
    );
    const tomorrow = new Date();
    tomorrow.setUTCHours(24, 0, 0, 0);

    expect(status).toMatchObject({ canCheckIn: false, streak: 1, nextAvailableAt: tomorrow.toISOString() });
  });

  it.each(reviewedTypes)('hand in %s, which waits for a reviewer', async (taskTypeId) => {
    const [id, { complete }] = [questId(taskTypeId), RECIPES[taskTypeId] as (typeof RECIPES)[string]];

    expect(await complete(alice, id)).toMatchObject({ status: 'in_review' });
    expect(await problemOf(complete(alice, id))).toBe('SUBMISSION_IN_REVIEW');
    expect((await view(alice, id)).availability).toMatchObject({ state: 'in_review', reason: 'SUBMISSION_IN_REVIEW' });
  });

  it('earn the same for the same, whoever was first ranking first', async () => {
    for (const taskTypeId of automaticTypes) {
      for (const earner of [bob, carol]) await RECIPES[taskTypeId]?.complete(earner, questId(taskTypeId));
    }
    const { items } = await unwrap(
      anonymous().GET('/v1/campaigns/{campaignId}/leaderboard', { params: { path: { campaignId: campaign.id } } }),
    );

    expect(items.map(({ rank, userId, points }) => [rank, userId, Number(points)])).toEqual([
      [1, alice.id, sum(automaticTypes)],
      [2, bob.id, sum(automaticTypes)],
      [3, carol.id, sum(automaticTypes)],
    ]);
  });

  it('of the team earn nothing in its project', async () => {
    const checkIn = RECIPES['engagement_daily_checkin']?.complete(moderator, questId('engagement_daily_checkin'));

    expect(await problemOf(checkIn as Promise<unknown>)).toBe('MEMBER_CANNOT_EARN');
  });
});

describe('Reviewers', () => {
  let queue: Schemas['TeamSubmission'][];
  const act = (step: 'approve' | 'undo', { id }: { id: string }) =>
    unwrap(
      moderator.client.POST(`/v1/projects/{projectId}/submissions/{submissionId}/${step}`, {
        params: { path: { projectId: project.id, submissionId: id } },
      }),
    );
  const reject = ({ id }: { id: string }) =>
    unwrap(
      moderator.client.POST('/v1/projects/{projectId}/submissions/{submissionId}/reject', {
        params: { path: { projectId: project.id, submissionId: id } },
        body: { reason: 'The link is dead.' },
      }),
    );

  it('find what waits, the oldest first', async () => {
    const query = { status: 'in_review' as const, order: 'oldest' as const, limit: 100 };
    ({ items: queue } = await unwrap(
      moderator.client.GET('/v1/projects/{projectId}/submissions', { params: { ...inProject(), query } }),
    ));

    expect(queue.map(({ taskTypeId }) => taskTypeId)).toEqual(reviewedTypes);
    expect(queue[0]).toMatchObject({
      earner: { userId: alice.id, username: 'alice', accountStatus: 'active', wallet: alice.wallet.address },
      undoUntil: null,
      pointsAwarded: 0,
    });
  });

  it('approve, once', async () => {
    const [first] = queue as [Schemas['TeamSubmission']];
    const before = Number((await standing(alice)).points);

    const approved = await act('approve', first);

    expect(approved).toMatchObject({
      status: 'claimed',
      reviewedBy: moderator.id,
      pointsAwarded: quests.get(first.taskTypeId)?.points,
    });
    expect(approved.verifiedAt).toBe(approved.claimedAt);
    expect(approved.history.map(({ status, by }) => `${status} ${by}`)).toEqual(['in_review earner', 'claimed team']);
    expect(await act('approve', first)).toEqual(approved);
    expect(await problemOf(reject(first))).toBe('ALREADY_REVIEWED');
    expect(Number((await standing(alice)).points) - before).toBe(approved.pointsAwarded);
  });

  it('reject with a reason, after which the earner hands in again', async () => {
    const second = queue[1] as Schemas['TeamSubmission'];

    expect(await reject(second)).toMatchObject({ status: 'rejected', reason: 'The link is dead.', pointsAwarded: 0 });
    const own = await unwrap(
      alice.client.GET('/v1/users/me/submissions/{submissionId}', { params: { path: { submissionId: second.id } } }),
    );
    expect(own).toMatchObject({ status: 'rejected', reason: 'The link is dead.' });

    await RECIPES[second.taskTypeId]?.complete(alice, second.questId);
    expect(await act('approve', second)).toMatchObject({
      status: 'claimed',
      history: [{ status: 'in_review' }, { status: 'rejected' }, { status: 'in_review' }, { status: 'claimed' }],
    });
  });

  it('take a decision back within 15 minutes, and decide anew', async () => {
    const [first] = queue as [Schemas['TeamSubmission']];
    const before = Number((await standing(alice)).points);

    expect(await act('undo', first)).toMatchObject({ status: 'in_review', pointsAwarded: 0 });
    expect(before - Number((await standing(alice)).points)).toBe(quests.get(first.taskTypeId)?.points);
    expect(await problemOf(act('undo', first))).toBe('NOTHING_TO_UNDO');
    await act('approve', first);
    expect(Number((await standing(alice)).points)).toBe(before);

    await e2e.sql(`UPDATE quests.submission SET reviewed_at = reviewed_at - interval '15 minutes' WHERE id = $1`, [
      first.id,
    ]);
    expect(await problemOf(act('undo', first))).toBe('UNDO_WINDOW_CLOSED');
  });

  it('decide in bulk, each on its own', async () => {
    const [decided, ...rest] = queue.slice(1) as [Schemas['TeamSubmission'], ...Schemas['TeamSubmission'][]];
    const items = [
      { submissionId: decided.id, decision: 'reject' as const, reason: 'Too late.' },
      ...rest.map(({ id }) => ({ submissionId: id, decision: 'approve' as const })),
    ];

    const { results } = await unwrap(
      moderator.client.POST('/v1/projects/{projectId}/submissions/bulk-review', {
        params: inProject(),
        body: { items },
      }),
    );

    expect(results.map(({ ok, error }) => error?.code ?? ok)).toEqual(['ALREADY_REVIEWED', ...rest.map(() => true)]);
    expect(Number((await standing(alice)).points)).toBe(sum(Object.keys(RECIPES)));
  });

  it('take points back for good, with a reason', async () => {
    const last = queue.at(-1) as Schemas['TeamSubmission'];
    const reversed = await unwrap(
      moderator.client.POST('/v1/projects/{projectId}/submissions/{submissionId}/reverse', {
        params: { path: { projectId: project.id, submissionId: last.id } },
        body: { reason: 'Copied.' },
      }),
    );

    expect(reversed).toMatchObject({ status: 'reversed', reason: 'Copied.', pointsAwarded: 0 });
    expect(await problemOf(RECIPES[last.taskTypeId]?.complete(alice, last.questId) as Promise<unknown>)).toBe(
      'SUBMISSION_FINAL',
    );
  });
});

describe('Points', () => {
  it('are the same in ledger, standing, leaderboard and totals', async () => {
    const ledger: Schemas['LedgerEntry'][] = [];
    let cursor: string | null = null;
    do {
      const query: { limit: number; cursor?: string } = { limit: 7, ...(cursor === null ? {} : { cursor }) };
      const page: Schemas['LedgerEntryPage'] = await unwrap(
        alice.client.GET('/v1/users/me/ledger', { params: { query } }),
      );
      ledger.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    const { points, rank, participants, completions } = await standing(alice);
    const totals = await unwrap(
      moderator.client.GET('/v1/projects/{projectId}/campaigns/{campaignId}/totals', { params: inCampaign() }),
    );
    const board = await unwrap(anonymous().GET('/v1/projects/{projectId}/leaderboard', { params: inProject() }));

    expect(ledger.reduce((total, entry) => total + Number(entry.points), 0)).toBe(Number(points));
    expect(ledger.filter(({ kind }) => kind === 'reversal')).toHaveLength(2);
    expect({ rank, participants, completions }).toEqual({
      rank: 1,
      participants: 3,
      completions: Object.keys(RECIPES).length - 1,
    });
    expect(totals).toMatchObject({ participants: 3, pointsLedger: totals.pointsStandings });
    expect(totals.submissions).toMatchObject({ in_review: 0, rejected: 0, reversed: 1 });
    expect(board.items.reduce((total, row) => total + Number(row.points), 0)).toBe(Number(totals.pointsLedger));
    expect(board.items[0]).toMatchObject({ userId: alice.id, username: 'alice', displayName: 'Alice' });
    await e2e.checkPoints();
  });

  it('are read by a key of the project, within its scopes', async () => {
    const { key, apiKey } = await unwrap(
      owner.client.POST('/v1/projects/{projectId}/api-keys', {
        params: inProject(),
        body: { name: 'Our site', scopes: ['leaderboard:read'] },
      }),
    );
    const site = as(key as string, 1);

    const { items } = await unwrap(
      site.GET('/v1/campaigns/{campaignId}/leaderboard', { params: { path: { campaignId: campaign.id } } }),
    );
    expect(items).toHaveLength(3);
    const submissions = site.GET('/v1/projects/{projectId}/submissions', { params: inProject() });
    expect(await problemOf(unwrap(submissions))).toBe('FORBIDDEN');
    const { items: keys } = await unwrap(
      owner.client.GET('/v1/projects/{projectId}/api-keys', { params: inProject() }),
    );
    expect(keys).toMatchObject([{ id: apiKey.id, preview: key?.slice(0, 'svc_key_'.length + 6), revokedAt: null }]);
    expect(keys[0]?.lastUsedAt).toEqual(expect.any(String));
  });
});

describe('News', () => {
  it('reach the people they are about', async () => {
    const list = () => unwrap(alice.client.GET('/v1/notifications', { params: { query: { limit: 100 } } }));
    // One per decision: each approval, one of them twice, a rejection, an undo and a reversal.
    const expected = reviewedTypes.length + 4;
    const { items } = await waitFor(
      async () => {
        const page = await list();
        return page.items.length >= expected && page;
      },
      { what: 'the notifications' },
    );

    const types = items.map(({ type }) => type);
    expect(items).toHaveLength(expected);
    expect(types.filter((type) => type === 'submission.approved')).toHaveLength(reviewedTypes.length + 1);
    expect(types).toEqual(expect.arrayContaining(['submission.rejected', 'submission.undone', 'submission.reversed']));
    const { items: ofModerator } = await unwrap(moderator.client.GET('/v1/notifications'));
    expect(ofModerator).toMatchObject([{ type: 'project.member_added' }]);
  });

  it('are read one by one and all at once', async () => {
    const unread = async () =>
      (await unwrap(alice.client.GET('/v1/notifications', { params: { query: { unread: true, limit: 100 } } }))).items;
    const [first] = (await unread()) as [Schemas['Notification']];
    const path = { notificationId: first.id };

    const read = await unwrap(alice.client.POST('/v1/notifications/{notificationId}/read', { params: { path } }));
    expect(read.readAt).toEqual(expect.any(String));
    expect((await unread()).map(({ id }) => id)).not.toContain(first.id);
    const other = bob.client.POST('/v1/notifications/{notificationId}/read', { params: { path } });
    expect(await problemOf(unwrap(other))).toBe('NOT_FOUND');
    await unwrap(alice.client.POST('/v1/notifications/read-all'));
    expect(await unread()).toEqual([]);
  });
});

describe('The end', () => {
  it('of a campaign closes its quests and leaves the ranks', async () => {
    const late = await signIn(newWallet());
    const before = await standing(alice);
    await unwrap(owner.client.POST('/v1/projects/{projectId}/campaigns/{campaignId}/end', { params: inCampaign() }));

    const checkIn = RECIPES['engagement_daily_checkin']?.complete(late, questId('engagement_daily_checkin'));
    expect(await problemOf(checkIn as Promise<unknown>)).toBe('CAMPAIGN_NOT_ACTIVE');
    expect(await standing(alice)).toEqual(before);
    const list = anonymous().GET('/v1/discover/campaigns', { params: { query: { status: 'ended' } } });
    expect((await unwrap(list)).items).toMatchObject([{ id: campaign.id }]);
  });

  it('of sessions is in the hands of their owner', async () => {
    const elsewhere = await signIn(alice.wallet);
    const { items } = await unwrap(alice.client.GET('/v1/users/me/sessions'));
    expect(items).toHaveLength(2);
    expect(items.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(items[0]).toMatchObject({ ip: '127.0.0.1', userAgent: expect.any(String) as string });

    const other = items.find(({ isCurrent }) => !isCurrent);
    const path = { sessionId: other?.id as string };
    await unwrap(alice.client.DELETE('/v1/users/me/sessions/{sessionId}', { params: { path } }));
    expect(await problemOf(unwrap(elsewhere.client.GET('/v1/users/me')))).toBe('UNAUTHENTICATED');

    await unwrap(alice.client.POST('/v1/auth/sign-out'));
    expect(await problemOf(unwrap(alice.client.GET('/v1/users/me')))).toBe('UNAUTHENTICATED');
  });
});
