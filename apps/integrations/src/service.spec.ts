import { contractSubjects, startTestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from './service.js';

describe('integrations', () => {
  it('answers every contract of its own, and nothing else', async () => {
    const service = await startTestService(integrations, {
      env: { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('dev1') },
    });
    expect(service.subjects).toEqual(contractSubjects(integrations));
    await service.stop();
  });
});
