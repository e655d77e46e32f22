import { publishedFile } from '@questp/emulators';
import {
  readVideositeChannel,
  readVideositeComment,
  readVideositeLike,
  readVideositeSubscription,
  readVideositeVideo,
} from '@questp/messages/integrations';
import { findUndescribed } from '../../testing/described-calls.fixture.js';
import { startFacts, type FactStage } from '../../testing/facts.fixture.js';

const RESOURCES: Readonly<Record<string, string>> = {
  channels: 'Channels',
  videos: 'Videos',
  subscriptions: 'Subscriptions',
  commentThreads: 'Commentthreads',
};

describe('calls to the video site and its published types', () => {
  let stage: FactStage;
  beforeAll(async () => {
    stage = await startFacts('videosite');
  }, 60_000);
  afterAll(() => stage.stop());

  it('agree', async () => {
    const types = await publishedFile({
      name: '@googleapis/youtube',
      version: '39.0.0',
      integrity: 'sha512-ROGXvKLwOWOS4dSEexWS4ZF061ZGaTmGzkdOiTB6OvpimzmbnVyMioRRi0q+/sZ6C1CwffOb8+WYo5SPiZlTag==',
      file: 'build/v3.d.ts',
    });
    const { service, emulators, userId } = stage;
    await stage.link('earner-2');
    const [channelId, videoId] = ['UCOrbitEmulatedChannel01', 'OrbitVideo1'];
    await service.call(readVideositeChannel, { channelId });
    await service.call(readVideositeVideo, { videoId });
    await service.call(readVideositeSubscription, { userId, channelId });
    await service.call(readVideositeLike, { userId, videoId });
    await service.call(readVideositeComment, { userId, videoId, since: null });
    expect(emulators.journal({ platform: 'videosite', route: 'comments' })).toHaveLength(1);

    const parametersOf = (resource: string) => {
      const start = types.indexOf(`interface Params$Resource$${resource}$List `);
      const described = types.slice(start, types.indexOf('\n    }', start));
      return new Set([...described.matchAll(/^ {8}(\w+)\?:/gm)].map(([, name = '']) => name));
    };
    const undescribed = findUndescribed(emulators, 'videosite', ({ method, path }) => {
      const resource = RESOURCES[path.replace('/youtube/v3/', '')];
      return method === 'GET' && resource !== undefined ? parametersOf(resource) : undefined;
    });
    expect(undescribed).toEqual([]);
  });
});
