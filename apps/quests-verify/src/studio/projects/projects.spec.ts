import { versionOf } from '@questp/messages/language';
import {
  adminListProjects,
  archiveProject,
  createProject,
  discoverProject,
  getCampaign,
  getProject,
  getProjectRole,
  getQuest,
  listOwnProjects,
  moveCampaign,
  PROJECT_ORDERS,
  updateProject,
  type ProjectOrder,
} from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import {
  aKey,
  allPages,
  aSlug,
  expectOneWins,
  aUserId,
  inOrder,
  outcomes,
  refusal,
  startStudio,
} from '../../testing/studio.fixture.js';

describe('projects', () => {
  const studio = started(startStudio);

  it('makes the creator the first project_admin', async () => {
    const userId = aUserId();
    const project = await studio.newProject({ userId, name: 'Moon', links: { docs: 'https://moon.example/docs' } });
    expect(project).toMatchObject({ name: 'Moon', status: 'active', description: null, websiteUrl: null });
    expect(await studio.call(getProjectRole, { projectId: project.id, userId })).toEqual({ role: 'project_admin' });
    const own = await studio.call(listOwnProjects, { userId, order: 'newest', limit: 10 });
    expect(own).toEqual({ items: [{ ...project, role: 'project_admin' }], nextCursor: null });
    expect(await studio.call(getProject, { projectId: project.id })).toEqual(project);
  });

  it.each([
    ['an upper-case slug', { slug: 'Moon' }, '/slug'],
    ['a slug of two characters', { slug: 'ab' }, '/slug'],
    ['a slug of 41 characters', { slug: 'a'.repeat(41) }, '/slug'],
    ['a slug that starts with a hyphen', { slug: '-moon' }, '/slug'],
    ['an empty name', { name: '' }, '/name'],
    ['a name of two lines', { name: 'a\nb' }, '/name'],
    ['a script as a link', { links: { docs: 'javascript:alert(1)' } }, '/links/docs'],
    ['a plain http link', { links: { docs: 'http://moon.example' } }, '/links/docs'],
    ['a link with a password', { links: { docs: 'https://me:pass@moon.example' } }, '/links/docs'],
    ['a link without a host', { links: { chat: 'https://chat.example', docs: 'https://[' } }, '/links/docs'],
    ['a link with a host that is none', { links: { docs: 'https://%' } }, '/links/docs'],
    ['a link with a port that is none', { links: { docs: 'https://a:99999/' } }, '/links/docs'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, '/name'],
    ['a name that runs backwards', { name: 'moon\u202enoom' }, '/name'],
    ['an empty description', { description: '' }, '/description'],
    ['U+0000 in a text', { description: 'a\0b' }, '/description'],
    ['half of a surrogate pair', { description: 'a\ud800b' }, '/description'],
    ['a member that is not the team’s to set', { status: 'archived' }, '/status'],
  ])('refuses %s', async (_, change, pointer) => {
    const answer = await refusal(studio.newProject(change as object));
    expect(answer).toEqual({ code: 'VALIDATION_FAILED', pointers: [pointer] });
  });

  it('leaves out stored links that are not valid URLs', async () => {
    const { id, slug } = await studio.newProject();
    const links = { docs: 'https://moon.example/docs', chat: 'https://[', shop: 'https://%', blog: 'https://a:99999/' };
    await studio.db.execute(sql`UPDATE project SET links = ${links} WHERE id = ${id}`);
    const shown = { docs: links.docs };
    expect((await studio.call(getProject, { projectId: id })).links).toEqual(shown);
    expect((await studio.call(discoverProject, { slug })).links).toEqual(shown);
  });

  it('keeps text that only looks like an escape', async () => {
    const project = await studio.newProject({ description: 'write \\u0000 or \\\\ud800' });
    expect(project.description).toBe('write \\u0000 or \\\\ud800');
  });

  it('gives a slug to one of two projects that ask at once, and leaves nothing of the other', async () => {
    const slug = aSlug();
    const userIds = Array.from({ length: 8 }, aUserId);
    const codes = await outcomes(userIds.map((userId) => studio.call(createProject, { userId, slug, name: 'Twin' })));
    expect(codes.sort()).toEqual([...Array<string>(7).fill('SLUG_TAKEN'), 'ok']);
    expect(await studio.count('project_member', sql`user_id = ANY(${userIds})`)).toBe(1);
  });

  it('creates once per Idempotency-Key (A-21)', async () => {
    const request = { userId: aUserId(), slug: aSlug(), name: 'Once', idempotency: aKey() };
    const codes = await outcomes(Array.from({ length: 10 }, () => studio.call(createProject, request)));
    expect(new Set(codes)).toEqual(
      new Set(codes.includes('IDEMPOTENCY_IN_FLIGHT') ? ['ok', 'IDEMPOTENCY_IN_FLIGHT'] : ['ok']),
    );
    const first = await studio.call(createProject, request);
    expect(await studio.call(createProject, request)).toEqual(first);
    expect(await studio.count('project', sql`name = 'Once'`)).toBe(1);
    const other = { ...request, name: 'Other', idempotency: { ...request.idempotency, requestHash: 'b'.repeat(64) } };
    expect(await refusal(studio.call(createProject, other))).toEqual({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await studio.count('project', sql`name = 'Other'`)).toBe(0);
  });

  it('keeps a key free when the creation fails', async () => {
    const taken = await studio.newProject();
    const request = { userId: aUserId(), slug: taken.slug, name: 'Late', idempotency: aKey() };
    expect(await refusal(studio.call(createProject, request))).toEqual({ code: 'SLUG_TAKEN' });
    expect(await studio.call(createProject, { ...request, slug: aSlug() })).toMatchObject({ name: 'Late' });
  });

  it('changes what an update names and keeps the rest', async () => {
    const { updatedAt, ...project } = await studio.newProject({
      description: 'old',
      websiteUrl: 'https://moon.example',
    });
    const slug = aSlug();
    const changed = await studio.call(updateProject, { projectId: project.id, slug, description: null });
    expect(changed).toMatchObject({ ...project, slug, description: null });
    expect(changed.updatedAt > updatedAt).toBe(true);
    const taken = await studio.newProject();
    const clash = studio.call(updateProject, { projectId: project.id, slug: taken.slug });
    expect(await refusal(clash)).toEqual({ code: 'SLUG_TAKEN' });
  });

  it('archives a project with its campaigns and quests, once', async () => {
    const { project, campaign, quest } = await studio.running();
    const archived = await studio.call(archiveProject, { projectId: project.id });
    expect(archived.status).toBe('archived');
    expect(await studio.call(archiveProject, { projectId: project.id })).toEqual(archived);
    const place = { projectId: project.id, campaignId: campaign.id };
    const after = await studio.call(getCampaign, place);
    expect(after).toMatchObject({ status: 'archived', endedAt: expect.any(String) as string });
    expect(await studio.call(getQuest, { ...place, questId: quest.id })).toMatchObject({ status: 'archived' });
    expect((await studio.events('campaign.ended')).filter(({ projectId }) => projectId === project.id)).toEqual([
      place,
    ]);
    const late = studio.call(updateProject, { projectId: project.id, name: 'Late' });
    expect(await refusal(late)).toEqual({ code: 'INVALID_TRANSITION' });
    expect(await refusal(studio.newCampaign(project.id))).toEqual({ code: 'INVALID_TRANSITION' });
  });

  it('leaves no quest open that is added, and no campaign that is started, while it is archived', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { project, campaign } = await studio.running();
      const other = await studio.newCampaign(project.id);
      await studio.publish(await studio.newQuest(other));
      const activate = { projectId: project.id, campaignId: other.id, step: 'activate' } as const;
      await outcomes([
        studio.newQuest(campaign),
        studio.call(moveCampaign, activate),
        studio.call(archiveProject, { projectId: project.id }),
        studio.newQuest(campaign),
      ]);
      expect(await studio.count('quest', sql`project_id = ${project.id} AND status <> 'archived'`)).toBe(0);
      const started = (await studio.events('campaign.activated')).filter(({ projectId }) => projectId === project.id);
      const ended = (await studio.events('campaign.ended')).filter(({ projectId }) => projectId === project.id);
      expect(ended.length).toBe(started.length);
    }
  });

  it('does not know an unknown id', async () => {
    const projectId = '00000000-0000-7000-8000-000000000000';
    for (const contract of [getProject, archiveProject, updateProject]) {
      expect(await refusal(studio.call(contract, { projectId }))).toEqual({ code: 'NOT_FOUND' });
    }
  });

  it('lists a user’s projects newest first, page by page, by status', async () => {
    const userId = aUserId();
    const made = [];
    for (let i = 0; i < 5; i += 1) made.push(await studio.newProject({ userId }));
    await studio.call(archiveProject, { projectId: made[1]?.id ?? '' });
    await studio.newProject();
    const ids = (items: { id: string }[]) => items.map(({ id }) => id);
    const all = await allPages((cursor) => studio.call(listOwnProjects, { userId, order: 'newest', limit: 2, cursor }));
    expect(ids(all)).toEqual(ids(made).reverse());
    const named = await studio.call(listOwnProjects, { userId, order: 'newest', limit: 10, search: 'moo' });
    expect(named.items.length).toBeGreaterThan(0);
    expect((await studio.call(listOwnProjects, { userId, order: 'newest', limit: 10, search: 'mo%n' })).items).toEqual(
      [],
    );
    const archived = await studio.call(listOwnProjects, { userId, order: 'newest', limit: 10, status: 'archived' });
    expect(ids(archived.items)).toEqual([made[1]?.id]);
    const broken = studio.call(listOwnProjects, { userId, order: 'newest', limit: 2, cursor: 'x' });
    expect(await refusal(broken)).toEqual({ code: 'INVALID_CURSOR' });
  });

  it('takes one of eight changes of the same version', async () => {
    const { id: projectId, updatedAt } = await studio.newProject();
    const ifMatch = [versionOf(new Date(updatedAt))];
    await expectOneWins((racer) => studio.call(updateProject, { projectId, name: `Racer ${racer}`, ifMatch }));
  });

  it('lists in every order, for operators too', async () => {
    const userId = aUserId();
    const word = aSlug();
    const ids: string[] = [];
    for (const name of ['b', 'A', 'C', 'a'])
      ids.push((await studio.newProject({ userId, name: `${name} ${word}` })).id);
    const order = async (by: ProjectOrder) => {
      const own = await inOrder(PROJECT_ORDERS, by, (page) => studio.call(listOwnProjects, { userId, ...page }));
      const all = await inOrder(PROJECT_ORDERS, by, (page) =>
        studio.call(adminListProjects, { search: word, ...page }),
      );
      const [mine, found] = [own, all].map((items) => items.map(({ id }) => ids.indexOf(id)));
      expect(found).toEqual(mine);
      return mine;
    };
    expect(await order('newest')).toEqual([3, 2, 1, 0]);
    expect(await order('oldest')).toEqual([0, 1, 2, 3]);
    expect(await order('name')).toEqual([1, 3, 0, 2]);
  });

  it('finds projects by a part of the name in any case, wildcards taken literally', async () => {
    await studio.newProject({ name: 'Saturn 100%_Rings' });
    await studio.newProject({ name: 'Saturn 100 Rings' });
    const search = async (text: string) =>
      (await studio.call(adminListProjects, { order: 'newest', limit: 10, search: text })).items.map(
        ({ name }) => name,
      );
    expect(await search('sATURN')).toHaveLength(2);
    expect(await search('0%_r')).toEqual(['Saturn 100%_Rings']);
    expect(await search('Saturn_100')).toEqual([]);
    expect(await search('\\')).toEqual([]);
  });
});
