import { readVideositeChannel, readVideositeVideo } from '@questp/messages/integrations';
import type { Campaign } from '@questp/messages/quests';
import { refusal, startStudio, type Studio } from '../../testing/studio.fixture.js';

describe('the target of a quest at a third party', () => {
  let studio: Studio;
  let campaign: Campaign;
  beforeAll(async () => {
    studio = await startStudio();
    campaign = await studio.newCampaign((await studio.newProject()).id);
  }, 60_000);
  afterAll(() => studio.stop());

  const star = (repository: string) =>
    studio.newQuest(campaign, { taskTypeId: 'social_codehost_star', config: { repository } });

  it('is stored as the third party writes it, when it is set and when it is changed', async () => {
    const quest = await star('Orbit/Orbit-Core');
    expect(quest.config).toEqual({ repository: 'orbit/orbit-core' });
    expect((await studio.update(quest, { config: { repository: 'Orbit/Other' } })).config).toEqual({
      repository: 'orbit/other',
    });
  });

  it('has to exist, and to be given', async () => {
    expect(await refusal(star('unknown/core'))).toMatchObject({ code: 'TASK_CONFIG_INVALID' });
    expect(await refusal(star('no repository'))).toMatchObject({ code: 'TASK_CONFIG_INVALID' });
  });

  it('is refused while the platform cannot be reached to look it up', async () => {
    expect(await refusal(star('silent/core'))).toMatchObject({ code: 'PLATFORM_UNAVAILABLE' });
  });

  it('at the video site needs no look-up without an API key, unless the check needs the key as well', async () => {
    const unsupported = () => ({ status: 'unsupported' as const, value: null, detail: 'No key.', retryAt: null });
    studio.bus.answer(readVideositeChannel, unsupported);
    studio.bus.answer(readVideositeVideo, unsupported);
    const add = (action: string, config: object) =>
      studio.newQuest(campaign, {
        ...{ taskTypeId: `social_videosite_${action}`, method: 'platform_api', config: { ...config } },
      });
    const [channelId, videoUrl] = ['UCOrbitEmulatedChannel01', 'https://www.youtube.com/watch?v=OrbitVideo1'];
    expect((await add('subscribe', { channelId })).config).toEqual({ channelId });
    expect(await refusal(add('subscribe', { channelId: '@orbit' }))).toMatchObject({ code: 'TASK_CONFIG_INVALID' });
    expect((await add('like', { videoUrl })).config).toEqual({ videoUrl });
    expect(await refusal(add('comment', { videoUrl }))).toMatchObject({ code: 'TASK_CONFIG_INVALID' });
  });
});
