import { randomUUID } from 'node:crypto';
import type { ApiKeyScope, Caller } from '@questp/messages/access';
import {
  createApiKey,
  endApiKeys,
  listApiKeys,
  reactivateUser,
  resolveToken,
  revokeApiKey,
  suspendUser,
} from '@questp/messages/identity';
import { LIMITS, type EventType, type EventTypes } from '@questp/messages/tables';
import { sql } from '@questp/postgres';
import { hashSecret } from '@questp/service';
import { principalOf, refusal, signIn, startIdentity, tally, type TestIdentity } from '../testing/identity.fixture.js';
import { KeyEvents } from './key-events.js';

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
  /** Applies the event of the change. */
  const heard = <T extends EventType>(type: T, data: EventTypes[T]) => identity.deliver(KeyEvents, type, data);
  const as = async (id: string): Promise<Caller> => {
    const session = await identity.db.row<{ id: string }>(sql`SELECT id FROM user_session WHERE owner_id = ${id}`);
    const principal = { family: 'user', userId: id, sessionId: session?.id ?? '', status: 'active' } as const;
    return { operation: 'createApiKey', principal };
  };
  const list = async (projectId: string) => (await identity.call(listApiKeys, { projectId, limit: 10 })).items;

  it('shows a key once, stores its hash, and admits it with its scopes', async () => {
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
    expect(first).toMatchObject({ revokedAt: expect.any(String) as string, revokedReason: 'revoked' });
    expect(second).toEqual(first);
    expect(await resolve(key)).toBeNull();
    expect(identity.revoked()).toContainEqual({ family: 'api_key', id: apiKey.id });
    expect(await identity.audited(apiKey.id)).toEqual(['api_key.created', 'api_key.revoked']);
  });

  it('rejects an expired key', async () => {
    const { apiKey, key } = await create({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect(await resolve(key)).not.toBeNull();
    await identity.db.execute(sql`UPDATE api_key SET expires_at = now() WHERE id = ${apiKey.id}`);
    expect(await resolve(key)).toBeNull();
  });

  it('answers how long a key remains valid, so that no cache keeps it longer', async () => {
    const ask = async (key: string | null) =>
      (
        await identity.call(resolveToken, {
          family: 'api_key',
          tokenHash: hashSecret(key ?? '').toString('hex'),
        })
      ).validForMs;
    expect(await ask((await create()).key)).toBeNull();
    const { key } = await create({ expiresAt: new Date(Date.now() + 3_000).toISOString() });
    const left = (await ask(key)) ?? 0;
    expect(left).toBeGreaterThan(1_000);
    expect(left).toBeLessThanOrEqual(3_000);
  });

  it("stop when their creator's membership ends, and none are created until it is restored", async () => {
    const [projectId, maker] = [randomUUID(), (await signIn(identity)).user.id];
    const own = await create({ projectId, userId: maker });
    const others = await create({ projectId });
    const elsewhere = await create({ userId: maker });
    const member = { projectId, projectName: 'Moon', userId: maker };
    await heard('project.member_removed', member);
    expect(await resolve(own.key)).toBeNull();
    for (const { key } of [others, elsewhere]) expect(await resolve(key)).not.toBeNull();
    const revoked = { family: 'api_key', id: own.apiKey.id };
    expect(await identity.events('principal.revoked', own.apiKey.id)).toEqual([revoked]);
    expect(await identity.audited(own.apiKey.id)).toEqual(['api_key.created', 'api_key.revoked']);

    const make = async () =>
      identity.call(createApiKey, { projectId, userId: maker, name: 'New', scopes }, await as(maker));
    expect(await refusal(make())).toBe('NOT_FOUND');
    await heard('project.member_added', { ...member, role: 'project_admin' });
    expect(await resolve((await make()).key)).not.toBeNull();
    expect(await resolve(own.key)).toBeNull();
  });

  it("stop before the answer to their creator's removal or the project's archiving, and are listed so", async () => {
    const [projectId, maker] = [randomUUID(), (await signIn(identity)).user.id];
    const own = await create({ projectId, userId: maker });
    const others = await create({ projectId });
    const elsewhere = await create({ userId: maker });
    await identity.call(endApiKeys, { projectId, userId: maker });
    expect(await resolve(own.key)).toBeNull();
    expect(identity.revoked()).toContainEqual({ family: 'api_key', id: own.apiKey.id });
    for (const { key } of [others, elsewhere]) expect(await resolve(key)).not.toBeNull();
    // The event of the same change arrives later and has no effect.
    await heard('project.member_removed', { projectId, projectName: 'Moon', userId: maker });
    expect(await identity.events('principal.revoked', own.apiKey.id)).toHaveLength(1);
    expect(await identity.audited(own.apiKey.id)).toEqual(['api_key.created', 'api_key.revoked']);
    await identity.call(endApiKeys, { projectId, userId: null });
    expect(await resolve(others.key)).toBeNull();
    expect((await list(projectId)).map(({ id, revokedReason }) => [id, revokedReason])).toEqual([
      [others.apiKey.id, 'project_archived'],
      [own.apiKey.id, 'maker_left'],
    ]);
    expect(await resolve(elsewhere.key)).not.toBeNull();
  });

  it('are announced to the gateways before the answer, also when the event revoked them first', async () => {
    const [projectId, maker] = [randomUUID(), (await signIn(identity)).user.id];
    const own = await create({ projectId, userId: maker });
    const others = await create({ projectId });
    await heard('project.member_removed', { projectId, projectName: 'Moon', userId: maker });
    expect(identity.revoked()).not.toContainEqual({ family: 'api_key', id: own.apiKey.id });
    await identity.call(endApiKeys, { projectId, userId: maker });
    expect(identity.revoked()).toContainEqual({ family: 'api_key', id: own.apiKey.id });
    expect(identity.revoked()).not.toContainEqual({ family: 'api_key', id: others.apiKey.id });
  });

  it.each(['deleted', 'merged'])('are rejected when the account of their creator is %s', async (status) => {
    const maker = (await signIn(identity)).user.id;
    const { key } = await create({ userId: maker });
    await identity.db.execute(sql`UPDATE user_account SET status = ${status} WHERE id = ${maker}`);
    expect(await resolve(key)).toBeNull();
  });

  it('stop when they were created while the membership ended', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [projectId, maker] = [randomUUID(), (await signIn(identity)).user.id];
      const caller = await as(maker);
      const request = { projectId, userId: maker, name: 'New', scopes };
      const making = [0, 1, 2].map(() => identity.call(createApiKey, request, caller).catch(() => null));
      const [, , ...made] = await Promise.all([
        identity.call(endApiKeys, { projectId, userId: maker }),
        heard('project.member_removed', { projectId, projectName: 'Moon', userId: maker }),
        ...making,
      ]);
      for (const one of made) if (one !== null) expect(await resolve(one.key)).toBeNull();
    }
  });

  it('stop when their project is archived, and no more are created', async () => {
    const projectId = randomUUID();
    const { key } = await create({ projectId });
    await heard('project.archived', { projectId });
    expect(await resolve(key)).toBeNull();
    expect(await refusal(create({ projectId }))).toBe('INVALID_TRANSITION');
  });

  it('are inactive while their creator is suspended', async () => {
    const maker = (await signIn(identity)).user.id;
    const { apiKey, key } = await create({ userId: maker });
    const adminId = `svcadmin_${'0'.repeat(32)}`;
    await identity.call(suspendUser, { userId: maker, reason: 'Fraud', adminId });
    expect(await resolve(key)).toBeNull();
    expect(identity.revoked()).toContainEqual({ family: 'api_key', id: apiKey.id });
    expect(await identity.events('principal.revoked', apiKey.id)).toHaveLength(1);
    await identity.call(reactivateUser, { userId: maker, adminId });
    expect(await resolve(key)).not.toBeNull();
  });

  it('are limited per project, also when they are created in parallel', async () => {
    const projectId = randomUUID();
    const makers = [(await signIn(identity)).user.id, (await signIn(identity)).user.id];
    const make = async (n: number) => {
      const userId = makers[n % 2] as string;
      return identity.call(createApiKey, { projectId, userId, name: 'New', scopes }, await as(userId));
    };
    const max = LIMITS.apiKeys.max;
    const outcomes = await tally(Array.from({ length: max + 10 }, async (_, n) => make(n)));
    expect(outcomes).toEqual({ ok: max, TOO_MANY: 10 });
    const [first, second] = await list(projectId);
    await identity.call(revokeApiKey, { projectId, apiKeyId: first?.id ?? '', userId });
    await identity.db.execute(sql`UPDATE api_key SET expires_at = now() WHERE id = ${second?.id ?? ''}`);
    expect(await tally([make(0), make(1), make(2)])).toEqual({ ok: 2, TOO_MANY: 1 });
  });

  it('are limited per account and day, across all projects', async () => {
    const maker = (await signIn(identity)).user.id;
    const caller = await as(maker);
    const make = async () => {
      const request = { projectId: randomUUID(), userId: maker, name: 'New', scopes };
      const { apiKey } = await identity.call(createApiKey, request, caller);
      await identity.call(revokeApiKey, { projectId: request.projectId, apiKeyId: apiKey.id, userId: maker });
    };
    const makeTwenty = () => tally(Array.from({ length: 20 }, make));
    expect([await makeTwenty(), await makeTwenty()]).toEqual([{ ok: 20 }, { ok: 20 }]);
    expect(await makeTwenty()).toEqual({ ok: 10, RATE_LIMITED: 10 });
    await expect(make()).rejects.toMatchObject({ details: { retryAfter: expect.any(Number) as number } });
    await identity.db.execute(sql`
      UPDATE api_key SET created_at = created_at - interval '1 day' WHERE created_by = ${maker}`);
    await make();
  });

  it('refuses an end in the past', async () => {
    await expect(create({ expiresAt: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { errors: [{ pointer: '/expiresAt', code: 'RANGE' }] },
    });
  });

  it('creates one key for several requests with one Idempotency-Key, and replays the answer without the key', async () => {
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
