import { randomUUID } from 'node:crypto';
import type { ApiKeyScope } from '@questp/messages';
import { sql } from '@questp/postgres';
import { refusal, signIn, startIdentity, tally, tokenHash, type TestIdentity } from '../identity.fixture.js';
import { TokensRepository } from '../tokens/tokens.repository.js';
import { toApiKey } from './api-key.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { CreateApiKey } from './create-api-key.js';
import { RevokeApiKey } from './revoke-api-key.js';

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
    identity.get(CreateApiKey).run({ projectId: randomUUID(), userId, name: 'Export', scopes, ...change });
  const resolve = (key: string | null) => identity.get(TokensRepository).resolve('api_key', tokenHash(key ?? ''));
  const list = async (projectId: string) =>
    (await identity.get(ApiKeysRepository).list({ projectId, limit: 10 })).map(toApiKey);

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
      identity.get(RevokeApiKey).run({ projectId: project, apiKeyId: apiKey.id, userId });
    expect(await refusal(revoke(randomUUID()))).toBe('NOT_FOUND');
    expect(await resolve(key)).not.toBeNull();
    const [first, second] = [await revoke(projectId), await revoke(projectId)];
    expect(first.revokedAt).not.toBeNull();
    expect(second).toEqual(first);
    expect(await resolve(key)).toBeNull();
    expect(identity.bus.revoked).toContainEqual({ family: 'api_key', id: apiKey.id });
    expect(await identity.audited(apiKey.id)).toEqual(['api_key.created', 'api_key.revoked']);
  });

  it('lets no expired key in', async () => {
    const { apiKey, key } = await create({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect(await resolve(key)).not.toBeNull();
    await identity.db.execute(sql`UPDATE api_key SET expires_at = now() WHERE id = ${apiKey.id}`);
    expect(await resolve(key)).toBeNull();
  });

  it.each<[string, object]>([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['project:write'] }],
    ['no name', { name: ' ' }],
    ['a name of two lines', { name: 'a\nb' }],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00.000Z' }],
    ['an end that is no moment', { expiresAt: 'soon' }],
  ])('refuses %s', async (_, change) => {
    expect(await refusal(create(change))).toBe('VALIDATION_FAILED');
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
