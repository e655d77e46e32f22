import { readLaunchsitePost } from '@questp/messages/integrations';
import type { Quest } from '@questp/messages/quests';
import { started } from '@questp/testing';
import { refusal, startStudio } from '../../../testing/studio.fixture.js';

const targetUrl = 'https://www.producthunt.com/posts/orbit';
const page = 'https://launch.example.org/orbit';

describe('the target of a launch site quest', () => {
  const studio = started(startStudio);

  const add = async (name: string, url: string, method?: Quest['method']) => {
    const campaign = await studio.newCampaign((await studio.newProject()).id);
    const config = { targetUrl: url };
    return studio.newQuest(campaign, { taskTypeId: `social_launchsite_${name}`, config, ...(method && { method }) });
  };
  const WRONG = { code: 'TASK_CONFIG_INVALID', pointers: ['/config/targetUrl'] };

  it('gets the name that the launch site has', async () => {
    expect((await add('upvote', targetUrl)).config).toEqual({ targetUrl, postName: 'Orbit' });
    expect((await add('comment', targetUrl)).config).toEqual({ targetUrl, postName: 'Orbit' });
  });

  it('is a post where the launch site is asked about it, also when the method changes later', async () => {
    expect(await refusal(add('upvote', page))).toEqual(WRONG);
    expect(await refusal(add('comment', page, 'platform_api'))).toEqual(WRONG);
    const reviewed = await add('comment', page);
    expect(reviewed).toMatchObject({ method: 'manual', config: { targetUrl: page } });
    expect(await refusal(studio.update(reviewed, { method: 'hybrid' }))).toEqual(WRONG);
    const post = await add('comment', targetUrl);
    expect(await studio.update(post, { method: 'hybrid' })).toMatchObject({
      ...{ method: 'hybrid', config: { targetUrl, postName: 'Orbit' } },
    });
  });

  it('need not be looked up for reviewers, and has to be for checks', async () => {
    const answer = (status: 'unavailable' | 'unsupported' | 'not_found') =>
      studio.bus.answer(readLaunchsitePost, () => ({ status, value: null, detail: null, retryAt: null }));
    for (const status of ['unavailable', 'unsupported'] as const) {
      answer(status);
      const reviewed = await add('comment', targetUrl);
      expect(reviewed.config).toEqual({ targetUrl });
      const code = status === 'unavailable' ? 'PLATFORM_UNAVAILABLE' : 'TASK_CONFIG_INVALID';
      expect(await refusal(add('comment', targetUrl, 'platform_api'))).toMatchObject({ code });
      expect(await refusal(studio.update(reviewed, { method: 'platform_api' }))).toMatchObject({ code });
    }
    answer('not_found');
    expect(await refusal(add('comment', targetUrl))).toEqual(WRONG);
  });
});
