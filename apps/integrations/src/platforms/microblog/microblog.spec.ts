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
import { UnusableAnswer } from '../../outbound/described-json.js';
import type { PlatformFact } from '../../description/platform-fact.js';
import { microblog } from './microblog.js';

const PUBLIC_URL = 'https://api.example.org';
const userId = `svcuser_${'a'.repeat(32)}`;
const accountId = '1800000000000000006';
const BRAND = '1700000000000000001';
const BRAND_POST = '1900000000000000001';
const QUOTE = '1900000000000000012';
const REPLY = '1900000000000000013';
const MENTION = '1900000000000000014';
const PROTECTED = '1700000000000000002';
/** What the microblog leaves out where there is none. */
const OMITTED = [
  'description',
  'url',
  'urls',
  'display_url',
  'expanded_url',
  'note_tweet',
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
  const profile = (asked: Partial<RequestOf<typeof readMicroblogProfile>> = {}) =>
    service.call(readMicroblogProfile, { userId, ...asked });
  const wrote = (postId: string) => service.call(readMicroblogAuthorship, { userId, postId });
  const found = (value: object) => ({ status: 'found', value, detail: null, retryAt: null });

  /** Each fact of the earner, and the route that it reads. */
  const OWN: [string, () => Promise<Fact<object>>][] = [
    ['user_by_username', () => follow()],
    ['user_by_id', () => follow('orbit_hq', BRAND)],
    ['liked', () => like()],
    ['timeline', () => posts()],
    ['user', () => profile()],
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

  it('facts of the microblog have no value if a member of an answer is missing or has another type', async () => {
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

  it('describe an account and a post as a team sees them', async () => {
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

  it('report whether the earner follows an account, by its id after it was renamed', async () => {
    expect(await follow()).toEqual(found({ accountId, isFollowing: true }));
    expect(await follow('old_name', BRAND)).toEqual(found({ accountId, isFollowing: true, handle: 'orbit_hq' }));
    emulators.remove('microblog', 'follows', { follower: accountId });
    expect(await follow()).toEqual(found({ accountId, isFollowing: false }));
  });

  it('report whether a post is among the latest likes, of which two pages are read', async () => {
    expect(await like()).toEqual(found({ accountId, isLiked: true, isComplete: true }));
    expect(await like(QUOTE)).toEqual(found({ accountId, isLiked: false, isComplete: true }));
    const likes = (count: number) =>
      Array.from({ length: count }, (_, index) => {
        const post = `19100000000000${10_000 + index}`;
        emulators.put('microblog', 'posts', { id: post, author: BRAND });
        return { account: accountId, post };
      });
    emulators.put('microblog', 'likes', ...likes(150));
    emulators.clearJournal();
    expect(await like()).toEqual(found({ accountId, isLiked: true, isComplete: true }));
    expect(emulators.journal({ platform: 'microblog' })).toHaveLength(2);
    emulators.put('microblog', 'likes', ...likes(200));
    expect(await like()).toEqual(found({ accountId, isLiked: false, isComplete: false }));
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

  it('facts of the microblog find original posts by a mention or a hashtag, with their original text', async () => {
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

  it('facts of the microblog find the post with the text and the hashtags among many newer ones without', async () => {
    mentions(25, (index) => (index === 22 ? '@orbit_hq #Orbit the MOON' : '@orbit_hq hello'));
    const asked = { kind: 'original' as const, mentions: 'orbit_hq', hashtags: ['orbit'], text: 'moon' };
    expect((await posts(asked)).value).toMatchObject({ posts: [{ text: '@orbit_hq #Orbit the MOON' }] });
    await forget();
    expect((await posts({ ...asked, text: 'sun' })).value).toMatchObject({ posts: { length: 20 }, isComplete: true });
  });

  it('facts of the microblog are incomplete if older posts were not read', async () => {
    mentions(250, () => 'hello');
    const asked = { kind: 'original' as const, mentions: 'orbit_hq', hashtags: ['orbit'] };
    expect((await posts(asked)).value).toMatchObject({ posts: [], isComplete: false });
    await forget();
    const since = new Date(Date.now() + 60_000).toISOString();
    expect((await posts({ ...asked, since })).value).toMatchObject({ posts: [], isComplete: true });
  });

  it('facts of the microblog read one timeline for all quests of an earner, which proves what it has and denies nothing later', async () => {
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

  it('facts of the microblog read two pages of 100 posts at most, and no further one after 20 that fit', async () => {
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

  it('return description, name and pinned post under the old and the new member names', async () => {
    const pinned = { postId: QUOTE, quotes: BRAND_POST, hashtags: ['Orbit'] };
    const own = found({ accountId, name: 'earner-1', description: 'On #Orbit', pinned });
    expect(await profile()).toEqual(own);
    emulators.put('microblog', 'settings', { names: 'posts' });
    await forget();
    expect(await profile()).toEqual(own);
    expect(await posts()).toMatchObject(found({ posts: [{ postId: QUOTE }] }));
  });

  it('report whether the earner wrote a post', async () => {
    expect(await wrote(QUOTE)).toEqual(found({ accountId, isAuthor: true }));
    expect(await wrote(BRAND_POST)).toEqual(found({ accountId, isAuthor: false }));
    expect(await wrote('1')).toMatchObject({ status: 'not_found' });
    emulators.put('microblog', 'posts', { id: '1900000000000000050', author: PROTECTED });
    expect(await wrote('1900000000000000050')).toEqual(found({ accountId, isAuthor: false }));
  });

  describe('read what people see:', () => {
    const long = (middle: string) => `${'word '.repeat(68)}${middle} ${'word '.repeat(4_000)}`;
    const put = (text: string, more: object = {}) =>
      emulators.put('microblog', 'posts', { id: '1900000000000000030', author: accountId, text, ...more });
    const hashtag = (tag: string, text?: string) =>
      posts({ kind: 'original', hashtags: [tag], ...(text !== undefined && { text }) });
    const isFound = async (answer: Promise<Fact<{ posts: { postId: string }[] }>>) => {
      const { value } = await answer;
      await forget();
      return value?.posts.some(({ postId }) => postId === '1900000000000000030');
    };

    it('the whole of a long post, with what it has after the 280th character', async () => {
      put(long('#Deep by @orbit_hq at https://www.orbit.example/quests/the-longest-one-of-all, moonrise'));
      expect(await isFound(hashtag('deep'))).toBe(true);
      expect(await isFound(posts({ kind: 'original', mentions: 'x', mentionsId: BRAND }))).toBe(true);
      const { value } = await hashtag('deep', 'moonrise');
      expect(value?.posts).toMatchObject([{ hashtags: ['Deep'], text: expect.stringContaining('moonrise') as string }]);
      for (const text of [
        'orbit.example/quests/the-l',
        'HTTPS://orbit.example',
        'www.orbit.example/quests/the-longest-one-of',
      ]) {
        await forget();
        expect((await hashtag('deep', text)).value?.posts[0]?.text?.toLowerCase()).toContain(text.toLowerCase());
      }
      await forget();
      expect((await hashtag('deep', 't.co/')).value?.posts[0]?.text).not.toContain('t.co');
    });

    it('the oldest of a page of long posts, in any script', async () => {
      const text = `${'วันพระจันทร์ '.repeat(1_000)}`;
      const posted = Array.from({ length: 60 }, (_, n) => ({
        id: String(1_920_000_000_000_000_000n + BigInt(n)),
        text,
      }));
      emulators.put('microblog', 'posts', ...posted.map((one) => ({ ...one, author: accountId })));
      put(long('#Deep'), { createdAt: new Date(Date.now() - 60_000).toISOString() });
      expect(await isFound(hashtag('deep'))).toBe(true);
    });

    it('a hashtag among more than a fact has, in any script and form', async () => {
      const many = Array.from({ length: 40 }, (_, index) => `#tag${index}`).join(' ');
      put(`${many} #${'Café'.normalize('NFD')}`);
      for (const tag of ['café', 'TAG39']) expect((await hashtag(tag)).value?.posts).toHaveLength(1);
    });

    it('a long reply, quote and pinned post alike', async () => {
      put(long('#Deep moonrise'), { references: [{ type: 'replied_to', id: BRAND_POST }] });
      expect(await isFound(posts({ kind: 'reply', hashtags: ['deep'], text: 'moonrise' }))).toBe(true);
      const account = { id: accountId, username: 'earner_1', name: 'earner-1' };
      emulators.put('microblog', 'accounts', { ...account, pinnedPost: '1900000000000000030' });
      const pinned = { pinned: { postId: '1900000000000000030', hashtags: ['Deep'] } };
      expect(await profile({ part: 'pinned', hashtags: ['deep'] })).toMatchObject(found(pinned));
    });

    it('the links of a bio as they are shown, and in whole, with the link of the profile', async () => {
      const description = 'Building orbit-quests.example/about/the-team-of-orbit #Orbit';
      const account = { id: accountId, username: 'earner_1', name: 'earner-1' };
      emulators.put('microblog', 'accounts', { ...account, description, url: 'https://luna.example/blog' });
      const shown = 'Building orbit-quests.example/about/th… #Orbit\nluna.example/blog';
      expect(await profile()).toMatchObject(found({ description: shown }));
      for (const text of [
        'ORBIT-quests.example',
        'example/about/the-team-of-orbit #orbit',
        'https://luna.example/blog',
      ]) {
        const { value } = await profile({ part: 'bio', text });
        expect(value?.description.toLowerCase()).toContain(text.toLowerCase());
        expect(value?.pinned).toBeNull();
      }
      expect((await profile({ text: 'moon' })).value?.description).toBe(shown);
    });
  });

  it('facts of the microblog read the other items of a list if one does not match the API', async () => {
    const odd = [null, 7, {}, { id: 19 }, { id: 'another-form', text: 'x', created_at: 'yesterday' }];
    const answerOf = async (fact: PlatformFact, request: object, data: readonly unknown[]) => {
      const json = { data, meta: { result_count: data.length } };
      const get = () => Promise.resolve({ status: 200, headers: {}, json });
      return await fact.read({ accountId, connectedId: '', get, post: get }, request);
    };
    const [theLike, thePosts] = [readMicroblogLike, readMicroblogPosts].map((contract) => {
      const facts: readonly PlatformFact[] = microblog.facts;
      return facts.find((fact) => fact.contract.subject === contract.subject)!;
    });
    const liked = { userId, postId: BRAND_POST };
    expect(await answerOf(theLike!, liked, [...odd, { id: BRAND_POST }])).toMatchObject({ isLiked: true });
    await expect(answerOf(theLike!, liked, odd)).rejects.toThrow(UnusableAnswer);
    expect(await answerOf(theLike!, liked, [{ id: 'another-form' }])).toMatchObject({ isLiked: false });
    const own = {
      ...{ id: QUOTE, text: '', created_at: new Date().toISOString() },
      referenced_tweets: [null, { type: 'quoted_by_article', id: 'x' }, { type: 'quoted', id: BRAND_POST }],
    };
    const quote = { userId, since: null, kind: 'quote', refersTo: BRAND_POST };
    expect(await answerOf(thePosts!, quote, [...odd, own])).toMatchObject({ posts: [{ postId: QUOTE }] });
    await expect(answerOf(thePosts!, quote, odd)).rejects.toThrow(UnusableAnswer);
    const reply = { ...own, created_at: 7, referenced_tweets: [{ type: 'replied_to', id: BRAND_POST }] };
    expect(await answerOf(thePosts!, quote, [reply])).toMatchObject({ posts: [] });
  });

  it('identify an account by its id when another one took its handle', async () => {
    emulators.put('microblog', 'accounts', { id: BRAND, username: 'orbit_new', name: 'Orbit' });
    emulators.put('microblog', 'accounts', { id: '1700000000000000009', username: 'orbit_hq', name: 'Another' });
    const account = (accountId?: string) =>
      service.call(readMicroblogAccount, { handle: 'orbit_hq', ...(accountId !== undefined && { accountId }) });
    expect(await account(BRAND)).toMatchObject(found({ accountId: BRAND, handle: 'orbit_new' }));
    expect(await account()).toMatchObject(found({ accountId: '1700000000000000009', name: 'Another' }));
    expect(await follow('orbit_hq', BRAND)).toMatchObject(found({ isFollowing: true, handle: 'orbit_new' }));
  });

  describe.each([...OWN, ...PUBLIC])('at %s', (route, read) => {
    it('facts of the microblog are limited until the platform says', async () => {
      emulators.arm('microblog', { kind: 'rate_limited', route });
      const { status, retryAt } = await read();
      expect(status).toBe('unavailable');
      expect(Date.parse(retryAt ?? '') - Date.now()).toBeGreaterThan(800_000);
      emulators.arm('microblog', { kind: 'usage_capped', route });
      const capped = await read();
      expect(capped).toMatchObject({ status: 'unavailable', detail: expect.stringContaining('used up') as string });
      expect(Date.parse(capped.retryAt ?? '')).toBeGreaterThan(Date.now());
    });

    it.each(['forbidden', 'subset', 'outage', 'invalid_json'])(
      'facts of the microblog are unavailable at %s',
      async (kind) => {
        emulators.arm('microblog', { kind, route });
        expect(await read()).toMatchObject({
          status: 'unavailable',
          detail: expect.stringMatching(
            ['forbidden', 'subset'].includes(kind) ? /unavailable on the current plan/ : /./,
          ) as string,
        });
        expect(await read()).toMatchObject({ status: 'found' });
      },
    );
  });

  describe.each(OWN)('of the earner at %s', (route, read) => {
    it('facts of the microblog require an account that the platform accepts', async () => {
      emulators.arm('microblog', { kind: 'suspended', route });
      expect(await read()).toMatchObject({ status: 'hidden', detail: expect.stringContaining('suspended') as string });
      emulators.arm('microblog', { kind: 'locked', route });
      expect(await read()).toMatchObject({ status: 'hidden', detail: expect.stringContaining('unlock') as string });
      emulators.arm('microblog', { kind: 'missing_scope', route });
      expect(await read()).toMatchObject({ status: 'relink' });
    });
  });

  it.each(OWN.filter(([route]) => route !== 'post'))(
    'are hidden, with a detail for the earner, if the platform hides the %s',
    async (route, read) => {
      emulators.arm('microblog', { kind: 'not_authorized', route });
      expect(await read()).toMatchObject({ status: 'hidden', value: null });
    },
  );

  it('facts of the microblog require a linked account whose tokens are valid', async () => {
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
