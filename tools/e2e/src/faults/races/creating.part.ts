import { newSlug, newStudio, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { parallel, tally } from '../../support/parallel.js';
import { e2e } from './stage.fixture.js';

describe('Creating', () => {
  it('gives a slug to one of 20 projects that ask for it at once', async () => {
    const people = await e2e.people(20);
    const slug = newSlug('wanted');

    const answers = await Promise.all(
      people.map(({ client }) => client.POST('/v1/projects', { body: { slug, name: 'Wanted' } })),
    );

    expect(tally(answers)).toEqual({ '201': 1, '409 SLUG_TAKEN': 19 });
    expect(await e2e.count('SELECT count(*) FROM quests.project WHERE slug = $1', [slug])).toBe(1);
  });

  it('gives a username to one of 20 users that ask for it at once', async () => {
    const people = await e2e.people(20);

    const answers = await Promise.all(
      people.map(({ client }) => client.PATCH('/v1/users/me', { body: { username: 'wanted' } })),
    );

    expect(tally(answers)).toEqual({ '200': 1, '409 USERNAME_TAKEN': 19 });
  });

  it('A-21 creates one project for 20 equal requests with one Idempotency-Key, and answers all alike', async () => {
    const person = await e2e.signIn();
    const key = newSlug('key');
    const body = { slug: newSlug('once'), name: 'Once' };
    const create = (changed: Partial<typeof body> = {}) =>
      person.client.POST('/v1/projects', {
        params: { header: { 'Idempotency-Key': key } },
        body: { ...body, ...changed },
      });

    const answers = await parallel(20, () => create());
    const counts = tally(answers);
    expect((counts['201'] ?? 0) + (counts['409 IDEMPOTENCY_IN_FLIGHT'] ?? 0)).toBe(20);
    const created = answers.filter(({ response }) => response.status === 201);
    for (const { data } of created) expect(data).toEqual(created[0]?.data);

    const { response, data } = await create();
    expect({ status: response.status, data }).toEqual({ status: 201, data: created[0]?.data });
    expectProblem(await create({ name: 'Other' }), 'IDEMPOTENCY_KEY_REUSED');
    expect(await e2e.count('SELECT count(*) FROM quests.project WHERE slug LIKE $1', [`${body.slug}%`])).toBe(1);
  });

  it('A-21 keeps the keys of principals and routes apart', async () => {
    const header = { 'Idempotency-Key': newSlug('key') };
    const create = ({ client }: Person) =>
      client.POST('/v1/projects', { params: { header }, body: { slug: newSlug('apart'), name: 'Apart' } });
    const [one, other] = [await e2e.signIn(), await e2e.signIn()];

    const [first, second] = [await create(one), await create(other)];
    const projectId = first.data?.id as string;
    const campaign = await one.client.POST('/v1/projects/{projectId}/campaigns', {
      params: { path: { projectId }, header },
      body: { slug: 'campaign', title: 'Apart' },
    });

    expect([first, second, campaign].map(({ response }) => response.status)).toEqual([201, 201, 201]);
    expect(second.data?.id).not.toBe(projectId);
  });

  it('A-21 leaves nothing behind a request that failed', async () => {
    const person = await e2e.signIn();
    const header = { 'Idempotency-Key': newSlug('key') };
    const slug = newSlug('taken');
    await unwrap(person.client.POST('/v1/projects', { body: { slug, name: 'First' } }));
    const create = (wanted: string) =>
      person.client.POST('/v1/projects', { params: { header }, body: { slug: wanted, name: 'Second' } });

    expectProblem(await create(slug), 'SLUG_TAKEN');
    expect((await create(newSlug('free'))).response.status).toBe(201);
  });

  it('keeps at least one project_admin when two leave at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await newStudio(await e2e.signIn(), { draft: true });
      const second = await e2e.signIn();
      await own.addMember(second, 'project_admin');
      const leave = (person: Person) =>
        person.client.DELETE('/v1/projects/{projectId}/members/{userId}', { params: own.atMember(person) });

      const answers = await Promise.all([leave(own.owner), leave(second)]);

      const left = await e2e.count('SELECT count(*) FROM quests.project_member WHERE project_id = $1', [
        own.project.id,
      ]);
      expect({ left, ok: answers.filter(({ response }) => response.status === 204).length }).toEqual({
        left: 1,
        ok: 1,
      });
    }
  });
});
