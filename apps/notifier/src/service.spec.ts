import { contractSubjects, startTestService } from '@questp/service-kit/testing';
import { notifier } from './service.js';

describe('notifier', () => {
  it('answers every contract of its own, and nothing else', async () => {
    const service = await startTestService(notifier, { env: { SMTP_URL: 'smtp://127.0.0.1' } });
    expect(service.subjects).toEqual(contractSubjects(notifier));
    await service.stop();
  });
});
