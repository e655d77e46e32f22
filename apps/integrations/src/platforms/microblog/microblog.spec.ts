import { randomUUID } from 'node:crypto';
import { startEmulators, type Emulators } from '@questp/emulators';
import { findLinkedGrant } from '@questp/messages/identity';
import {
  readMicroblogAccount,
  readMicroblogAuthorship,
  readMicroblogFollow,
  readMicroblogLike,
  readMicroblogPost,
  readMicroblogPosts,
  readMicroblogProfile,
  type Fact,
} from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from '../../service.js';
import { Browser, type Call } from '../../testing/browser.fixture.js';
import { changedAnswers } from '../../testing/changed-answers.fixture.js';

const PUBLIC_URL = 'https://api.example.org';
const userId = `svcuser_${'a'.repeat(32)}`;
const accountId = '1800000000000000006';
const BRAND = '1700000000000000001';
const BRAND_POST = '1900000000000000001';
const QUOTE = '1900000000000000012';
const REPLY = '1900000000000000013';
const MENTION = '1900000000000000014';
/** What the microblog leaves out where there is none. */
const OMITTED = [
  'description',
  'pinned_tweet_id',
  'entities',
  'mentions',
  'hashtags',
  'referenced_tweets',
  'next_token',
];

describe('facts of the microblog', () => {
  let emulators: Emulators;
  let service: TestService<object>;
  let grantId: string | null = null;

  const call: Call = (contract, request) => {
    const operation = contract.http[0]?.id ?? '';
    return service.call(contract, request, { operation, principal: null });
  };
  const link = async (person = 'earner-1') => {
    const browser = new Browser(call, 'microblog');
    const code = (await browser.through(person)).searchParams.get('code') ?? '';
    ({ grantId } = await browser.redeem(code));
  };
  const posts = (asked: Partial<RequestOf<typeof readMicroblogPosts>> = {}) =>
    service.call(readMicroblogPosts, {
      ...{ userId, since: null, kind: 'quote' },
      ...(asked.kind !== 'original' && { refersTo: BRAND_POST }),
      ...asked,
    });
  const follow = (handle = 'orbit_hq', followedId?: string) =>
    service.call(readMicroblogFollow, { userId, handle, ...(followedId !== undefined && { followedId }) });
  const like = (postId = BRAND_POST) => service.call(readMicroblogLike, { userId, postId });
  const profile = () => service.call(readMicroblogProfile, { userId });
  const wrote = (postId: string) => service.call(readMicroblogAuthorship, { userId, postId });
  const found = (value: object) => ({ status: 'found', value, detail: null, retryAt: null });

  /** Each fact of the earner, and the route that it reads. */
  const OWN: [string, () => Promise<Fact<object>>][] = [
    ['user_by_username', () => follow()],
    ['user_by_id', () => follow('orbit_hq', BRAND)],
    ['liked', () => like()],
    ['timeline', () => posts()],
    ['user', profile],
    ['post', () => wrote(QUOTE)],
  ];
  const PUBLIC: typeof OWN = [
    ['user_by_username', () => service.call(readMicroblogAccount, { handle: 'orbit_hq' })],
    ['post', () => service.call(readMicroblogPost, { postId: BRAND_POST })],
  ];

  beforeAll(async () => {
    emulators = await startEmulators();
    emulators.allowRedirect('microblog', `${PUBLIC_URL}/v1/auth/oauth/callback/microblog`);
    const env = { ...emulators.environment, FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), PUBLIC_URL };
    service = await startTestService(integrations, { env });
    service.bus.answer(findLinkedGrant, () => ({ grantId, accountId: grantId, relinkNeeded: false }));
    await link();
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await emulators.stop();
  });
  const forget = () => service.db.execute(sql`DELETE FROM shared_answer`);
  beforeEach(async () => {
    emulators.clearFaults();
    emulators.resetState();
    emulators.clearJournal();
    await service.db.execute(sql`DELETE FROM quota_holder_use`);
    await forget();
  });

  it('say nothing where a member of an answer is missing or of another type', async () => {
    await link();
    const asked = { userId, since: null };
    const at = { service };
    const changed = [
      await changedAnswers(
        at,
        'microblog',
        readMicroblogAccount,
        { handle: 'orbit_hq' },
        { shown: ['name', 'profile_image_url'] },
      ),
      await changedAnswers(
        at,
        'microblog',
        readMicroblogPost,
        { postId: BRAND_POST },
        { shown: ['includes', 'text', 'author_id'] },
      ),
      await changedAnswers(at, 'microblog', readMicroblogFollow, { userId, handle: 'orbit_hq' }),
      await changedAnswers(at, 'microblog', readMicroblogLike, { userId, postId: BRAND_POST }),
      await changedAnswers(at, 'microblog', readMicroblogAuthorship, { userId, postId: QUOTE }),
      await changedAnswers(at, 'microblog', readMicroblogProfile, { userId }, { optional: OMITTED }),
      await changedAnswers(
        at,
        'microblog',
        readMicroblogPosts,
        { ...asked, kind: 'quote', refersTo: BRAND_POST, hashtags: ['orbit'] },
        { optional: OMITTED },
      ),
      await changedAnswers(
        at,
        'microblog',
        readMicroblogPosts,
        { ...asked, kind: 'original', mentions: 'orbit_hq' },
        { optional: OMITTED },
      ),
    ];
    expect(changed.flat()).toEqual([]);
  });

  it('tell of an account and a post what a team is shown', async () => {
    expect(await service.call(readMicroblogAccount, { handle: 'ORBIT_HQ' })).toEqual(
      found({
        ...{ accountId: BRAND, handle: 'orbit_hq', name: 'Orbit' },
        pictureUrl: `https://pbs.twimg.com/profile_images/${BRAND}/picture_normal.png`,
      }),
    );
    expect(await service.call(readMicroblogPost, { postId: BRAND_POST })).toEqual(
      found({ postId: BRAND_POST, author: 'orbit_hq', textStart: 'Welcome to #Orbit' }),
    );
    for (const handle of ['nobody_here', 'orbit_suspended', 'no.handle-of-it']) {
      expect(await service.call(readMicroblogAccount, { handle })).toMatchObject({ status: 'not_found' });
    }
    expect(await service.call(readMicroblogPost, { postId: '1' })).toMatchObject({ status: 'not_found' });
  });

  it('tell whether the earner follows an account, by its id after it was renamed', async () => {
    expect(await follow()).toEqual(found({ accountId, isFollowing: true }));
    expect(await follow('old_name', BRAND)).toEqual(found({ accountId, isFollowing: true }));
    emulators.remove('microblog', 'follows', { follower: accountId });
    expect(await follow()).toEqual(found({ accountId, isFollowing: false }));
  });

  it('tell whether a post is among the latest likes, of which two pages are read', async () => {
    expect(await like()).toEqual(found({ accountId, isLiked: true }));
    const likes = (count: number) =>
      Array.from({ length: count }, (_, index) => {
        const post = `19100000000000${10_000 + index}`;
        emulators.put('microblog', 'posts', { id: post, author: BRAND });
        return { account: accountId, post };
      });
    emulators.put('microblog', 'likes', ...likes(150));
    emulators.clearJournal();
    expect(await like()).toEqual(found({ accountId, isLiked: true }));
    expect(emulators.journal({ platform: 'microblog' })).toHaveLength(2);
    emulators.put('microblog', 'likes', ...likes(200));
    expect(await like()).toEqual(found({ accountId, isLiked: false }));
  });

  it.each([
    ['quote', { kind: 'quote' }, QUOTE],
    ['reply', { kind: 'reply' }, REPLY],
    ['repost', { kind: 'repost' }, '1900000000000000011'],
  ] as const)('find the %s of a post', async (_, asked, postId) => {
    const own = { postId, refersTo: BRAND_POST, hashtags: [], text: null };
    expect(await posts(asked)).toMatchObject(found({ accountId, posts: [own], isComplete: true }));
    await forget();
    expect(await posts({ ...asked, refersTo: QUOTE })).toMatchObject(found({ accountId, posts: [] }));
    await forget();
    expect(await posts({ ...asked, since: new Date().toISOString() })).toMatchObject(found({ posts: [] }));
  });

  it('find original posts by what they mention, or by a hashtag, with their text as it was written', async () => {
    const original = () => ({ kind: 'original' as const, hashtags: ['quests'], text: 'quests' });
    emulators.put('microblog', 'posts', {
      ...{ id: '1900000000000000020', author: accountId, text: '#Quests &lt;3 R&amp;D' },
    });
    const mention = {
      ...{ postId: MENTION, isMention: true, hashtags: ['Orbit', 'Quests'] },
      text: 'Hello @orbit_hq, this is #Orbit and #Quests',
    };
    expect(await posts(original())).toMatchObject(
      found({ posts: [{ hashtags: ['Quests'], text: '#Quests <3 R&D' }, { postId: MENTION }] }),
    );
    expect(await posts({ ...original(), mentions: 'Orbit_HQ' })).toMatchObject(found({ posts: [mention] }));
    expect(await posts({ ...original(), mentions: 'x', mentionsId: BRAND })).toMatchObject(found({ posts: [mention] }));
    await forget();
    expect(await posts({ ...original(), mentions: 'orbit_hq', mentionsId: '2' })).toMatchObject(found({ posts: [] }));
  });

  const mentions = (count: number, text: (index: number) => string) =>
    emulators.put(
      'microblog',
      'posts',
      ...Array.from({ length: count }, (_, index) => ({
        ...{ id: `19100000000000${10_999 - index}`, author: accountId },
        text: text(index),
      })),
    );

  it('find the post with the text and the hashtags, however many newer ones lack them', async () => {
    mentions(25, (index) => (index === 22 ? '@orbit_hq #Orbit the MOON' : '@orbit_hq hello'));
    const asked = { kind: 'original' as const, mentions: 'orbit_hq', hashtags: ['orbit'], text: 'moon' };
    expect((await posts(asked)).value).toMatchObject({ posts: [{ text: '@orbit_hq #Orbit the MOON' }] });
    await forget();
    expect((await posts({ ...asked, text: 'sun' })).value).toMatchObject({ posts: { length: 20 }, isComplete: true });
  });

  it('say that older posts were not looked at', async () => {
    mentions(250, () => 'hello');
    const asked = { kind: 'original' as const, mentions: 'orbit_hq', hashtags: ['orbit'] };
    expect((await posts(asked)).value).toMatchObject({ posts: [], isComplete: false });
    await forget();
    const since = new Date(Date.now() + 60_000).toISOString();
    expect((await posts({ ...asked, since })).value).toMatchObject({ posts: [], isComplete: true });
  });

  it('read one timeline for all quests of an earner, which proves what it has and denies nothing later', async () => {
    const payer = () => ({ projectId: randomUUID(), campaignId: randomUUID(), budgetUsd: null });
    const kinds = ['quote', 'reply', 'repost'] as const;
    const asked = Array.from({ length: 12 }, (_, index) => ({ kind: kinds[index % 3]!, payer: payer() }));
    const all = await Promise.all(asked.map(posts));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'found'));
    expect(emulators.journal({ platform: 'microblog', route: 'timeline' })).toHaveLength(1);
    const missing = await posts({ refersTo: QUOTE });
    expect(missing).toMatchObject({ status: 'unavailable', detail: expect.stringContaining('read again') as string });
    expect(Date.parse(missing.retryAt ?? '')).toBeGreaterThan(Date.now());
    expect(emulators.journal({ platform: 'microblog', route: 'timeline' })).toHaveLength(1);
  });

  it('read two pages of 100 posts at most, and no further one after 20 that fit', async () => {
    const written = (count: number, references: object[]) =>
      emulators.put(
        'microblog',
        'posts',
        ...Array.from({ length: count }, (_, index) => ({
          id: `19100000000000${10_000 + index}`,
          author: accountId,
          references,
        })),
      );
    written(250, []);
    expect(await posts()).toMatchObject(found({ posts: [] }));
    expect(emulators.journal({ platform: 'microblog' })).toHaveLength(2);
    written(250, [{ type: 'quoted', id: BRAND_POST }]);
    emulators.clearJournal();
    await forget();
    expect((await posts()).value).toMatchObject({ posts: { length: 20 } });
    expect(emulators.journal({ platform: 'microblog' })).toHaveLength(1);
  });

  it('tell description, name and pinned post, by the old and the new names', async () => {
    const pinned = { postId: QUOTE, quotes: BRAND_POST, hashtags: ['Orbit'] };
    const own = found({ accountId, name: 'earner-1', description: 'On #Orbit', pinned });
    expect(await profile()).toEqual(own);
    emulators.put('microblog', 'settings', { names: 'posts' });
    await forget();
    expect(await profile()).toEqual(own);
    expect(await posts()).toMatchObject(found({ posts: [{ postId: QUOTE }] }));
  });

  it('tell whether the earner wrote a post', async () => {
    expect(await wrote(QUOTE)).toEqual(found({ accountId, isAuthor: true }));
    expect(await wrote(BRAND_POST)).toEqual(found({ accountId, isAuthor: false }));
    expect(await wrote('1')).toMatchObject({ status: 'not_found' });
  });

  describe.each([...OWN, ...PUBLIC])('at %s', (route, read) => {
    it('are limited until the platform says', async () => {
      emulators.arm('microblog', { kind: 'rate_limited', route });
      const { status, retryAt } = await read();
      expect(status).toBe('unavailable');
      expect(Date.parse(retryAt ?? '') - Date.now()).toBeGreaterThan(800_000);
      emulators.arm('microblog', { kind: 'usage_capped', route });
      const capped = await read();
      expect(capped).toMatchObject({ status: 'unavailable', detail: expect.stringContaining('used up') as string });
      expect(Date.parse(capped.retryAt ?? '')).toBeGreaterThan(Date.now());
    });

    it.each(['forbidden', 'outage', 'invalid_json'])('are unavailable at %s', async (kind) => {
      emulators.arm('microblog', { kind, route });
      expect(await read()).toMatchObject({
        status: 'unavailable',
        detail: expect.stringMatching(kind === 'forbidden' ? /unavailable on the current plan/ : /./) as string,
      });
      expect(await read()).toMatchObject({ status: 'found' });
    });
  });

  describe.each(OWN)('of the earner at %s', (route, read) => {
    it('need an account that the platform does not refuse', async () => {
      emulators.arm('microblog', { kind: 'suspended', route });
      expect(await read()).toMatchObject({ status: 'relink' });
    });
  });

  it('need a linked account whose tokens are taken', async () => {
    const linked = grantId;
    grantId = null;
    for (const [, read] of OWN) expect(await read()).toMatchObject({ status: 'not_linked' });
    await link('earner-2');
    emulators.arm('microblog', { kind: 'revoked_token' });
    expect(await follow()).toMatchObject({ status: 'relink' });
    expect(await follow()).toMatchObject({ status: 'relink' });
    grantId = linked;
  });
});
