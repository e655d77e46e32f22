import { messageErrors } from '@questp/messages/language';
import fc from 'fast-check';
import { UnusableAnswer } from '../../outbound/described-json.js';
import { FactFailure, type PlatformFact } from '../../description/platform-fact.js';
import { microblog } from './microblog.js';

const accountId = '1800000000000000006';
const request = {
  ...{ userId: `svcuser_${'a'.repeat(32)}`, handle: 'orbit_hq', postId: '19', since: null, kind: 'quote' },
  ...{ refersTo: '19', hashtags: ['orbit'], text: 'quests' },
};

/** Anything in the places where the platform has what facts read, by either name. */
const anything = (depth: number): fc.Arbitrary<unknown> => {
  const leaf = fc.oneof(
    fc.constantFrom(null, true, -1, 1e21, '', '19', '\0', '\u{D800}', '\u{202E}', 'quoted', 'following', accountId),
    fc.constantFrom('2026-01-01T00:00:00.000Z', '9999-99-99', 'x'.repeat(3_000), 'https://a.example/p.png'),
    fc.string({ unit: 'grapheme' }),
  );
  if (depth === 0) return leaf;
  const below = anything(depth - 1);
  const names = `data includes errors meta users tweets posts id text name username type description author_id
    created_at pinned_tweet_id referenced_tweets referenced_posts entities hashtags mentions tag connection_status
    next_token profile_image_url`.split(/\s+/);
  const members = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), below), { selector: ([name]) => name });
  return fc.oneof(leaf, fc.array(below), members.map(Object.fromEntries));
};

const huge = { data: Array.from({ length: 100_000 }, () => ({ id: '19' })), meta: { next_token: 'n' } };
const long = {
  data: { id: '19', author_id: '1', username: 'a', name: 'n'.repeat(1_000_000), text: '&amp;'.repeat(200_000) },
};
const LIES = [huge, long, [], 'text', 7, { data: [] }, { data: {}, meta: null }, { errors: [{ type: 7 }] }];

/** Members of the right kind with text that no database stores. */
const UNSTORABLE = [
  { data: { id: accountId, name: '\0', description: '\u{D800}' } },
  {
    data: [
      {
        ...{ id: '19', text: '\0', created_at: '2026-01-01T00:00:00.000Z' },
        referenced_tweets: [{ type: 'quoted', id: '19' }],
      },
    ],
    meta: {},
  },
];

/** What the fact gives for the answer, or that it has none. */
async function read(fact: PlatformFact, json: unknown): Promise<object | null> {
  const get = () => Promise.resolve({ status: 200, headers: {}, json });
  try {
    return await fact.read({ accountId, connectedId: '', get, post: get }, request);
  } catch (error) {
    if (error instanceof UnusableAnswer) return null;
    if (error instanceof FactFailure && error.status === 'unavailable') return null;
    throw error;
  }
}

describe('an answer that the microblog does not describe', () => {
  const facts: readonly PlatformFact[] = microblog.facts;

  it.each(facts.map((fact) => [fact.contract.subject, fact] as const))('makes no fact of %s', async (_, fact) => {
    const check = async (json: unknown) => {
      const value = await read(fact, json);
      const reply = { status: value === null ? 'unavailable' : 'found', value, detail: null, retryAt: null };
      if (fact.contract.reply === null) throw new Error('A fact has a reply');
      expect(messageErrors(fact.contract.reply, reply)).toEqual([]);
    };
    for (const lie of [...LIES, ...UNSTORABLE]) await check(lie);
    await fc.assert(fc.asyncProperty(anything(4), check), { numRuns: 300 });
  });

  it('an answer that the microblog does not describe is no proof', async () => {
    for (const lie of LIES) {
      for (const fact of facts) {
        const value = (await read(fact, lie)) ?? {};
        expect(value).not.toMatchObject({ isFollowing: true });
        expect(value).not.toMatchObject({ isAuthor: true });
        expect(value).not.toMatchObject({ posts: [expect.anything()] });
      }
    }
  });
});
