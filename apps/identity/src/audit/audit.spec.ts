import { listAuditLog } from '@questp/messages';
import { AuditEvents } from './audit-events.js';
import { CLIENT, newWallet, signIn, startIdentity, type TestIdentity } from '../identity.fixture.js';

const ENVELOPE = {
  id: '00000000-0000-7000-8000-000000000000',
  type: 'task_type.switched' as const,
  version: 1,
  occurredAt: '2026-01-01T00:00:00.000Z',
  aggregateId: 'learn_quiz',
};

describe('the audit log', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.stop());

  const list = async (request: object) => (await identity.call(listAuditLog, { limit: 2, ...request })).items;

  it('is listed newest first, in pages, by action, actor, subject and time', async () => {
    const wallet = newWallet();
    const { user } = await signIn(identity, wallet);
    const middle = new Date();
    await signIn(identity, wallet);
    await signIn(identity);
    const own = await list({ actorId: user.id });
    expect(own).toHaveLength(2);
    expect(own[0]).toMatchObject({
      action: 'user.sign_in',
      actorType: 'user',
      actorId: user.id,
      subjectId: user.id,
      ip: CLIENT.ip,
      userAgent: CLIENT.userAgent,
      details: { method: 'wallet', isNewUser: false },
    });
    expect(await list({ limit: 100 })).toHaveLength(3);
    const cursor = Buffer.from(JSON.stringify([own[0]?.id])).toString('base64url');
    expect(await list({ actorId: user.id, cursor })).toEqual([own[1]]);
    expect(await list({ subjectId: user.id, from: middle.toISOString() })).toEqual([own[0]]);
    expect(await list({ subjectId: user.id, to: middle.toISOString() })).toEqual([own[1]]);
    expect(await list({ action: 'user.suspended' })).toEqual([]);
  });

  it('has an entry for a task type that was switched, with who did it from where', async () => {
    const [taskTypeId, adminId] = ['learn_quiz', `svcadmin_${'0'.repeat(32)}`];
    const data = { taskTypeId, enabled: false, adminId, client: CLIENT };
    const handle = identity.get(AuditEvents).handlers['task_type.switched'];
    await identity.db.transaction(async (tx) => handle?.(tx, { ...ENVELOPE, data }));
    expect(await list({ action: 'task_type.switched' })).toMatchObject([
      { actorType: 'admin', actorId: adminId, subjectId: taskTypeId, ...CLIENT, details: { enabled: false } },
    ]);
  });
});
