import {
  readVideositeChannel,
  readVideositeComment,
  readVideositeLike,
  readVideositeSubscription,
  readVideositeVideo,
  testCredential,
} from '@questp/messages/integrations';
import { sql } from '@questp/postgres';
import { changedAnswers } from '../../testing/changed-answers.fixture.js';
import { startFacts, type FactStage } from '../../testing/facts.fixture.js';

const channelId = 'UCOrbitEmulatedChannel01';
const videoId = 'OrbitVideo1';

describe('facts of the video site', () => {
  let stage: FactStage;
  let accountId: string;
  beforeAll(async () => {
    stage = await startFacts('videosite');
  }, 60_000);
  afterAll(() => stage.stop());
  beforeEach(() => stage.reset());

  const subscription = () => stage.service.call(readVideositeSubscription, { userId: stage.userId, channelId });
  const like = () => stage.service.call(readVideositeLike, { userId: stage.userId, videoId });
  const comment = (of = videoId, since: string | null = null) =>
    stage.service.call(readVideositeComment, { userId: stage.userId, videoId: of, since });

  it('return a channel or video with its title', async () => {
    expect(await stage.service.call(readVideositeChannel, { channelId })).toMatchObject({
      value: { channelTitle: 'Orbit' },
    });
    expect(await stage.service.call(readVideositeVideo, { videoId })).toMatchObject({
      value: { videoTitle: 'What Orbit is', videoPictureUrl: expect.stringMatching(/^https:/) as string },
    });
    expect(await stage.service.call(readVideositeVideo, { videoId: 'unknown-one' })).toMatchObject({
      status: 'not_found',
    });
  });

  it('facts of the video site find a channel by its id, its handle or its legacy user name', async () => {
    const [brand] = stage.emulators.items('videosite', 'channels');
    stage.emulators.put('videosite', 'channels', { ...brand, title: 'Orbit, renamed', username: 'OrbitOfOld' });
    for (const asked of [channelId, '@orbit', '@Orbit', 'user/OrbitOfOld']) {
      expect(await stage.service.call(readVideositeChannel, { channelId: asked })).toMatchObject({
        value: { channelId, channelTitle: 'Orbit, renamed' },
      });
    }
    for (const asked of ['@nobody', 'user/nobody', 'UCunknown']) {
      expect(await stage.service.call(readVideositeChannel, { channelId: asked })).toMatchObject({
        status: 'not_found',
      });
    }
  });

  it('report a subscription, a like and a comment of the linked account', async () => {
    accountId = await stage.link('earner-1');
    for (const one of [subscription(), like()]) {
      expect(await one).toMatchObject({ status: 'found', value: { accountId, isDone: true } });
    }
    const [own] = stage.emulators.items('videosite', 'comments') as readonly { id: string; publishedAt: string }[];
    expect(await comment()).toMatchObject({ value: { accountId, commentId: own?.id } });
    expect(await comment(videoId, own?.publishedAt ?? '')).toMatchObject({ value: { commentId: own?.id } });
    expect(await comment(videoId, new Date().toISOString())).toMatchObject({ value: { accountId, commentId: null } });
    accountId = await stage.link('earner-2');
    for (const one of [subscription(), like()]) {
      expect(await one).toMatchObject({ status: 'found', value: { accountId, isDone: false } });
    }
    expect(await comment()).toMatchObject({ status: 'found', value: { accountId, commentId: null } });
  });

  it('facts of the video site have no value if a member of an answer is missing or has another type', async () => {
    const { userId } = stage;
    const more = { optional: ['authorChannelId'], shown: ['thumbnails'] };
    for (const person of ['earner-1', 'earner-2']) {
      accountId = await stage.link(person);
      const of = more;
      const changed = [
        await changedAnswers(stage, 'videosite', readVideositeChannel, { channelId }, of),
        await changedAnswers(stage, 'videosite', readVideositeVideo, { videoId }, of),
        await changedAnswers(stage, 'videosite', readVideositeSubscription, { userId, channelId }, of),
        await changedAnswers(stage, 'videosite', readVideositeLike, { userId, videoId }, of),
        await changedAnswers(stage, 'videosite', readVideositeComment, { userId, videoId, since: null }, of),
      ];
      expect(changed.flat()).toEqual([]);
    }
  });

  it('facts of the video site find a comment and a like beyond the first page', async () => {
    accountId = await stage.link('earner-2');
    const published = (n: number) => new Date(Date.parse('2026-04-01T00:00:00Z') - n * 1_000).toISOString();
    const comments = Array.from({ length: 150 }, (_, n) => ({
      ...{ id: `c${n}`, video: videoId, text: 'Hello', publishedAt: published(n) },
      author: n === 149 ? accountId : 'UCOrbitEmulatedChannel01',
    }));
    stage.emulators.put('videosite', 'comments', ...comments);
    expect(await comment()).toMatchObject({ value: { commentId: 'c149' } });
  });

  const comments = (count: number, more: (n: number) => object = () => ({})) => {
    stage.emulators.remove('videosite', 'comments', {});
    const published = (n: number) => new Date(Date.parse('2026-04-01T00:00:00Z') - n * 1_000).toISOString();
    const items = Array.from({ length: count }, (_, n) => ({
      ...{ id: `c${n}`, video: videoId, text: 'Hello', publishedAt: published(n), author: channelId },
      ...more(n),
    }));
    stage.emulators.put('videosite', 'comments', ...items);
  };

  it('facts of the video site are complete only if the list was read to its end or to the requested time', async () => {
    accountId = await stage.link('earner-2');
    expect(await like()).toMatchObject({ value: { isDone: false, isComplete: true } });
    comments(300);
    expect(await comment()).toMatchObject({ value: { commentId: null, isComplete: true } });
    await stage.service.db.execute(sql`DELETE FROM shared_answer`);
    comments(301, (n) => (n === 300 ? { author: accountId } : {}));
    expect(await comment()).toMatchObject({ value: { commentId: null, isComplete: false } });
    await stage.service.db.execute(sql`DELETE FROM shared_answer`);
    expect(await comment(videoId, '2026-03-31T23:58:00Z')).toMatchObject({
      value: { commentId: null, isComplete: true },
    });
    const videos = Array.from({ length: 151 }, (_, n) => `Liked${String(n).padStart(6, '0')}`);
    stage.emulators.put('videosite', 'videos', ...videos.map((id) => ({ id, channel: channelId })));
    stage.emulators.put('videosite', 'ratings', { user: accountId, video: videoId });
    stage.emulators.put('videosite', 'ratings', ...videos.map((video) => ({ user: accountId, video })));
    expect(await like()).toMatchObject({ value: { isDone: false, isComplete: false } });
  });

  it('facts of the video site find a comment among those that cannot be read', async () => {
    accountId = await stage.link('earner-2');
    const odd = [{ authorChannelId: null }, { publishedAt: null }, { authorChannelId: 7 }];
    comments(5, (n) => (n < 3 ? { odd: odd[n] } : n === 4 ? { author: accountId } : {}));
    expect(await comment()).toMatchObject({ value: { commentId: 'c4' } });
    await stage.service.db.execute(sql`DELETE FROM shared_answer`);
    // One of them could be the comment.
    comments(4, (n) => (n < 3 ? { odd: odd[n] } : {}));
    expect(await comment()).toMatchObject({ status: 'unavailable' });
    await stage.service.db.execute(sql`DELETE FROM shared_answer`);
    // A comment without an author matches no account.
    comments(4, (n) => (n < 3 ? { odd: odd[0] } : {}));
    expect(await comment()).toMatchObject({ value: { commentId: null, isComplete: true } });
  });

  it('facts of the video site are hidden, with what the earner must change, if the account hides them', async () => {
    await stage.link('earner-2');
    stage.emulators.arm('videosite', { kind: 'subscription_forbidden', route: 'subscriptions' });
    expect(await subscription()).toMatchObject({
      status: 'hidden',
      detail: 'Make your subscriptions of the video site public in its privacy settings.',
    });
  });

  it('facts of the video site cannot be read of a video without comments', async () => {
    await stage.link('earner-2');
    for (const one of ['OrbitVideo2', 'unknown-one'])
      expect(await comment(one)).toMatchObject({ status: 'unsupported' });
  });

  it('wait until midnight in California when the quota is used up', async () => {
    await stage.link('earner-2');
    stage.emulators.put('videosite', 'settings', { quota: 0 });
    const { status, retryAt } = await subscription();
    expect(status).toBe('unavailable');
    expect(retryAt).toMatch(/T0[78]:00:00\.000Z$/);
  });
});

describe('facts of the video site without an API key, which is optional', () => {
  let stage: FactStage;
  beforeAll(async () => {
    stage = await startFacts('videosite', { VIDEOSITE_API_KEY: '' });
  }, 60_000);
  afterAll(() => stage.stop());
  beforeEach(() => stage.reset());

  const actions = async () => {
    const { service, userId } = stage;
    return [
      await service.call(readVideositeSubscription, { userId, channelId }),
      await service.call(readVideositeLike, { userId, videoId }),
    ];
  };

  it('report a subscription and a like, read with the token of the earner only', async () => {
    const accountId = await stage.link('earner-1');
    for (const fact of await actions()) {
      expect(fact).toMatchObject({ status: 'found', value: { accountId, isDone: true }, detail: null, retryAt: null });
    }
    const other = await stage.link('earner-2');
    for (const fact of await actions()) {
      expect(fact).toMatchObject({ status: 'found', value: { accountId: other, isDone: false } });
    }
    stage.unlink();
    for (const fact of await actions()) expect(fact).toMatchObject({ status: 'not_linked' });
  });

  it('report no channel, video or comment, and send no request without a key', async () => {
    await stage.link('earner-1');
    stage.emulators.clearJournal();
    const { service, userId } = stage;
    for (const fact of [
      await service.call(readVideositeChannel, { channelId }),
      await service.call(readVideositeVideo, { videoId }),
      await service.call(readVideositeComment, { userId, videoId, since: null }),
    ]) {
      expect(fact).toMatchObject({ status: 'unsupported', value: null });
    }
    expect(stage.emulators.journal({ platform: 'videosite' })).toEqual([]);
    expect(await service.call(testCredential, { provider: 'videosite' })).toMatchObject({
      outcome: 'works',
      detail: expect.stringContaining('Not set: apiKey.') as string,
    });
  });
});
