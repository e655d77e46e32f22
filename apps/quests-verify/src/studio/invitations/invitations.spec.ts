import type { Caller, ProjectRole } from '@questp/messages/access';
import type { AppError } from '@questp/messages/language';
import {
  addMember,
  answerInvitation,
  getInvitationPreferences,
  archiveProject,
  getProjectRole,
  listInvitations,
  listOwnInvitations,
  MAX_INVITATIONS,
  MAX_INVITATIONS_OF_USER,
  MAX_MEMBERS,
  removeMember,
  setInvitationPreferences,
  setEarnerStatus,
  updateMember,
  withdrawInvitation,
  type InvitationAnswer,
} from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { aKey, allPages, aUserId, outcomes, refusal, startStudio } from '../../testing/studio.fixture.js';

describe('an invitation', () => {
  const studio = started(startStudio);

  async function aProject() {
    const adminId = aUserId();
    const { id: projectId, name, slug } = await studio.newProject({ userId: adminId });
    const invite = (userId: string, role: ProjectRole = 'project_moderator', invitedBy = adminId) =>
      studio.call(addMember, { projectId, userId, role, invitedBy });
    const withdraw = (invitationId: string) => studio.call(withdrawInvitation, { projectId, invitationId });
    const remove = (userId: string) => studio.call(removeMember, { projectId, userId, removedBy: adminId });
    const role = async (userId: string) => (await studio.call(getProjectRole, { projectId, userId })).role;
    return { projectId, adminId, name, slug, invite, withdraw, remove, role };
  }
  const answer = (userId: string, invitationId: string, given: InvitationAnswer = 'accepted') =>
    studio.call(answerInvitation, { userId, invitationId, answer: given });
  const own = async (userId: string) => (await studio.call(listOwnInvitations, { userId, limit: 10 })).items;
  const statuses = async (projectId: string) =>
    (await studio.call(listInvitations, { projectId, limit: 100 })).items.map(({ status }) => status);
  const joined = async (projectId: string) =>
    (await studio.events('project.member_added')).filter((event) => event.projectId === projectId);
  const dayPasses = (userId: string) =>
    studio.db.execute(sql`
      UPDATE invitation_count SET counted_at = ARRAY(SELECT at - interval '1 day' FROM unnest(counted_at) AS at)
      WHERE user_id = ${userId}`);
  const age = (invitationId: string, by: string) =>
    studio.db.execute(sql`
      UPDATE invitation SET invited_at = invited_at - ${by}::interval, expires_at = expires_at - ${by}::interval
      WHERE id = ${invitationId}`);

  it('gives its role when it is accepted, and no access before', async () => {
    const { projectId, adminId, name, slug, invite, role } = await aProject();
    const { id: userId } = studio.known({ username: 'stella', displayName: 'Stella' });
    const invited = await invite(userId, 'project_admin');
    expect(invited).toMatchObject({ userId, username: 'stella', status: 'invited', invitedBy: adminId });
    expect(Date.parse(invited.expiresAt) - Date.parse(invited.invitedAt)).toBe(7 * 86_400_000);
    expect(await role(userId)).toBeNull();
    const event = { projectId, projectName: name, userId, role: 'project_admin', invitedBy: adminId };
    expect(await studio.events('project.member_invited')).toContainEqual({
      ...event,
      invitationId: invited.id,
      expiresAt: invited.expiresAt,
    });
    expect(await own(userId)).toMatchObject([
      { id: invited.id, projectId, projectSlug: slug, projectName: name, role: 'project_admin', status: 'invited' },
    ]);
    expect(await answer(userId, invited.id)).toMatchObject({ status: 'accepted', role: 'project_admin' });
    expect(await role(userId)).toBe('project_admin');
    expect(await joined(projectId)).toEqual([event]);
    expect(await own(userId)).toEqual([]);
    expect(await refusal(invite(userId))).toEqual({ code: 'ALREADY_MEMBER' });
  });

  it('is refused for an unknown user, an unknown project and an archived project', async () => {
    const { projectId, invite } = await aProject();
    expect(await refusal(invite(aUserId()))).toEqual({ code: 'NOT_FOUND' });
    const { id: userId } = studio.known();
    const lost = { projectId: newId(), userId, role: 'project_admin', invitedBy: aUserId() } as const;
    expect(await refusal(studio.call(addMember, lost))).toEqual({ code: 'NOT_FOUND' });
    const before = await invite(userId);
    await studio.call(archiveProject, { projectId });
    expect(await refusal(invite(studio.known().id))).toEqual({ code: 'INVALID_TRANSITION' });
    expect(await refusal(answer(userId, before.id))).toEqual({ code: 'INVITATION_CLOSED' });
    expect(await own(userId)).toEqual([]);
  });

  it('is created once when ten are sent at once, and returned again for the same key', async () => {
    const { projectId, adminId, invite } = await aProject();
    const { id: userId } = studio.known();
    const codes = await outcomes(Array.from({ length: 10 }, () => invite(userId)));
    expect(codes.sort()).toEqual([...Array<string>(9).fill('ALREADY_INVITED'), 'ok']);
    const other = studio.known().id;
    const request = {
      projectId,
      userId: other,
      role: 'project_admin',
      invitedBy: adminId,
      idempotency: aKey(),
    } as const;
    expect(await studio.call(addMember, request)).toEqual(await studio.call(addMember, request));
  });

  it('is accepted once by twenty concurrent answers, and not again after the member was removed', async () => {
    const { projectId, invite, remove, role } = await aProject();
    const { id: userId } = studio.known();
    const { id } = await invite(userId);
    expect(await outcomes(Array.from({ length: 20 }, () => answer(userId, id)))).toEqual(Array(20).fill('ok'));
    expect(await joined(projectId)).toHaveLength(1);
    await remove(userId);
    expect(await answer(userId, id)).toMatchObject({ status: 'accepted' });
    expect(await role(userId)).toBeNull();
    expect(await joined(projectId)).toHaveLength(1);
  });

  it('has one outcome when it is accepted and withdrawn, or declined, at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { invite, withdraw, role } = await aProject();
      const { id: userId } = studio.known();
      const { id } = await invite(userId);
      const other = round % 2 ? () => withdraw(id) : () => answer(userId, id, 'declined');
      const [accepted, ended] = await outcomes(
        round % 4 < 2 ? [answer(userId, id), other()] : await inTurn(id, userId, other),
      );
      expect([accepted, ended].sort()).toEqual(['INVITATION_CLOSED', 'ok']);
      expect(await role(userId)).toBe(accepted === 'ok' ? 'project_moderator' : null);
    }
  });
  /** The other a moment earlier, in the order of the ones above. */
  const inTurn = async (id: string, userId: string, other: () => Promise<unknown>) => {
    const ended = other();
    ended.catch(() => undefined);
    await new Promise(setImmediate);
    return [answer(userId, id), ended];
  };

  it('returns NOT_FOUND to another user and to another project', async () => {
    const [{ invite, role }, other] = [await aProject(), await aProject()];
    const [{ id: userId }, { id: stranger }] = [studio.known(), studio.known()];
    const { id } = await invite(userId);
    expect(await refusal(answer(stranger, id))).toEqual({ code: 'NOT_FOUND' });
    expect(await refusal(answer(stranger, id, 'declined'))).toEqual({ code: 'NOT_FOUND' });
    expect(await refusal(other.withdraw(id))).toEqual({ code: 'NOT_FOUND' });
    expect(await own(stranger)).toEqual([]);
    expect(await own(userId)).toHaveLength(1);
    expect(await role(stranger)).toBeNull();
  });

  it('ends when it is declined or withdrawn, and a repeated call has no effect', async () => {
    const { projectId, invite, withdraw, role } = await aProject();
    const [{ id: first }, { id: second }] = [studio.known(), studio.known()];
    const [declined, withdrawn] = [await invite(first), await invite(second)];
    for (let time = 0; time < 2; time += 1) {
      expect(await answer(first, declined.id, 'declined')).toMatchObject({ status: 'declined' });
      expect(await withdraw(withdrawn.id)).toBeNull();
    }
    expect(await refusal(answer(first, declined.id))).toEqual({ code: 'INVITATION_CLOSED' });
    expect(await refusal(answer(second, withdrawn.id))).toEqual({ code: 'INVITATION_CLOSED' });
    expect(await refusal(withdraw(declined.id))).toEqual({ code: 'INVITATION_CLOSED' });
    expect([await role(first), await role(second)]).toEqual([null, null]);
    expect(await statuses(projectId)).toEqual(['withdrawn', 'declined']);
    const asked = await studio.call(listInvitations, { projectId, limit: 10, status: 'declined' });
    expect(asked.items.map(({ id }) => id)).toEqual([declined.id]);
  });

  it('lapses after seven days, and another may be sent', async () => {
    const { projectId, invite, role } = await aProject();
    const { id: userId } = studio.known();
    const { id } = await invite(userId);
    await age(id, '6 days 23 hours');
    expect(await own(userId)).toHaveLength(1);
    await age(id, '1 hour');
    expect(await own(userId)).toEqual([]);
    expect(await refusal(answer(userId, id))).toEqual({ code: 'INVITATION_CLOSED' });
    expect(await statuses(projectId)).toEqual(['lapsed']);
    const next = await invite(userId);
    expect(await statuses(projectId)).toEqual(['invited', 'lapsed']);
    await answer(userId, next.id);
    expect(await role(userId)).toBe('project_moderator');
  });

  it.each(['removed', 'demoted', 'suspended'])('lapses when its sender is %s', async (how) => {
    const { projectId, adminId, invite, remove, role } = await aProject();
    const senderId = await studio.joins(projectId, adminId, 'project_admin');
    const { id: userId } = studio.known();
    const { id } = await invite(userId, 'project_admin', senderId);
    if (how === 'removed') await remove(senderId);
    else if (how === 'demoted') {
      await studio.call(updateMember, { projectId, userId: senderId, role: 'project_moderator' });
    } else await studio.call(setEarnerStatus, { userId: senderId, status: 'suspended', version: 9 });
    expect(await refusal(answer(userId, id))).toEqual({ code: 'INVITATION_CLOSED' });
    expect(await role(userId)).toBeNull();
    expect(await own(userId)).toEqual([]);
    expect(await invite(userId)).toMatchObject({ status: 'invited', invitedBy: adminId });
  });

  it('cannot be accepted once the removal of its sender is answered', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { projectId, adminId, invite, remove, role } = await aProject();
      const senderId = await studio.joins(projectId, adminId, 'project_admin');
      const { id: userId } = studio.known();
      const { id } = await invite(userId, 'project_admin', senderId);
      let removed = false;
      const removal = remove(senderId).then(() => (removed = true));
      const answers = Array.from({ length: 5 }, async () => {
        const late = removed;
        const [code] = await outcomes([answer(userId, id)]);
        return { late, code };
      });
      for (const { late, code } of await Promise.all(answers)) if (late) expect(code).toBe('INVITATION_CLOSED');
      await removal;
      const isIn = (await role(userId)) !== null;
      expect(await outcomes([answer(userId, id)])).toEqual([isIn ? 'ok' : 'INVITATION_CLOSED']);
      expect(await joined(projectId)).toHaveLength(isIn ? 2 : 1);
    }
  });

  it('requires an active account', async () => {
    const { invite, role } = await aProject();
    const { id: userId } = studio.known();
    const { id } = await invite(userId);
    await studio.call(setEarnerStatus, { userId, status: 'suspended', version: 3 });
    const caller: Caller = {
      operation: 'acceptInvitation',
      principal: { family: 'user', userId, sessionId: newId(), status: 'active' },
    };
    const accept = studio.call(answerInvitation, { userId, invitationId: id, answer: 'accepted' }, caller);
    expect(await refusal(accept)).toEqual({ code: 'ACCOUNT_SUSPENDED' });
    expect(await role(userId)).toBeNull();
  });

  it('is refused beyond fifty open ones, also when more are sent at once', async () => {
    const { projectId, invite, withdraw } = await aProject();
    const sent = Array.from({ length: MAX_INVITATIONS + 5 }, () => invite(studio.known().id));
    const codes = await outcomes(sent);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(MAX_INVITATIONS);
    expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(5);
    const { items } = await studio.call(listInvitations, { projectId, limit: 100, status: 'invited' });
    await withdraw(items[0]?.id ?? '');
    expect(await outcomes([invite(studio.known().id), invite(studio.known().id)])).toEqual(
      expect.arrayContaining(['ok', 'TOO_MANY']),
    );
  });

  it('is refused beyond a thousand members and open invitations', async () => {
    const { projectId, invite } = await aProject();
    await studio.db.execute(sql`
      INSERT INTO project_member (project_id, user_id, role)
      SELECT ${projectId}, 'many ' || n, 'project_moderator' FROM generate_series(1, ${MAX_MEMBERS - 2}) AS n`);
    expect(await outcomes([invite(studio.known().id), invite(studio.known().id)])).toEqual(
      expect.arrayContaining(['ok', 'TOO_MANY']),
    );
    expect(await refusal(invite(studio.known().id))).toEqual({ code: 'TOO_MANY' });
  });

  it('is refused for a user invited three times in seven days, answered ones included', async () => {
    const { invite, withdraw } = await aProject();
    const { id: userId } = studio.known();
    const [first] = [await invite(userId)];
    await answer(userId, first.id, 'declined');
    for (let sent = 1; sent < MAX_INVITATIONS_OF_USER; sent += 1) await withdraw((await invite(userId)).id);
    expect(await refusal(invite(userId))).toEqual({ code: 'TOO_MANY' });
    await age(first.id, '7 days');
    expect(await invite(userId)).toMatchObject({ status: 'invited' });
  });

  it('is refused beyond 10 that a user receives in a day, also when more are sent at once', async () => {
    const { id: userId } = studio.known();
    const projects = await Promise.all(Array.from({ length: 20 }, () => aProject()));
    const codes = await outcomes(projects.map(({ invite }) => invite(userId)));
    expect(codes.sort()).toEqual([...Array<string>(10).fill('INVITATION_REFUSED'), ...Array<string>(10).fill('ok')]);
    const { invite } = await aProject();
    expect(await refusal(invite(userId))).toEqual({ code: 'INVITATION_REFUSED' });
    await dayPasses(userId);
    expect(await invite(userId)).toMatchObject({ status: 'invited' });
  });

  it('is refused beyond 100 that a user sends in a day over all projects, also when more are sent at once', async () => {
    const { adminId, ...first } = await aProject();
    const others = await Promise.all([1, 2].map(() => studio.newProject({ userId: adminId })));
    const projectIds = [first.projectId, ...others.map(({ id }) => id)];
    const invite = (projectId: string) =>
      studio.call(addMember, { projectId, userId: studio.known().id, role: 'project_moderator', invitedBy: adminId });
    const codes: string[] = [];
    // In waves, so that none waits too long for its turn on a slow machine; the last one passes the limit.
    for (let wave = 0; wave < 3; wave += 1)
      codes.push(...(await outcomes(Array.from({ length: 40 }, (_, n) => invite(projectIds[n % 3] as string)))));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(100);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(20);
    const late = await invite(first.projectId).catch((error: unknown) => error);
    const { retryAfter } = (late as AppError).details as { retryAfter: number };
    expect(retryAfter).toBeGreaterThan(86_000);
    expect(retryAfter).toBeLessThanOrEqual(86_400);
    await dayPasses(adminId);
    expect(await invite(first.projectId)).toMatchObject({ status: 'invited' });
  });

  it('is refused for a user who blocks all projects or this one, with the same error as the daily limit', async () => {
    const { id: userId } = studio.known();
    const preferences = (invitable: boolean, refusedProjectIds: string[] = []) =>
      studio.call(setInvitationPreferences, { userId, invitable, refusedProjectIds });
    const [one, other] = [await aProject(), await aProject()];
    expect(await studio.call(getInvitationPreferences, { userId })).toEqual({ invitable: true, refusedProjectIds: [] });

    expect(await preferences(true, [one.projectId])).toEqual({ invitable: true, refusedProjectIds: [one.projectId] });
    expect(await refusal(one.invite(userId))).toEqual({ code: 'INVITATION_REFUSED' });
    const { id } = await other.invite(userId);

    await preferences(false);
    expect(await studio.call(getInvitationPreferences, { userId })).toEqual({
      invitable: false,
      refusedProjectIds: [],
    });
    expect(await refusal(one.invite(userId))).toEqual({ code: 'INVITATION_REFUSED' });
    expect(await answer(userId, id)).toMatchObject({ status: 'accepted' });

    await preferences(true);
    expect(await one.invite(userId)).toMatchObject({ status: 'invited' });
  });

  it('is listed in pages for the team and for the invited user', async () => {
    const { id: userId } = studio.known();
    const [one, two, three] = [await aProject(), await aProject(), await aProject()];
    for (const { invite } of [one, two, three]) await invite(userId);
    for (let i = 0; i < 4; i += 1) await one.invite(studio.known().id);
    const mine = await allPages((cursor) => studio.call(listOwnInvitations, { userId, limit: 2, cursor }));
    expect(mine.map(({ projectId }) => projectId)).toEqual([three.projectId, two.projectId, one.projectId]);
    const { projectId } = one;
    const teams = await allPages((cursor) => studio.call(listInvitations, { projectId, limit: 2, cursor }));
    expect(new Set(teams.map(({ id }) => id)).size).toBe(5);
  });

  it('is deleted after 90 days', async () => {
    const { projectId, invite } = await aProject();
    const [old, young] = [await invite(studio.known().id), await invite(studio.known().id)];
    await age(old.id, '90 days 1 minute');
    await age(young.id, '89 days');
    await studio.purge();
    const { items } = await studio.call(listInvitations, { projectId, limit: 10 });
    expect(items.map(({ id }) => id)).toEqual([young.id]);
  });
});

describe('leaving a team', () => {
  const studio = started(startStudio);

  const leave = (projectId: string, userId: string) =>
    studio.call(
      removeMember,
      { projectId, userId, removedBy: userId },
      { operation: 'leaveProject', principal: { family: 'user', userId, sessionId: newId(), status: 'active' } },
    );

  it('is possible for every member but the last project_admin', async () => {
    const adminId = aUserId();
    const { id: projectId } = await studio.newProject({ userId: adminId });
    const userId = await studio.joins(projectId, adminId);
    expect(await refusal(leave(projectId, adminId))).toEqual({ code: 'LAST_PROJECT_ADMIN' });
    expect(await leave(projectId, userId)).toBeNull();
    expect(await studio.events('project.member_removed')).toContainEqual(
      expect.objectContaining({ projectId, userId, removedBy: userId }),
    );
    expect(await refusal(leave(projectId, userId))).toEqual({ code: 'NOT_FOUND' });
    expect((await studio.call(getProjectRole, { projectId, userId })).role).toBeNull();
  });

  it('keeps one of two admins who leave at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const adminId = aUserId();
      const { id: projectId } = await studio.newProject({ userId: adminId });
      const userId = await studio.joins(projectId, adminId, 'project_admin');
      const codes = await outcomes([leave(projectId, adminId), leave(projectId, userId)]);
      expect(codes.sort()).toEqual(['LAST_PROJECT_ADMIN', 'ok']);
    }
  });

  it('is refused when it names another member than the caller', async () => {
    const adminId = aUserId();
    const { id: projectId } = await studio.newProject({ userId: adminId });
    const userId = await studio.joins(projectId, adminId);
    const principal = { family: 'user', userId, sessionId: newId(), status: 'active' } as const;
    for (const request of [
      { projectId, userId: adminId, removedBy: userId },
      { projectId, userId, removedBy: adminId },
    ]) {
      const forged = studio.call(removeMember, request, { operation: 'leaveProject', principal });
      expect(await refusal(forged)).toEqual({ code: 'FORBIDDEN' });
    }
  });
});
