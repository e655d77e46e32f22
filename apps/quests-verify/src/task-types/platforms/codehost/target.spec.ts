import { readCodehostRepository } from '@questp/messages/integrations';
import { started } from '@questp/testing';
import { decidesAlike } from '../../../catalog/definition/deciding-config.js';
import { startStudio } from '../../../testing/studio.fixture.js';
import { TASK_TYPES } from '../../index.js';

describe('the repository of a quest', () => {
  const studio = started(startStudio);

  it('stays the same after it was renamed, although another one has taken its name', async () => {
    const [FIRST, SECOND] = ['80000001', '80000002'];
    studio.bus.answer(readCodehostRepository, ({ repository, repositoryId = FIRST }) => ({
      ...{ status: 'found' as const, detail: null, retryAt: null },
      value: { repository, repositoryId },
    }));
    const campaign = await studio.newCampaign((await studio.newProject()).id);
    const quest = await studio.newQuest(campaign, {
      ...{ taskTypeId: 'social_codehost_star', config: { repository: 'orbit/core' } },
    });
    expect(quest.config).toEqual({ repository: 'orbit/core', repositoryId: FIRST });

    studio.bus.answer(readCodehostRepository, ({ repository, repositoryId = SECOND }) => ({
      ...{ status: 'found' as const, detail: null, retryAt: null },
      value: { repository: repositoryId === FIRST ? 'orbit/new' : repository, repositoryId },
    }));
    const renamed = await studio.update(quest, { config: { repository: 'Orbit/Core' } });
    expect(renamed.config).toEqual({ repository: 'orbit/new', repositoryId: FIRST });
  });

  it('is compared by its id, and by its name where a quest of an earlier version has no id', () => {
    const type = TASK_TYPES.get('social_codehost_star');
    const known = { repository: 'orbit/core', repositoryId: '80000001' };
    expect(decidesAlike(type, { repository: 'orbit/core' }, known)).toBe(true);
    expect(decidesAlike(type, { repository: 'orbit/other' }, known)).toBe(false);
    expect(decidesAlike(type, { ...known, repository: 'orbit/new' }, known)).toBe(true);
    expect(decidesAlike(type, { ...known, repositoryId: '80000002' }, known)).toBe(false);
  });
});
