import { addMember, getProjectRole, listMembers, removeMember, updateMember } from '@questp/messages';
import {
  aKey,
  allPages,
  aUser,
  aUserId,
  outcomes,
  refusal,
  startStudio,
  type Studio,
} from '../studio/studio.fixture.js';

describe('members', () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await startStudio();
  }, 60_000);
  afterAll(() => studio.stop());

  const known = (change: Parameters<typeof aUser>[0] = {}) => {
    const user = aUser(change);
    studio.users.set(user.id, user);
    return user;
  };
  async function aTeam(role: 'project_admin' | 'project_moderator' = 'project_moderator') {
    const adminId = aUserId();
    const project = await studio.newProject({ userId: adminId });
    const user = known();
    await studio.call(addMember, { projectId: project.id, userId: user.id, role });
    return { projectId: project.id, adminId, userId: user.id };
  }
  const roleOf = async (projectId: string, userId: string) =>
    (await studio.call(getProjectRole, { projectId, userId })).role;

  it('adds a user that identity knows, tells of it and makes the earner known', async () => {
    const { id: projectId, name } = await studio.newProject();
    const user = known({ username: 'stella', displayName: 'Stella' });
    const request = { projectId, userId: user.id, role: 'project_moderator' } as const;
    const member = await studio.call(addMember, { ...request, idempotency: aKey() });
    expect(member).toMatchObject({ userId: user.id, username: 'stella', role: 'project_moderator' });
    expect(await studio.events('project.member_added')).toContainEqual({
      projectId,
      projectName: name,
      userId: user.id,
      role: 'project_moderator',
    });
    expect(await studio.prisma.earner.findUnique({ where: { userId: user.id } })).toMatchObject({ version: 0 });
    expect(await refusal(studio.call(addMember, request))).toEqual({ code: 'ALREADY_MEMBER' });
  });

  it('does not add a user that identity does not know, or to a project that does not exist', async () => {
    const { id: projectId } = await studio.newProject();
    const stranger = { projectId, userId: aUserId(), role: 'project_admin' } as const;
    expect(await refusal(studio.call(addMember, stranger))).toEqual({ code: 'NOT_FOUND' });
    const lost = { ...stranger, projectId: '00000000-0000-7000-8000-000000000000', userId: known().id };
    expect(await refusal(studio.call(addMember, lost))).toEqual({ code: 'NOT_FOUND' });
  });

  it('adds a user once when asked ten times at once', async () => {
    const { id: projectId } = await studio.newProject();
    const request = { projectId, userId: known().id, role: 'project_admin' } as const;
    const codes = await outcomes(Array.from({ length: 10 }, () => studio.call(addMember, request)));
    expect(codes.sort()).toEqual([...Array<string>(9).fill('ALREADY_MEMBER'), 'ok']);
  });

  it('tells the role a user has now', async () => {
    const { projectId, adminId, userId } = await aTeam();
    expect(await roleOf(projectId, adminId)).toBe('project_admin');
    expect(await roleOf(projectId, userId)).toBe('project_moderator');
    expect(await roleOf(projectId, aUserId())).toBeNull();
    expect(await roleOf('00000000-0000-7000-8000-000000000000', userId)).toBeNull();
    await studio.call(updateMember, { projectId, userId, role: 'project_admin' });
    expect(await roleOf(projectId, userId)).toBe('project_admin');
    await studio.call(removeMember, { projectId, userId });
    expect(await roleOf(projectId, userId)).toBeNull();
    expect(await studio.events('project.member_removed')).toContainEqual(
      expect.objectContaining({ projectId, userId }),
    );
  });

  it('does not know members of other projects', async () => {
    const { userId } = await aTeam();
    const { projectId } = await aTeam();
    expect(await refusal(studio.call(removeMember, { projectId, userId }))).toEqual({ code: 'NOT_FOUND' });
    const update = studio.call(updateMember, { projectId, userId, role: 'project_admin' });
    expect(await refusal(update)).toEqual({ code: 'NOT_FOUND' });
  });

  it('keeps the last project_admin', async () => {
    const { projectId, adminId } = await aTeam();
    const remove = studio.call(removeMember, { projectId, userId: adminId });
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
        studio.call(removeMember, { projectId, userId }),
        round % 2 === 0
          ? studio.call(removeMember, other)
          : studio.call(updateMember, { ...other, role: 'project_moderator' }),
      ]);
      expect(codes.sort()).toEqual(['LAST_PROJECT_ADMIN', 'ok']);
      expect((await studio.call(listMembers, { projectId, limit: 10, role: 'project_admin' })).items).toHaveLength(1);
    }
  });

  it('lists members page by page and by role', async () => {
    const { projectId, adminId } = await aTeam();
    for (let i = 0; i < 4; i += 1) {
      const request = { projectId, userId: known().id, role: 'project_moderator' } as const;
      await studio.call(addMember, request);
    }
    const all = await allPages((cursor) => studio.call(listMembers, { projectId, limit: 2, cursor }));
    expect(new Set(all.map(({ userId }) => userId)).size).toBe(6);
    const admins = await studio.call(listMembers, { projectId, limit: 10, role: 'project_admin' });
    expect(admins.items).toMatchObject([{ userId: adminId, username: null }]);
  });
});
