import { contractSubjects } from '@questp/service-kit/testing';
import { identity } from './service.js';
import { startIdentity } from './testing/identity.fixture.js';

describe('identity', () => {
  it('answers every contract of its own, and nothing else', async () => {
    const service = await startIdentity();
    expect(service.subjects).toEqual(contractSubjects(identity));
    await service.stop();
  });
});
