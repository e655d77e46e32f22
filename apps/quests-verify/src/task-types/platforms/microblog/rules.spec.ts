import type { MicroblogPosts, OwnMicroblogPost } from '@questp/messages/integrations';
import fc from 'fast-check';
import { NO_FACTS, type Facts } from '../../../catalog/definition/facts.js';
import { availableType } from '../../../catalog/definition/task-type.js';
import { validateConfig, validateInputs } from '../../../catalog/definition/validation.js';
import { foldText } from '@questp/messages/language';
import { TASK_TYPES } from '../../index.js';
import { postIdOf } from './fields.js';
import { carries, contains } from './text-rule.js';

const accountId = '1800000000000000006';
const TARGET = '1900000000000000001';
const postUrl = `https://x.com/orbit_hq/status/${TARGET}`;
const startsAt = new Date('2026-01-01T00:00:00Z');

const post = (change: Partial<OwnMicroblogPost> = {}): OwnMicroblogPost => ({
  postId: '19',
  at: '2026-01-02T00:00:00Z',
  refersTo: TARGET,
  isMention: true,
  hashtags: ['Orbit', 'Quests'],
  text: 'Hello Ｍoon',
  ...change,
});
const posted = (...posts: OwnMicroblogPost[]): { microblogPosts: MicroblogPosts } => ({
  microblogPosts: { accountId, posts, isComplete: true },
});
const profile = (name: string, description: string, pinned: [string, string | null, string[]] | null = null) => ({
  microblogProfile: {
    ...{ accountId, name, description },
    pinned: pinned && { postId: pinned[0], quotes: pinned[1], hashtags: pinned[2] },
  },
});

const decide = (name: string, config: object, facts: Partial<Facts>) =>
  availableType(TASK_TYPES.get(`social_microblog_${name}`)).rule(
    { ...config },
    {},
    { ...NO_FACTS, now: new Date(), startsAt, endsAt: null, ...facts },
  );

const endsAt = new Date('2026-12-31T00:00:00Z');
const late = post({ at: '2026-12-31T00:00:00Z' });
const old = post({ at: '2025-12-31T23:59:59Z' });

describe('the rule of a microblog quest', () => {
  it.each<[string, object, Partial<Facts>, boolean]>([
    ['follow', { handle: 'a' }, { microblogFollow: { accountId, isFollowing: true } }, true],
    ['follow', { handle: 'a' }, { microblogFollow: { accountId, isFollowing: false } }, false],
    ['like', { postUrl }, { microblogLike: { accountId, isLiked: true, isComplete: true } }, true],
    ['like', { postUrl }, { microblogLike: { accountId, isLiked: true, isComplete: false } }, true],
    ['like', { postUrl }, { microblogLike: { accountId, isLiked: false, isComplete: true } }, false],
    ...['retweet', 'quote', 'comment'].flatMap((type): [string, object, Partial<Facts>, boolean][] => [
      [type, { postUrl }, posted(post()), true],
      [type, { postUrl }, posted(post({ refersTo: '1' })), false],
      [type, { postUrl }, posted(post({ refersTo: null })), false],
      [type, { postUrl }, posted(old), false],
      [type, { postUrl }, posted(old, post()), true],
      [type, { postUrl }, { ...posted(old), startsAt: null }, true],
      [type, { postUrl }, { ...posted(late), endsAt }, false],
      [type, { postUrl }, { ...posted(late, post()), endsAt }, true],
      [type, { postUrl }, posted(), false],
    ]),
    ['comment', { postUrl, requiredText: 'MOON' }, posted(post()), true],
    ['comment', { postUrl, requiredText: 'sun' }, posted(post()), false],
    ['comment', { postUrl, requiredText: 'moon' }, posted(post({ text: null })), false],
    ['comment', { postUrl, hashtags: ['orbit', 'QUESTS'] }, posted(post()), true],
    ['comment', { postUrl, hashtags: ['orbit', 'more'] }, posted(post()), false],
    // Of two posts each has a half of it.
    ['comment', { postUrl, hashtags: ['a', 'b'] }, posted(post({ hashtags: ['a'] }), post({ hashtags: ['b'] })), false],
    ['mention', { handle: 'a' }, posted(post()), true],
    ['mention', { handle: 'a' }, posted(post({ isMention: false })), false],
    ['mention', { handle: 'a' }, posted(old), false],
    ['mention', { handle: 'a', requiredText: 'hello m', hashtags: ['orbit'] }, posted(post()), true],
    ['mention', { handle: 'a', requiredText: 'hello', hashtags: ['sun'] }, posted(post()), false],
    ['hashtag', { hashtags: ['ORBIT'] }, posted(post()), true],
    ['hashtag', { hashtags: ['orbit', 'sun'] }, posted(post()), false],
    ['hashtag', { hashtags: ['orbit'], requiredText: 'sun' }, posted(post()), false],
    ['hashtag', { hashtags: ['orbit'] }, posted(old), false],
    ['bio', { bioContains: 'ORBIT' }, profile('Luna', 'On #Orbit'), true],
    ['bio', { bioContains: 'orbit' }, profile('Orbit', 'Luna'), false],
    ['bio', { displayNameContains: 'orbit' }, profile('Luna of Orbit', ''), true],
    ['bio', { displayNameContains: 'orbit', bioContains: 'luna' }, profile('Orbit', 'LUNA'), true],
    ['bio', { displayNameContains: 'orbit', bioContains: 'luna' }, profile('Orbit', ''), false],
    ['pin', { postUrl }, profile('', '', [TARGET, null, []]), true],
    ['pin', { postUrl }, profile('', '', ['1', TARGET, []]), true],
    ['pin', { postUrl }, profile('', '', ['1', '2', []]), false],
    ['pin', { postUrl }, profile('', '', ['1', null, []]), false],
    ['pin', { postUrl }, profile('', ''), false],
    ['pin', { hashtags: ['orbit', 'quests'] }, profile('', '', ['1', null, ['Quests', 'x', 'Orbit']]), true],
    ['pin', { hashtags: ['orbit', 'quests'] }, profile('', '', ['1', null, ['Orbit']]), false],
    ['pin', { hashtags: ['orbit'] }, profile('', '', ['1', null, []]), false],
    ['pin', { postUrl, hashtags: ['orbit'] }, profile('', '', ['1', null, ['ORBIT']]), true],
  ])('%s %j', (name, config, facts, passes) => {
    const outcome = decide(name, config, facts);
    expect(outcome.kind === 'fail' ? outcome.code : outcome.kind).toBe(passes ? 'pass' : 'ACTION_NOT_FOUND');
    if (outcome.kind === 'pass') {
      expect(outcome.subjects).toEqual([{ kind: 'account', subject: `microblog/${accountId}` }]);
    }
  });

  it('spends one of the posts that fit, and no other', () => {
    const posts = posted(post({ postId: '3' }), post({ postId: '2', refersTo: '1' }), post({ postId: '1' }), old);
    expect(decide('quote', { postUrl }, posts)).toMatchObject({
      usesOneOf: [
        { kind: 'post', subject: 'microblog/3' },
        { kind: 'post', subject: 'microblog/1' },
      ],
    });
  });

  it('states in a refusal which posts were read and what the post lacks', () => {
    expect(decide('quote', { postUrl }, posted())).toMatchObject({
      detail: 'None of your latest 200 posts since the campaign or the period started quotes the post.',
    });
    expect(decide('comment', { postUrl, requiredText: 'sun' }, posted(post()))).toMatchObject({
      detail: 'Your post answers the post, but it lacks the required text or a hashtag.',
    });
  });

  it('leaves to a reviewer whether a post was liked before the likes that were looked at', () => {
    const microblogLike = { accountId, isLiked: false, isComplete: false };
    expect(decide('like', { postUrl }, { microblogLike })).toEqual({
      ...{ kind: 'review', detail: 'Not among the latest 200 posts that you liked; older likes are not read.' },
    });
  });

  it.each([
    ['thread', null, 'review'],
    ['meme', { accountId, isAuthor: true }, 'review'],
    ['hashtag_ai', { accountId, isAuthor: false }, 'fail'],
  ] as const)('leaves a %s to a reviewer, unless another account wrote it', (name, microblogAuthorship, kind) => {
    expect(decide(name, {}, { microblogAuthorship }).kind).toBe(kind);
  });
});

describe('the address of a post', () => {
  it.each([
    [postUrl, TARGET],
    ['https://twitter.com/Luna_1/status/12?s=20', '12'],
    ['https://mobile.x.com/luna/status/12/photo/1', '12'],
    ['http://www.x.com/i/web/status/12#a', '12'],
  ])('%s has its id', (url, id) => expect(postIdOf(url)).toBe(id));

  it.each([
    'https://x.com/luna',
    'https://x.com/luna/status/',
    'https://x.com/luna/status/12345678901234567890',
    'https://x.com/luna/status/12a',
    'https://evil.example/x.com/luna/status/12',
    'https://x.com.evil.example/luna/status/12',
  ])('is not %s', (url) => {
    const quote = TASK_TYPES.get('social_microblog_quote');
    expect(validateConfig(quote, { postUrl: url })).toMatchObject({ ok: false, errors: [{ pointer: '/postUrl' }] });
    expect(validateInputs(quote, { postUrl }, { postUrl: url })).toMatchObject({ ok: false });
  });

  it('or hashtags a pinned post needs', () => {
    expect(validateConfig(TASK_TYPES.get('social_microblog_pin'), { postText: 'x' })).toMatchObject({ ok: false });
  });
});

describe('text of posts', () => {
  const text = fc.string({ unit: 'grapheme' });
  const tags = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }));

  it('is compared without its case and the form of its characters', () => {
    fc.assert(
      fc.property(text, text, text, (before, wanted, after) => {
        const folded = foldText(wanted);
        expect(foldText(folded)).toBe(folded);
        for (const written of [wanted, wanted.normalize('NFKC'), folded]) {
          expect(contains(foldText(before) + foldText(written) + foldText(after), wanted)).toBe(true);
        }
        expect(contains(before, wanted)).toBe(foldText(before).includes(folded));
      }),
    );
    expect(contains('ΟΔΟΣ STRASSE', 'οδος straße')).toBe(true);
    expect(contains('Ｏｒｂｉｔ', 'orbit')).toBe(true);
  });

  it('carries hashtags when it carries each of them whole', () => {
    fc.assert(
      fc.property(tags, tags, (carried, more) => {
        expect(
          carries(
            [...more, ...carried].map((tag) => foldText(tag)),
            carried,
          ),
        ).toBe(true);
        const isAll = carried.every((tag) => more.some((other) => foldText(other) === foldText(tag)));
        expect(carries(more, carried)).toBe(isAll);
      }),
    );
    expect(carries(['OrbitQuests'], ['Orbit'])).toBe(false);
  });
});
