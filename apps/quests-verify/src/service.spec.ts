import { contractSubjects, startTestService } from '@questp/service-kit/testing';
import { questsVerify } from './service.js';
import { TASK_TYPES } from './task-types/index.js';
import { taskTypes } from './task-types/wing.js';

describe('quests-verify', () => {
  it('answers every contract of its own, and nothing else', async () => {
    const service = await startTestService(questsVerify);
    expect(service.subjects).toEqual(contractSubjects(questsVerify));
    await service.stop();
  });

  it('has one task type for each id, and one provider for each class of the families', () => {
    const ids = TASK_TYPES.all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(taskTypes.providers).size).toBe(taskTypes.providers.length);
  });
});
