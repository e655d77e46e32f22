import {
  readLaunchsiteComment,
  readLaunchsitePost,
  readLaunchsiteVote,
  type FactContract,
} from '@questp/messages/integrations';
import { UnusableAnswer } from '../../outbound/described-json.js';
import type { PlatformFact } from '../../description/platform-fact.js';
import { changedAnswers } from '../../testing/changed-answers.fixture.js';
import { startFacts, type FactStage } from '../../testing/facts.fixture.js';
import { posts } from './posts.js';

const POST = '910001';
const slug = 'orbit';

describe('facts of the launch site', () => {
  let stage: FactStage;
  let accountId: string;
  beforeAll(async () => {
    stage = await startFacts('launchsite');
  }, 60_000);
  afterAll(() => stage.stop());
  beforeEach(() => stage.reset());

  const post = (of = slug) => stage.service.call(readLaunchsitePost, { slug: of });
  const vote = (of = slug) => stage.service.call(readLaunchsiteVote, { userId: stage.userId, slug: of });
  const comment = (since: string | null = null, of = slug) =>
    stage.service.call(readLaunchsiteComment, { userId: stage.userId, slug: of, since });
  const sent = (route: string) => stage.emulators.journal({ platform: 'launchsite', route });

  it('return a post with its picture, read as the application', async () => {
    expect(await post()).toMatchObject({
      value: { postName: 'Orbit', postPictureUrl: 'https://ph-files.imgix.net/orbit.png' },
    });
    expect(await post('plain')).toMatchObject({ value: { postName: 'Plain', postPictureUrl: null } });
    expect(await post('unknown-one')).toMatchObject({ status: 'not_found', value: null });
  });

  it('request one token of the application for all posts, and another when it is refused', async () => {
    await post();
    stage.emulators.clearJournal();
    await Promise.all(['orbit', 'plain'].map(post));
    expect(sent('token')).toHaveLength(0);
    stage.emulators.arm('launchsite', { kind: 'revoked_token', route: 'graphql', times: 1 });
    expect(await post()).toMatchObject({ status: 'unavailable' });
    expect(await post()).toMatchObject({ status: 'found' });
    expect(sent('token')).toHaveLength(1);
  });

  it('report a vote and a comment of the linked account', async () => {
    accountId = await stage.link('earner-1');
    expect(await vote()).toMatchObject({ status: 'found', value: { accountId, isVoted: true } });
    expect(await comment()).toMatchObject({ status: 'found', value: { accountId, commentId: '1' } });
    expect(await vote('plain')).toMatchObject({ value: { isVoted: false } });
    expect(await comment(new Date().toISOString())).toMatchObject({ value: { commentId: null } });
    accountId = await stage.link('earner-2');
    expect(await vote()).toMatchObject({ status: 'found', value: { accountId, isVoted: false } });
    expect(await comment()).toMatchObject({ status: 'found', value: { accountId, commentId: null } });
  });

  it('facts of the launch site have no value if a member of an answer is missing or has another type', async () => {
    const { userId } = stage;
    for (const person of ['earner-1', 'earner-2']) {
      accountId = await stage.link(person);
      // Null is no post.
      const of = { optional: ['post'] };
      const changed = [
        await changedAnswers(stage, 'launchsite', readLaunchsitePost, { slug }, { ...of, shown: ['thumbnail'] }),
        await changedAnswers(stage, 'launchsite', readLaunchsiteVote, { userId, slug }, of),
        await changedAnswers(stage, 'launchsite', readLaunchsiteComment, { userId, slug, since: null }, of),
      ];
      expect(changed.flat()).toEqual([]);
    }
  });

  it('search three pages for a comment', async () => {
    accountId = await stage.link('earner-2');
    const put = (count: number, from: number) =>
      stage.emulators.put(
        'launchsite',
        'comments',
        ...Array.from({ length: count }, (_, n) => ({ id: String(from + n), post: POST, user: '5000001' })),
      );
    const createdAt = '2026-02-01T00:00:00Z';
    stage.emulators.put('launchsite', 'comments', { id: '99', post: POST, user: accountId, createdAt });
    put(59, 100);
    expect(await comment()).toMatchObject({ value: { commentId: '99', isComplete: true } });
    put(1, 200);
    stage.emulators.clearJournal();
    expect(await comment()).toMatchObject({ value: { commentId: null, isComplete: false } });
    expect(sent('graphql')).toHaveLength(3);
    // Every comment of the time is on the pages that are read.
    expect(await comment('2026-03-01T00:00:00Z')).toMatchObject({ value: { commentId: null, isComplete: false } });
    stage.emulators.remove('launchsite', 'comments', { id: '200' });
    stage.emulators.remove('launchsite', 'comments', { id: '100' });
    expect(await comment('2026-03-01T00:00:00Z')).toMatchObject({ value: { commentId: null, isComplete: true } });
  });

  it('facts of the launch site read the other comments where one is not as the API describes it', async () => {
    const own = { id: '7', createdAt: '2026-02-01T00:00:00Z', user: { id: '5000007' } };
    const odd = [null, { ...own, user: null }, { ...own, id: null }];
    const others = [
      { ...own, createdAt: 7, user: { id: 'another-form' } },
      { ...own, user: { id: '0' } },
    ];
    const contract: FactContract = readLaunchsiteComment;
    const fact = posts.find((one) => one.contract.subject === contract.subject)!;
    const read = (nodes: readonly unknown[]) => {
      const comments = { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
      const answer = () => Promise.resolve({ status: 200, headers: {}, json: { data: { post: { comments } } } });
      const calls = { accountId: '5000007', connectedId: '', get: answer, post: answer };
      return (fact as PlatformFact).read(calls, { slug, since: null });
    };
    expect(await read([...odd, ...others, own])).toMatchObject({ commentId: '7' });
    await expect(read(odd)).rejects.toThrow(UnusableAnswer);
    expect(await read(others)).toMatchObject({ commentId: null, isComplete: true });
  });

  it('use few points of the limit that all earners share', async () => {
    await stage.link('earner-1');
    const spent = stage.emulators.spent('launchsite');
    await vote();
    expect(stage.emulators.spent('launchsite') - spent).toBe(2);
  });

  it('facts of the launch site require a linked account whose token is valid and has both scopes', async () => {
    stage.unlink();
    expect(await vote()).toMatchObject({ status: 'not_linked' });
    await stage.link('earner-3');
    stage.emulators.arm('launchsite', { kind: 'missing_scope', route: 'graphql', times: 1 });
    expect(await vote()).toMatchObject({ status: 'relink' });
    stage.emulators.arm('launchsite', { kind: 'revoked_token', route: 'graphql', times: 1 });
    expect(await vote()).toMatchObject({ status: 'relink' });
    expect(await vote()).toMatchObject({ status: 'relink' });
  });

  it('facts of the launch site cannot be read of a post that is gone', async () => {
    await stage.link('earner-2');
    for (const one of [vote('gone'), comment(null, 'gone')]) expect(await one).toMatchObject({ status: 'unsupported' });
  });

  it.each(['outage', 'forbidden', 'invalid_json', 'hang'])(
    'facts of the launch site are unavailable at %s',
    async (kind) => {
      await stage.link('earner-4');
      stage.emulators.arm('launchsite', { kind, route: 'graphql', times: 1 });
      expect(await vote()).toMatchObject({ status: 'unavailable', value: null });
      expect(await vote()).toMatchObject({ status: 'found' });
    },
  );

  it('wait until the limit of complexity ends', async () => {
    await stage.link('earner-5');
    stage.emulators.arm('launchsite', { kind: 'rate_limited', route: 'graphql', times: 1 });
    const { status, retryAt } = await vote();
    expect(status).toBe('unavailable');
    const seconds = (Date.parse(retryAt ?? '') - Date.now()) / 1_000;
    expect(seconds).toBeGreaterThan(600);
    expect(seconds).toBeLessThan(1_000);
  });
});
