import {
  readVideositeChannel,
  readVideositeComment,
  readVideositeLike,
  readVideositeSubscription,
  readVideositeVideo,
  testCredential,
} from '@questp/messages/integrations';
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

  it('name channels and videos', async () => {
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

  it('are a subscription, a like and a comment of the linked account', async () => {
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

  it('say nothing where a member of an answer is missing or of another type', async () => {
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

  it('look for a comment and a like beyond the first page', async () => {
    accountId = await stage.link('earner-2');
    const published = (n: number) => new Date(Date.parse('2026-04-01T00:00:00Z') - n * 1_000).toISOString();
    const comments = Array.from({ length: 150 }, (_, n) => ({
      ...{ id: `c${n}`, video: videoId, text: 'Hello', publishedAt: published(n) },
      author: n === 149 ? accountId : 'UCOrbitEmulatedChannel01',
    }));
    stage.emulators.put('videosite', 'comments', ...comments);
    expect(await comment()).toMatchObject({ value: { commentId: 'c149' } });
  });

  it('cannot be read of a video without comments', async () => {
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

  it('are a subscription and a like, read with the token of the earner alone', async () => {
    const accountId = await stage.link('earner-1');
    for (const fact of await actions()) {
      expect(fact).toEqual({ status: 'found', value: { accountId, isDone: true }, detail: null, retryAt: null });
    }
    const other = await stage.link('earner-2');
    for (const fact of await actions()) {
      expect(fact).toMatchObject({ status: 'found', value: { accountId: other, isDone: false } });
    }
    stage.unlink();
    for (const fact of await actions()) expect(fact).toMatchObject({ status: 'not_linked' });
  });

  it('are no channel, video or comment: requests without a key are not sent', async () => {
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
