import { getProjectRole, listMembers, removeMember, updateMember, type ProjectRole } from '@questp/messages';
import { allPages, aUserId, outcomes, refusal, startStudio, type Studio } from '../studio/studio.fixture.js';

describe('members', () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await startStudio();
  }, 60_000);
  afterAll(() => studio.stop());

  async function aTeam(role: ProjectRole = 'project_moderator') {
    const adminId = aUserId();
    const project = await studio.newProject({ userId: adminId });
    return { projectId: project.id, adminId, userId: await studio.joins(project.id, adminId, role) };
  }
  const roleOf = async (projectId: string, userId: string) =>
    (await studio.call(getProjectRole, { projectId, userId })).role;

  it('tells the role a user has now', async () => {
    const { projectId, adminId, userId } = await aTeam();
    expect(await roleOf(projectId, adminId)).toBe('project_admin');
    expect(await roleOf(projectId, userId)).toBe('project_moderator');
    expect(await roleOf(projectId, aUserId())).toBeNull();
    expect(await roleOf('00000000-0000-7000-8000-000000000000', userId)).toBeNull();
    await studio.call(updateMember, { projectId, userId, role: 'project_admin' });
    expect(await roleOf(projectId, userId)).toBe('project_admin');
    await studio.call(removeMember, { projectId, userId, removedBy: adminId });
    expect(await roleOf(projectId, userId)).toBeNull();
    expect(await studio.events('project.member_removed')).toContainEqual(
      expect.objectContaining({ projectId, userId, removedBy: adminId }),
    );
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

  it('lets one of two admins win who remove each other at once', async () => {
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
      expect((await studio.call(listMembers, { projectId, limit: 10, role: 'project_admin' })).items).toHaveLength(1);
    }
  });

  it('lists members page by page and by role', async () => {
    const { projectId, adminId } = await aTeam();
    for (let i = 0; i < 4; i += 1) await studio.joins(projectId, adminId);
    const all = await allPages((cursor) => studio.call(listMembers, { projectId, limit: 2, cursor }));
    expect(new Set(all.map(({ userId }) => userId)).size).toBe(6);
    const admins = await studio.call(listMembers, { projectId, limit: 10, role: 'project_admin' });
    expect(admins.items).toMatchObject([{ userId: adminId, username: null }]);
  });
});
