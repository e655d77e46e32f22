import { randomUUID } from 'node:crypto';
import { createApiKey, listApiKeys, revokeApiKey, type ApiKeyScope } from '@questp/messages';
import { sql } from '@questp/postgres';
import { principalOf, refusal, signIn, startIdentity, tally, type TestIdentity } from '../identity.fixture.js';

describe('API keys', () => {
  let identity: TestIdentity;
  let userId: string;
  beforeAll(async () => {
    identity = await startIdentity();
    userId = (await signIn(identity)).user.id;
  });
  afterAll(() => identity.stop());

  const scopes: ApiKeyScope[] = ['project:read', 'leaderboard:read'];
  const create = (change: object = {}) =>
    identity.call(createApiKey, { projectId: randomUUID(), userId, name: 'Export', scopes, ...change });
  const resolve = (key: string | null) => principalOf(identity, 'api_key', key ?? '');
  const list = async (projectId: string) => (await identity.call(listApiKeys, { projectId, limit: 10 })).items;

  it('shows a key once, stores its hash, and lets it in with its scopes', async () => {
    const projectId = randomUUID();
    const { apiKey, key } = await create({ projectId });
    expect(key).toMatch(/^svc_key_[A-Za-z0-9_-]{43}$/);
    expect(apiKey).toMatchObject({ preview: key?.slice(0, 14), scopes, createdBy: userId, lastUsedAt: null });
    const rows = await identity.db.rows(sql`SELECT * FROM api_key WHERE id = ${apiKey.id}`);
    expect(JSON.stringify(rows)).not.toContain(key?.slice(14));
    expect(await resolve(key)).toEqual({ family: 'api_key', apiKeyId: apiKey.id, projectId, scopes });
    const [listed] = await list(projectId);
    expect(listed).toEqual({ ...apiKey, lastUsedAt: expect.any(String) as string });
    expect(await identity.audited(apiKey.id)).toEqual(['api_key.created']);
  });

  it('revokes before the reply, as often as asked, in its project alone', async () => {
    const projectId = randomUUID();
    const { apiKey, key } = await create({ projectId });
    const revoke = (project: string) =>
      identity.call(revokeApiKey, { projectId: project, apiKeyId: apiKey.id, userId });
    expect(await refusal(revoke(randomUUID()))).toBe('NOT_FOUND');
    expect(await resolve(key)).not.toBeNull();
    const [first, second] = [await revoke(projectId), await revoke(projectId)];
    expect(first.revokedAt).not.toBeNull();
    expect(second).toEqual(first);
    expect(await resolve(key)).toBeNull();
    expect(identity.revoked()).toContainEqual({ family: 'api_key', id: apiKey.id });
    expect(await identity.audited(apiKey.id)).toEqual(['api_key.created', 'api_key.revoked']);
  });

  it('lets no expired key in', async () => {
    const { apiKey, key } = await create({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect(await resolve(key)).not.toBeNull();
    await identity.db.execute(sql`UPDATE api_key SET expires_at = now() WHERE id = ${apiKey.id}`);
    expect(await resolve(key)).toBeNull();
  });

  it('refuses an end in the past', async () => {
    await expect(create({ expiresAt: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { errors: [{ pointer: '/expiresAt', code: 'RANGE' }] },
    });
  });

  it('makes one key of several requests with one Idempotency-Key, and replays it without the key', async () => {
    const projectId = randomUUID();
    const idempotency = { scope: `user:${userId} POST api-keys`, key: 'k', requestHash: 'a'.repeat(64) };
    const outcomes = await tally(Array.from({ length: 10 }, () => create({ projectId, idempotency })));
    expect((outcomes['ok'] ?? 0) + (outcomes['IDEMPOTENCY_IN_FLIGHT'] ?? 0)).toBe(10);
    const keys = await list(projectId);
    expect(keys).toHaveLength(1);
    expect(await create({ projectId, idempotency })).toEqual({ apiKey: keys[0], key: null });
    const stored = await identity.db.rows(sql`SELECT reply FROM idempotency_key`);
    expect(JSON.stringify(stored)).not.toMatch(/svc_key_[A-Za-z0-9_-]{43}/);
  });
});
