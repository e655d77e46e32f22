import type { AdminPrincipal, Caller, ProjectRole, UserPrincipal } from '@questp/messages/access';
import {
  createCampaign,
  createProject,
  removeMember,
  reviewSubmission,
  setEarnerStatus,
  setTaskTypeEnabled,
  updateMember,
  updateProject,
} from '@questp/messages/quests';
import { setOperatorAccess } from '@questp/messages/shared';
import { newId, sql } from '@questp/postgres';
import { started, waitFor } from '@questp/testing';
import { anAdminId, aUserId, outcomes, refusal, startStudio } from '../../testing/studio.fixture.js';

describe('the access of the caller is checked in the transaction that writes', () => {
  const studio = started(startStudio);

  const principal = (userId: string): UserPrincipal => ({
    family: 'user',
    userId,
    sessionId: newId(),
    status: 'active',
  });
  const by = (operation: string, userId: string): Caller => ({ operation, principal: principal(userId) });
  const asOperator = (adminId: string): AdminPrincipal => ({
    family: 'admin',
    adminId,
    sessionId: newId(),
    role: 'super_admin',
    signedInAt: new Date().toISOString(),
    mustChangePassword: false,
    mustEnableTwoFactor: false,
  });

  async function aTeam(role: ProjectRole = 'project_moderator') {
    const adminId = aUserId();
    const { project, quest } = await studio.running({}, adminId);
    const memberId = aUserId();
    await studio.db.execute(
      sql`INSERT INTO project_member (project_id, user_id, role) VALUES (${project.id}, ${memberId}, ${role})`,
    );
    const submissions = (n: number) =>
      Promise.all(Array.from({ length: n }, () => studio.submit(quest, aUserId(), 'in_review')));
    return { projectId: project.id, adminId, memberId, submissions };
  }
  const decidedBy = async (userId: string) =>
    (
      await studio.db.row<{ n: number }>(
        sql`SELECT count(*)::integer AS n FROM submission_step WHERE actor_id = ${userId}`,
      )
    )?.n;

  /** Transactions that wait for a lock. */
  const waiting = (n: number) =>
    waitFor(
      async () => {
        const here = sql`datname = current_database() AND wait_event_type = 'Lock'`;
        const row = await studio.db.row<{ n: number }>(
          sql`SELECT count(*)::integer AS n FROM pg_stat_activity WHERE ${here}`,
        );
        return row?.n === n;
      },
      { what: `${n} transactions to wait`, intervalMs: 5 },
    );

  it.each([
    ['is removed', 'NOT_FOUND'],
    ['is suspended', 'ACCOUNT_SUSPENDED'],
    ['is a suspended operator', 'UNAUTHENTICATED'],
  ] as const)('who %s amid decisions ends those that have begun, and begins none after it', async (how, code) => {
    const { projectId, adminId, memberId, submissions } = await aTeam();
    const operatorId = anAdminId();
    const operator: Caller = { operation: 'adminRejectSubmission', principal: asOperator(operatorId) };
    const isOperator = how.endsWith('operator');
    const decide = (submissionId: string) => {
      const decision = { submissionId, decision: 'reject', reason: 'No.' } as const;
      return isOperator
        ? studio.call(
            reviewSubmission,
            { ...decision, by: 'platform', projectId: null, reviewerId: operatorId },
            operator,
          )
        : studio.call(
            reviewSubmission,
            { ...decision, by: 'team', projectId, reviewerId: memberId },
            by('rejectSubmission', memberId),
          );
    };
    const change = {
      'is removed': () =>
        studio.call(removeMember, { projectId, userId: memberId, removedBy: adminId }, by('removeMember', adminId)),
      'is suspended': () => studio.call(setEarnerStatus, { userId: memberId, status: 'suspended', version: 9 }),
      'is a suspended operator': () =>
        studio.call(setOperatorAccess, { adminId: operatorId, version: 9, role: 'super_admin', status: 'suspended' }),
    };
    const ids = await submissions(6);

    const { begun, changed, late } = await studio.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT FROM submission WHERE id = ANY(${ids}::uuid[]) FOR UPDATE`);
      const first = ids.slice(0, 4).map(decide);
      await waiting(4);
      const changing = change[how]();
      await waiting(5);
      const last = ids.slice(4).map(decide);
      await waiting(7);
      return { begun: first, changed: changing, late: last };
    });
    await changed;
    expect(await outcomes(begun)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(await outcomes(late)).toEqual([code, code]);
    expect(await decidedBy(isOperator ? operatorId : memberId)).toBe(4);
  });

  it('a removal is not kept waiting by a member who never stops writing', async () => {
    const { projectId, adminId, memberId, submissions } = await aTeam();
    const ids = await submissions(40);
    const reviews = ids.map((submissionId) =>
      studio.call(
        reviewSubmission,
        { projectId, by: 'team', reviewerId: memberId, submissionId, decision: 'reject', reason: 'No.' },
        by('rejectSubmission', memberId),
      ),
    );
    const removed = studio.call(
      removeMember,
      { projectId, userId: memberId, removedBy: adminId },
      by('removeMember', adminId),
    );
    const codes = await outcomes(reviews);
    await removed;
    expect(codes.filter((code) => code !== 'ok' && code !== 'NOT_FOUND')).toEqual([]);
    expect(await decidedBy(memberId)).toBe(codes.filter((code) => code === 'ok').length);
  });

  it('a member without the role that is needed changes nothing, nor does one of another project', async () => {
    const { projectId, adminId, memberId } = await aTeam('project_admin');
    const rename = (userId: string) =>
      studio.call(updateProject, { projectId, name: 'Sun' }, by('updateProject', userId));
    expect(await rename(memberId)).toMatchObject({ name: 'Sun' });
    const change = { projectId, userId: memberId, role: 'project_moderator' } as const;
    await studio.call(updateMember, change, by('updateMember', adminId));
    expect(await refusal(rename(memberId))).toEqual({ code: 'FORBIDDEN' });
    expect(await refusal(rename((await aTeam()).adminId))).toEqual({ code: 'NOT_FOUND' });
    const campaign = { projectId, slug: 'a-slug', title: 'T' };
    const create = studio.call(createCampaign, campaign, by('createCampaign', memberId));
    expect(await refusal(create)).toEqual({ code: 'FORBIDDEN' });
  });

  it('two admins who remove each other at once leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { projectId, adminId, memberId } = await aTeam('project_admin');
      const remove = (who: string, whom: string) =>
        studio.call(removeMember, { projectId, userId: whom, removedBy: who }, by('removeMember', who));
      const codes = await outcomes([remove(adminId, memberId), remove(memberId, adminId)]);
      expect(codes.sort()).toEqual(['NOT_FOUND', 'ok']);
    }
  });

  it('a suspended user makes no project, whatever the gateway remembers', async () => {
    const userId = aUserId();
    const create = (slug: string) =>
      studio.call(createProject, { userId, slug, name: 'Moon' }, by('createProject', userId));
    await create('before-it');
    await studio.call(setEarnerStatus, { userId, status: 'suspended', version: 5 });
    expect(await refusal(create('after-it'))).toEqual({ code: 'ACCOUNT_SUSPENDED' });
  });

  it('an operator who was demoted or suspended does nothing of what that takes, and may again with the role', async () => {
    const adminId = anAdminId();
    const { submissions } = await aTeam();
    const [submissionId = ''] = await submissions(1);
    const caller = (operation: string): Caller => ({ operation, principal: asOperator(adminId) });
    const off = (enabled: boolean) =>
      studio.call(setTaskTypeEnabled, { taskTypeId: 'learn_quiz', enabled, adminId }, caller('adminUpdateTaskType'));
    const reject = () =>
      studio.call(
        reviewSubmission,
        { projectId: null, by: 'platform', reviewerId: adminId, submissionId, decision: 'reject', reason: 'No.' },
        caller('adminRejectSubmission'),
      );
    await off(true);
    const set = (version: number, role: 'super_admin' | 'platform_moderator', status: 'active' | 'suspended') =>
      studio.call(setOperatorAccess, { adminId, version, role, status });
    await set(2, 'platform_moderator', 'active');
    expect(await refusal(off(false))).toEqual({ code: 'FORBIDDEN' });
    await set(4, 'platform_moderator', 'suspended');
    await set(3, 'super_admin', 'active');
    expect(await refusal(reject())).toEqual({ code: 'UNAUTHENTICATED' });
    await set(5, 'platform_moderator', 'active');
    expect(await reject()).toMatchObject({ status: 'rejected' });
    expect(await refusal(off(false))).toEqual({ code: 'FORBIDDEN' });
  });

  it('a request that names another reviewer or project than its caller may is refused', async () => {
    const { projectId, memberId, submissions } = await aTeam();
    const [submissionId = ''] = await submissions(1);
    const request = { projectId, by: 'team', reviewerId: memberId, submissionId, decision: 'approve' } as const;
    const ask = (change: object, caller: Caller = by('approveSubmission', memberId)) =>
      refusal(studio.call(reviewSubmission, { ...request, ...change }, caller));
    expect(await ask({ reviewerId: aUserId() })).toEqual({ code: 'FORBIDDEN' });
    expect(await ask({ by: 'platform' })).toEqual({ code: 'FORBIDDEN' });
    expect(await ask({ projectId: null })).toEqual({ code: 'NOT_FOUND' });
    expect(await ask({}, { operation: 'approveSubmission', principal: null })).toEqual({ code: 'UNAUTHENTICATED' });
    expect(await ask({}, by('getMe', memberId))).toEqual({ code: 'FORBIDDEN' });
    expect(await decidedBy(memberId)).toBe(0);
  });
});
