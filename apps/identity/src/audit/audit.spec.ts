import { listAuditLog } from '@questp/messages';
import { CLIENT, newWallet, signIn, startIdentity, type TestIdentity } from '../identity.fixture.js';

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
});
