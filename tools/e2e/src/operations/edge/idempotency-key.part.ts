import { newSlug, newStudio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { e2e, person } from './stage.fixture.js';

describe('Idempotency-Key', () => {
  const create = (key: string) =>
    person.client.POST('/v1/projects', {
      params: { header: { 'Idempotency-Key': key } },
      body: { slug: newSlug('key'), name: 'Key' },
    });

  it.each(['', ' ', 'x'.repeat(201), 'with space', 'ü'])('refuses the key "%s"', async (key) => {
    const answer = await create(key).catch((error: unknown) => error);

    // fetch may refuse to send an invalid header value.
    if (!(answer instanceof Error)) {
      const { status } = (answer as Awaited<ReturnType<typeof create>>).response;
      expect([400, 201]).toContain(status);
      if (key.trim() !== '') expect(status).toBe(400);
    }
  });

  it('counts a body by its bytes', async () => {
    const key = newSlug('key');
    const slug = newSlug('key');
    const send = (raw: string) =>
      person.client.call('POST', '/v1/projects', { raw, headers: { 'idempotency-key': key } });
    const first = await send(`{"slug":"${slug}","name":"A"}`);

    expect(first.response.status).toBe(201);
    expectProblem(await send(`{"slug": "${slug}", "name": "A"}`), 'IDEMPOTENCY_KEY_REUSED');
    expect((await send(`{"slug":"${slug}","name":"A"}`)).data).toEqual(first.data);
  });

  it('remembers for 24 hours', async () => {
    const key = newSlug('key');
    const first = await create(key);
    await e2e.sql(`UPDATE quests.idempotency_key SET created_at = created_at - interval '24 hours' WHERE key = $1`, [
      key,
    ]);
    const second = await create(key);

    expect([first.response.status, second.response.status]).toEqual([201, 201]);
    expect(second.data?.id).not.toBe(first.data?.id);
  });

  it('replays no key in clear', async () => {
    const studio = await newStudio(person, { draft: true });
    const header = { 'Idempotency-Key': newSlug('key') };
    const createKey = () =>
      unwrap(
        person.client.POST('/v1/projects/{projectId}/api-keys', {
          params: { ...studio.inProject, header },
          body: { name: 'Key', scopes: ['project:read'] },
        }),
      );
    const [first, replay] = [await createKey(), await createKey()];

    expect(first.key).toMatch(/^svc_key_[A-Za-z0-9_-]{43}$/);
    expect(replay).toEqual({ apiKey: first.apiKey, key: null });
    const stored = await e2e.count('SELECT count(*) FROM identity.idempotency_key WHERE reply::text LIKE $1', [
      `%${first.key}%`,
    ]);
    expect(stored).toBe(0);
  });
});
