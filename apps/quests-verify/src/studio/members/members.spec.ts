import type { ProjectRole } from '@questp/messages/access';
import { endApiKeys } from '@questp/messages/identity';
import { AppError } from '@questp/messages/language';
import {
  archiveProject,
  getProjectRole,
  listMembers,
  MEMBER_ORDERS,
  removeMember,
  updateMember,
  type MemberOrder,
} from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { aSnapshot, aUserId, inOrder, outcomes, refusal, startStudio } from '../../testing/studio.fixture.js';

describe('members', () => {
  const studio = started(startStudio);

  async function aTeam(role: ProjectRole = 'project_moderator') {
    const adminId = aUserId();
    const project = await studio.newProject({ userId: adminId });
    return { projectId: project.id, adminId, userId: await studio.joins(project.id, adminId, role) };
  }
  const roleOf = async (projectId: string, userId: string) =>
    (await studio.call(getProjectRole, { projectId, userId })).role;

  it('returns the current role of a user', async () => {
    const { projectId, adminId, userId } = await aTeam();
    expect(await roleOf(projectId, adminId)).toBe('project_admin');
    expect(await roleOf(projectId, userId)).toBe('project_moderator');
    expect(await roleOf(projectId, aUserId())).toBeNull();
    expect(await roleOf('00000000-0000-7000-8000-000000000000', userId)).toBeNull();
    await studio.call(updateMember, { projectId, userId, role: 'project_admin' });
    expect(await roleOf(projectId, userId)).toBe('project_admin');
    expect(await studio.events('project.member_updated')).toContainEqual({
      projectId,
      projectName: expect.any(String) as string,
      userId,
      role: 'project_admin',
    });
    await studio.call(removeMember, { projectId, userId, removedBy: adminId });
    expect(await roleOf(projectId, userId)).toBeNull();
    expect(await studio.events('project.member_removed')).toContainEqual(
      expect.objectContaining({ projectId, userId, removedBy: adminId }),
    );
  });

  it('revokes the API keys of a removed member or an archived project before the answer', async () => {
    const { projectId, adminId, userId } = await aTeam();
    const ended: object[] = [];
    studio.bus.answer(endApiKeys, (request) => {
      ended.push(request);
      return null;
    });
    expect(await refusal(studio.call(removeMember, { projectId, userId: aUserId(), removedBy: adminId }))).toEqual({
      code: 'NOT_FOUND',
    });
    expect(ended).toEqual([]);
    await studio.call(removeMember, { projectId, userId, removedBy: adminId });
    await studio.call(archiveProject, { projectId });
    expect(ended).toEqual([
      { projectId, userId },
      { projectId, userId: null },
    ]);
  });

  it('are removed while identity does not answer', async () => {
    const { projectId, adminId, userId } = await aTeam();
    studio.bus.answer(endApiKeys, () => {
      throw new AppError('SERVICE_UNAVAILABLE');
    });
    await studio.call(removeMember, { projectId, userId, removedBy: adminId });
    expect(await roleOf(projectId, userId)).toBeNull();
  });

  it('does not know members of other projects', async () => {
    const { userId } = await aTeam();
    const { projectId, adminId } = await aTeam();
    expect(await refusal(studio.call(removeMember, { projectId, userId, removedBy: adminId }))).toEqual({
      code: 'NOT_FOUND',
    });
    const update = studio.call(updateMember, { projectId, userId, role: 'project_admin' });
    expect(await refusal(update)).toEqual({ code: 'NOT_FOUND' });
  });

  it('keeps the last project_admin', async () => {
    const { projectId, adminId } = await aTeam();
    const remove = studio.call(removeMember, { projectId, userId: adminId, removedBy: adminId });
    expect(await refusal(remove)).toEqual({ code: 'LAST_PROJECT_ADMIN' });
    const demote = studio.call(updateMember, { projectId, userId: adminId, role: 'project_moderator' });
    expect(await refusal(demote)).toEqual({ code: 'LAST_PROJECT_ADMIN' });
    expect(await roleOf(projectId, adminId)).toBe('project_admin');
  });

  it('keeps one of two admins who remove each other at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { projectId, adminId, userId } = await aTeam('project_admin');
      const other = { projectId, userId: adminId };
      const codes = await outcomes([
        studio.call(removeMember, { projectId, userId, removedBy: adminId }),
        round % 2 === 0
          ? studio.call(removeMember, { ...other, removedBy: userId })
          : studio.call(updateMember, { ...other, role: 'project_moderator' }),
      ]);
      expect(codes.sort()).toEqual(['LAST_PROJECT_ADMIN', 'ok']);
      expect(
        (await studio.call(listMembers, { projectId, order: 'oldest', limit: 10, role: 'project_admin' })).items,
      ).toHaveLength(1);
    }
  });

  it('lists members in every order, by role and by a part of a name', async () => {
    const { projectId, adminId, userId } = await aTeam();
    const team = [adminId, userId];
    for (const [username, displayName] of [
      ['zoe_1', 'Mona Lisa'],
      ['amy_2', null],
    ] as const) {
      const memberId = await studio.joins(projectId, adminId);
      const snapshot = { ...aSnapshot(memberId, 2), username, displayName };
      await studio.db.transaction((tx) => studio.earners.apply(tx, snapshot));
      team.push(memberId);
    }
    // Members who join at the same moment are ordered by id.
    await studio.db.execute(sql`
      UPDATE project_member SET added_at = '2026-01-01T00:00:00.000001Z' WHERE user_id = ANY(${team.slice(0, 2)}::text[])`);
    const [first, second] = team.slice(0, 2).sort();
    const list = async (order: MemberOrder) => {
      const items = await inOrder(MEMBER_ORDERS, order, (page) => studio.call(listMembers, { projectId, ...page }));
      return items.map((member) => member.userId);
    };
    const found = async (search: string) => {
      const { items } = await studio.call(listMembers, { projectId, order: 'oldest', limit: 10, search });
      return items.map((member) => member.userId);
    };
    const [, , zoe, amy] = team;
    expect(await list('oldest')).toEqual([first, second, zoe, amy]);
    expect(await list('newest')).toEqual([amy, zoe, second, first]);
    expect(await list('username')).toEqual([amy, userId, zoe, adminId]);
    expect(await found('OE_')).toEqual([zoe]);
    expect(await found('mona l')).toEqual([zoe]);
    expect(await found('_%')).toEqual([]);
    const admins = await studio.call(listMembers, { projectId, order: 'oldest', limit: 10, role: 'project_admin' });
    expect(admins.items).toMatchObject([{ userId: adminId, username: null }]);
  });
});
