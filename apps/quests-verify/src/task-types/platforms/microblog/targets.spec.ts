import { readMicroblogAccount } from '@questp/messages/integrations';
import { started } from '@questp/testing';
import { decidesAlike } from '../../../catalog/definition/deciding-config.js';
import { refusal, startStudio } from '../../../testing/studio.fixture.js';
import { TASK_TYPES } from '../../index.js';
import { EXAMPLE_POST } from './fields.js';

describe('the target of a microblog quest', () => {
  const studio = started(startStudio);

  const stored = async (name: string, config: Record<string, unknown>) => {
    const campaign = await studio.newCampaign((await studio.newProject()).id);
    return (await studio.newQuest(campaign, { taskTypeId: `social_microblog_${name}`, config })).config;
  };

  it('gets the id and the name that the microblog has', async () => {
    const looked = { handle: 'orbit_hq', accountId: '17', accountName: 'Orbit' };
    expect(await stored('follow', { handle: 'Orbit_HQ', accountId: '99' })).toEqual(looked);
    expect(await stored('quote', { postUrl: EXAMPLE_POST })).toEqual({
      ...{ postUrl: EXAMPLE_POST, postAuthor: 'orbit_hq', postText: 'Welcome' },
    });
  });

  it('that is a Space gets its title and its start, and is taken as it is where Spaces cannot be read', async () => {
    const spaceStartsAt = '2026-05-01T12:00:00.000Z';
    expect(await stored('space_speak', { spaceId: '1LiveSpace001', spaceTitle: 'Another' })).toEqual({
      ...{ spaceId: '1LiveSpace001', spaceTitle: 'Orbit weekly', spaceStartsAt },
    });
    expect(await stored('space_speak', { spaceId: '1NoPlan' })).toEqual({ spaceId: '1NoPlan' });
    const window = { startsAt: spaceStartsAt, endsAt: '2026-05-01T13:00:00.000Z', graceMinutes: 15 };
    const attend = await stored('space_attend', { spaceId: '1LiveSpace001', code: 'Moonrise', ...window });
    expect(attend).toEqual({ spaceId: '1LiveSpace001', spaceTitle: 'Orbit weekly', spaceStartsAt, ...window });
  });

  it('has to exist, where the quest has one', async () => {
    expect(await refusal(stored('mention', { handle: 'unknown' }))).toEqual({
      ...{ code: 'TASK_CONFIG_INVALID', pointers: ['/config/handle'] },
    });
    expect(await refusal(stored('like', { postUrl: 'https://x.com/orbit_hq' }))).toEqual({
      ...{ code: 'TASK_CONFIG_INVALID', pointers: ['/config/postUrl'] },
    });
    expect(await refusal(stored('space_speak', { spaceId: '1Unknown' }))).toEqual({
      ...{ code: 'TASK_CONFIG_INVALID', pointers: ['/config/spaceId'] },
    });
    expect(await stored('pin', { hashtags: ['Orbit'] })).toEqual({ hashtags: ['Orbit'] });
  });

  it('is the same account after it was renamed, although another one has taken its name', async () => {
    const campaign = await studio.newCampaign((await studio.newProject()).id);
    const quest = await studio.newQuest(campaign, {
      ...{ taskTypeId: 'social_microblog_follow', config: { handle: 'orbit_hq' } },
    });
    studio.bus.answer(readMicroblogAccount, ({ handle, accountId = '99' }) => {
      const value = { accountId, handle: accountId === '17' ? 'orbit_new' : handle, name: null, pictureUrl: null };
      return { status: 'found' as const, value, detail: null, retryAt: null };
    });
    const renamed = await studio.update(quest, { config: { handle: 'Orbit_HQ' } });
    expect(renamed.config).toEqual({ handle: 'orbit_new', accountId: '17' });
    const other = await studio.update(renamed, { config: { handle: 'orbit_hq' } });
    expect(other.config).toEqual({ handle: 'orbit_hq', accountId: '99' });
    const type = TASK_TYPES.get('social_microblog_follow');
    expect(decidesAlike(type, quest.config, renamed.config)).toBe(true);
    expect(decidesAlike(type, quest.config, other.config)).toBe(false);
    expect(decidesAlike(type, { handle: 'orbit_hq' }, { handle: 'orbit_new' })).toBe(false);
  });
});
