import { listAuditLog } from '@questp/messages/identity';
import type { EventType, EventTypes } from '@questp/messages/tables';
import { started } from '@questp/testing';
import { AuditEvents } from './audit-events.js';
import { CLIENT, newWallet, signIn, startIdentity } from '../testing/identity.fixture.js';

const ID = '00000000-0000-7000-8000-000000000000';

describe('the audit log', () => {
  const identity = started(startIdentity);

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
    await identity.deliver(AuditEvents, 'task_type.switched', data);
    expect(await list({ action: 'task_type.switched' })).toMatchObject([
      { actorType: 'admin', actorId: adminId, subjectId: taskTypeId, ...CLIENT, details: { enabled: false } },
    ]);
  });

  it('has entries for what operators do about mails, with who did it from where', async () => {
    const [adminId, id] = [`svcadmin_${'3'.repeat(32)}`, ID];
    const by = { adminId, client: CLIENT };
    const lifted = { suppressionId: id, recipient: 'gone@x.example', ...by };
    await identity.deliver(AuditEvents, 'mail.suppression_lifted', lifted);
    await identity.deliver(AuditEvents, 'mail.retried', { mailId: id, ...by });
    expect(await list({ actorId: adminId })).toMatchObject([
      { action: 'mail.retried', actorType: 'admin', subjectId: id, ...CLIENT },
      { action: 'mail.suppression_lifted', subjectId: id, ...CLIENT, details: { recipient: 'gone@x.example' } },
    ]);
  });

  it('has an entry for credentials that were stored or cleared, with the names of their fields', async () => {
    const adminId = `svcadmin_${'4'.repeat(32)}`;
    const fields = { stored: ['clientId', 'clientSecret'], cleared: ['publicKey'] };
    const data = { provider: 'chatcomm' as const, ...fields, adminId, client: CLIENT };
    await identity.deliver(AuditEvents, 'credential.changed', data);
    expect(await list({ actorId: adminId })).toMatchObject([
      { action: 'credential.changed', actorType: 'admin', subjectId: 'chatcomm', ...CLIENT, details: fields },
    ]);
  });

  it('has an entry for an intervention in an escrow, with who did it from where, and why', async () => {
    const adminId = `svcadmin_${'5'.repeat(32)}`;
    const intervention = { kind: 'hold', step: 'release_requested', reason: 'The entries are right.' } as const;
    const data = { campaignId: ID, ...intervention, adminId, client: CLIENT };
    await identity.deliver(AuditEvents, 'escrow.intervened', data);
    expect(await list({ actorId: adminId })).toMatchObject([
      { action: 'escrow.intervened', actorType: 'admin', subjectId: ID, ...CLIENT, details: intervention },
    ]);
  });

  it('has an entry for an intervention in payouts', async () => {
    const adminId = `svcadmin_${'6'.repeat(32)}`;
    const intervention = { step: 'freeze_moved', reason: 'A third of the submissions is undecided.' } as const;
    const data = { campaignId: ID, ...intervention, adminId, client: CLIENT };
    await identity.deliver(AuditEvents, 'payouts.intervened', data);
    expect(await list({ actorId: adminId })).toMatchObject([
      { action: 'payouts.intervened', actorType: 'admin', subjectId: ID, ...CLIENT, details: intervention },
    ]);
  });

  it('has an entry for who was invited to a team, joined it, left it and was removed, with who did it', async () => {
    const [userId, adminId] = [`svcuser_${'1'.repeat(32)}`, `svcuser_${'2'.repeat(32)}`];
    const projectId = ID;
    const added = { projectId, projectName: 'Moon', userId, role: 'project_admin' as const, invitedBy: adminId };
    const invited = { ...added, invitationId: ID, expiresAt: '2026-01-01T00:00:00.000Z' };
    const removed = { projectId, projectName: 'Moon', userId };
    const deliver = <T extends EventType>(type: T, data: EventTypes[T]) => identity.deliver(AuditEvents, type, data);
    await deliver('project.member_invited', invited);
    await deliver('project.member_added', added);
    await deliver('project.member_removed', { ...removed, removedBy: userId });
    await deliver('project.member_removed', { ...removed, removedBy: adminId });
    await deliver('project.member_removed', removed);
    const entries = await list({ subjectId: userId, limit: 10 });
    expect(entries.map(({ action, actorId, details }) => [action, actorId, details]).reverse()).toEqual([
      ['project.member_invited', adminId, { projectId, role: 'project_admin' }],
      ['project.member_added', userId, { projectId, role: 'project_admin' }],
      ['project.member_removed', userId, { projectId }],
      ['project.member_removed', adminId, { projectId }],
      ['project.member_removed', null, { projectId }],
    ]);
  });
});
