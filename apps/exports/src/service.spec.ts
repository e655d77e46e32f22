import { contractSubjects, startTestService } from '@questp/service-kit/testing';
import { exports } from './service.js';

describe('exports', () => {
  it('answers every contract of its own, and nothing else', async () => {
    const service = await startTestService(exports);
    expect(service.subjects).toEqual(contractSubjects(exports));
    await service.stop();
  });
});
