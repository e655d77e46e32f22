import { contractSubjects, startTestService } from '@questp/service-kit/testing';
import { escrowOps } from './service.js';

describe('escrow-ops', () => {
  it('answers every contract of its own, and nothing else', async () => {
    const service = await startTestService(escrowOps);
    expect(service.subjects).toEqual(contractSubjects(escrowOps));
    await service.stop();
  });
});
