import { startEmulators, PEOPLE, type Emulators, type SignInName } from '@questp/emulators';
import { listOAuthProviders, readOAuthHandle, startOAuthSignIn } from '@questp/messages/integrations';
import { AppError, type ErrorCode } from '@questp/messages/language';
import { OAUTH_PROVIDERS, type OAuthProvider } from '@questp/messages/shared';
import type { EventType, EventTypes } from '@questp/messages/tables';
import { sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { PLATFORMS } from '../platforms/index.js';
import { sealedTables } from '../sealed-tables.js';
import { integrations } from '../service.js';
import { parseMasterKeys, rewrap, sealingKeys, Secret, Vault } from '@questp/vault';
import { AccountEvents } from './account-events.js';
import { Browser, newVerifier, type Call } from '../testing/browser.fixture.js';
import { FlowsRepository, verifierPlace, type Flow } from './flows.repository.js';
import { GiveBackGrants } from './give-back-grants.js';
import { GrantsRepository } from './grants.repository.js';

const APP_URL = 'https://quests.example.org';
const STUDIO_URL = 'https://studio.example.org';
const SESSION = '7d3f0c7e-54c5-4a58-9a0e-3b8f6a1c2d4e';
const SIGNING_IN: OAuthProvider[] = ['oauth_idp', 'microblog', 'codehost', 'chatcomm'];

const K1 = newMasterKey('k1');

const refusal = (promise: Promise<unknown>): Promise<ErrorCode | 'none'> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error as AppError).code,
  );
const errorOf = (address: URL) => address.searchParams.get('error');

describe('accounts of platforms, at the emulated ones', () => {
  let emulators: Emulators;
  let service: TestService<object>;
  const call: Call = (contract, request) => service.call(contract, request);
  const browser = (provider: OAuthProvider) => new Browser(call, provider);

  beforeAll(async () => {
    emulators = await startEmulators();
    for (const provider of OAUTH_PROVIDERS) {
      emulators.allowRedirect(provider, `https://api.example.org/v1/auth/oauth/callback/${provider}`);
    }
    const env = {
      ...emulators.environment,
      ...{ APP_URL, STUDIO_URL, PUBLIC_URL: 'https://api.example.org' },
      ...{ FILES_DIR: '/tmp', MASTER_KEYS: K1 },
    };
    service = await startTestService(integrations, { env });
  });
  afterEach(() => emulators.clearFaults());
  afterAll(async () => {
    await service.stop();
    await emulators.stop();
  });

  const proven = async (provider: OAuthProvider, person = 'earner-1') => {
    const one = browser(provider);
    const sessionId = SIGNING_IN.includes(provider) ? null : SESSION;
    const address = await one.through(person, sessionId === null ? {} : { sessionId });
    return one.redeem(address.searchParams.get('code') ?? '', sessionId);
  };
  const grantOf = (id: string) =>
    service.db.row<{ tokens: Record<string, string>; state: string; expiresAt: Date | null }>(
      sql`SELECT * FROM oauth_grant WHERE id = ${id}`,
    );
  const expire = (id: string) =>
    service.db.execute(sql`UPDATE oauth_grant SET expires_at = now() - interval '1 minute' WHERE id = ${id}`);
  const deliver = <T extends EventType>(type: T, data: EventTypes[T]) => service.deliver(AccountEvents, type, data);

  it('an account of a platform is returned with id and name to the app that redeems the code', async () => {
    const accounts = [];
    for (const provider of OAUTH_PROVIDERS) accounts.push(await proven(provider));
    expect(accounts.map(({ provider }) => provider)).toEqual(OAUTH_PROVIDERS);
    for (const { provider, accountId, handle } of accounts) {
      expect(accountId).toMatch(provider === 'oauth_idp' ? /^http:.*idp emulated\|\d+$/ : /^[\w-]{1,64}$/);
      // The emulated identity provider returns names only at userinfo.
      expect(handle).toMatch(/^earner[-_]1$/);
    }
    expect((await proven('codehost')).accountId).toBe(accounts[2]?.accountId);
  });

  it('a sign-in at the microblog asks for exactly its scopes, with PKCE and the exact callback', async () => {
    const parameters = new URL(await browser('microblog').begin()).searchParams;
    expect(parameters.get('scope')).toBe('tweet.read users.read like.read follows.read offline.access');
    for (const provider of SIGNING_IN) {
      const asked = new URL(await browser(provider).begin()).searchParams;
      expect(asked.get('code_challenge_method')).toBe('S256');
      expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/);
      expect(asked.get('redirect_uri')).toBe(`https://api.example.org/v1/auth/oauth/callback/${provider}`);
      expect(asked.get('state')).toMatch(/^[\w-]{43}$/);
      expect(asked.has('nonce')).toBe(provider === 'oauth_idp');
    }
  });

  it('users can sign in only at the platforms of the specification', async () => {
    const { challenge } = newVerifier();
    const outcomes = await Promise.all(
      OAUTH_PROVIDERS.flatMap((provider) =>
        (['earner', 'studio'] as const).map(async (app) =>
          (await refusal(call(startOAuthSignIn, { provider, app, challenge }))) === 'none' ? `${provider} ${app}` : '',
        ),
      ),
    );
    expect(outcomes.filter(Boolean)).toEqual([
      ...['oauth_idp earner', 'oauth_idp studio', 'microblog earner'],
      ...['codehost earner', 'codehost studio', 'chatcomm earner'],
    ]);
    expect(await call(listOAuthProviders, {})).toEqual({ providers: OAUTH_PROVIDERS });
  });

  it('redirect browsers to the route of the app or popup, or to the requested page of an app', async () => {
    expect((await browser('codehost').through('earner-1')).href).toMatch(
      /^https:\/\/quests\.example\.org\/auth\/callback\?code=[\w-]{43}$/,
    );
    const linking = await browser('codehost').through('earner-1', { sessionId: SESSION });
    expect(linking.href).toMatch(/^https:\/\/quests\.example\.org\/account\/link\?code=/);
    const asked = await browser('codehost').through('earner-1', { returnTo: `${STUDIO_URL}/team?tab=2` });
    expect(asked.href).toMatch(/^https:\/\/studio\.example\.org\/team\?tab=2&code=/);
    const refused = await browser('codehost').through('earner-1', {
      returnTo: `${STUDIO_URL}/team?error=access_denied&error_description=Pay+here&code=mine`,
    });
    expect([...refused.searchParams.keys()]).toEqual(['code']);
    expect(refused.searchParams.get('code')).not.toBe('mine');
    const evil = await browser('codehost').through('earner-1', { returnTo: 'https://quests.example.org.evil/' });
    expect(evil.origin).toBe(APP_URL);
  });

  it('A-57 end in OAUTH_STATE_INVALID with a state that is missing, of another browser, used or expired', async () => {
    const one = browser('codehost');
    const back = await one.agree(await one.begin(), { login_hint: 'earner-1' });
    const { state: _, ...stateless } = back;
    expect(await refusal(one.finish(stateless))).toBe('OAUTH_STATE_INVALID');
    expect(await refusal(one.finish({ ...back, browser: newVerifier().verifier }))).toBe('OAUTH_STATE_INVALID');
    expect(await refusal(one.finish({ ...back, browser: undefined }))).toBe('OAUTH_STATE_INVALID');
    expect(errorOf(await one.finish(back))).toBeNull();
    expect(await refusal(one.finish(back))).toBe('OAUTH_STATE_INVALID');
    const late = await one.agree(await one.begin(), { login_hint: 'earner-1' });
    await service.db.execute(sql`UPDATE oauth_flow SET expires_at = now()`);
    expect(await refusal(one.finish(late))).toBe('OAUTH_STATE_INVALID');
  });

  it("A-60 end in OAUTH_STATE_INVALID at another platform's callback", async () => {
    const one = browser('codehost');
    const back = await one.agree(await one.begin(), { login_hint: 'earner-1' });
    const other = browser('chatcomm');
    other.known = one.known;
    expect(await refusal(other.finish(back))).toBe('OAUTH_STATE_INVALID');
  });

  it("A-58 end in OAUTH_FAILED with a code that was issued to another person's browser", async () => {
    for (const provider of SIGNING_IN) {
      const [attacker, victim] = [browser(provider), browser(provider)];
      const stolen = await attacker.agree(await attacker.begin(), { login_hint: 'earner-2' });
      const own = await victim.agree(await victim.begin(), { login_hint: 'earner-1' });
      expect([provider, errorOf(await victim.finish({ ...own, code: stolen.code ?? '' }))]).toEqual([
        provider,
        'OAUTH_FAILED',
      ]);
    }
  });

  it('issue one code to 20 callbacks with one state, and one account to 20 exchanges of the code', async () => {
    const one = browser('chatcomm');
    const back = await one.agree(await one.begin(), { login_hint: 'earner-1' });
    const finished = await Promise.allSettled(Array.from({ length: 20 }, () => one.finish(back)));
    const addresses = finished.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(addresses).toHaveLength(1);
    const code = addresses[0]?.searchParams.get('code') ?? '';
    const redeemed = await Promise.all(Array.from({ length: 20 }, () => refusal(one.redeem(code))));
    expect(redeemed.sort()).toEqual([...Array.from({ length: 19 }, () => 'OAUTH_CODE_INVALID'), 'none']);
  });

  it('a code is refused to another app or session and after 60 seconds; a failed exchange uses it up', async () => {
    const codeFor = async (one: Browser, sessionId?: string) =>
      (await one.through('earner-1', sessionId === undefined ? {} : { sessionId })).searchParams.get('code') ?? '';
    const one = browser('codehost');
    const code = await codeFor(one);
    expect(await refusal(browser('codehost').redeem(code))).toBe('OAUTH_CODE_INVALID');
    expect(await refusal(one.redeem(code))).toBe('OAUTH_CODE_INVALID');
    expect(await refusal(one.redeem(await codeFor(one, SESSION)))).toBe('OAUTH_CODE_INVALID');
    expect(await refusal(one.redeem(await codeFor(one), SESSION))).toBe('OAUTH_CODE_INVALID');
    const late = await codeFor(one);
    await service.db.execute(sql`UPDATE oauth_code SET expires_at = expires_at - interval '60 seconds'`);
    expect(await refusal(one.redeem(late))).toBe('OAUTH_CODE_INVALID');
  });

  it('a sign-in ends in OAUTH_DENIED when a person declines', async () => {
    for (const provider of SIGNING_IN) {
      const one = browser(provider);
      const address = await one.finish(await one.agree(await one.begin(), { decline: 'yes' }));
      expect([provider, address.pathname, errorOf(address)]).toEqual([provider, '/auth/callback', 'OAUTH_DENIED']);
      expect(address.searchParams.get('error_description')).toBe('Access to the account was denied at the platform');
    }
  });

  it('A-59 end in an error that quotes nothing of the request', async () => {
    const one = browser('codehost');
    const back = await one.agree(await one.begin(), { decline: 'yes' });
    const address = await one.finish({ ...back, error: '<script>alert(1)</script>'.repeat(100) });
    expect(errorOf(address)).toBe('OAUTH_FAILED');
    expect(address.href).not.toContain('alert');
    expect(address.href.length).toBeLessThan(300);
  });

  it.each([
    ['oauth_idp', 'wrong_issuer', 'authorize', 'OAUTH_FAILED'],
    ['oauth_idp', 'wrong_issuer', 'token', 'OAUTH_FAILED'],
    ['oauth_idp', 'wrong_audience', 'token', 'OAUTH_FAILED'],
    ['oauth_idp', 'wrong_nonce', 'token', 'OAUTH_FAILED'],
    ['oauth_idp', 'wrong_signature', 'token', 'OAUTH_FAILED'],
    ['oauth_idp', 'expired_id_token', 'token', 'OAUTH_FAILED'],
    ['oauth_idp', 'outage', 'jwks', 'OAUTH_UNAVAILABLE'],
    ['microblog', 'missing_scope', 'authorize', 'OAUTH_SCOPE_MISSING'],
    ['codehost', 'missing_scope', 'authorize', 'OAUTH_SCOPE_MISSING'],
    ['codehost', 'rate_limited', 'token', 'OAUTH_UNAVAILABLE'],
    ['chatcomm', 'outage', 'token', 'OAUTH_UNAVAILABLE'],
    ['chatcomm', 'hang', 'token', 'OAUTH_UNAVAILABLE'],
    ['chatcomm', 'invalid_json', 'token', 'OAUTH_FAILED'],
  ] satisfies [SignInName, string, string, ErrorCode][])(
    'A-60 end with %s and %s of %s in %s',
    async (provider, kind, route, code) => {
      const one = browser(provider);
      const arm = () => emulators.arm(provider, { kind, route });
      const location = route === 'authorize' ? (arm(), await one.begin()) : await one.begin();
      const back = await one.agree(location, { login_hint: 'earner-1' });
      if (route !== 'authorize') arm();
      const startedAt = performance.now();
      expect(errorOf(await one.finish(back))).toBe(code);
      expect(performance.now() - startedAt).toBeLessThan(5_000);
    },
    15_000,
  );

  it.each([
    ['invalid_json', 'OAUTH_MISCONFIGURED'],
    ['wrong_issuer', 'OAUTH_MISCONFIGURED'],
    ['outage', 'OAUTH_UNAVAILABLE'],
    ['rate_limited', 'OAUTH_UNAVAILABLE'],
  ])('A-60 sends the browser back to the app when the discovery of the issuer ends in %s: %s', async (kind, code) => {
    emulators.arm('oauth_idp', { kind, route: 'discovery' });
    expect(errorOf(new URL(await browser('oauth_idp').begin()))).toBe(code);
  });

  it('discovers the issuer once per sign-in', async () => {
    const one = browser('oauth_idp');
    const back = await one.agree(await one.begin(), { login_hint: 'earner-1' });
    emulators.arm('oauth_idp', { kind: 'outage', route: 'discovery', times: 10 });
    expect(errorOf(await one.finish(back))).toBeNull();
  });

  it('finishes a sign-in whose stored verifier has no metadata of the issuer', async () => {
    const one = browser('oauth_idp');
    const back = await one.agree(await one.begin(), { login_hint: 'earner-1' });
    const vault = service.get<Vault>(Vault);
    const flow = (await service.db.row<Flow>(
      sql`SELECT id, provider, verifier FROM oauth_flow WHERE verifier IS NOT NULL ORDER BY expires_at DESC LIMIT 1`,
    )) as Flow;
    const place = verifierPlace(flow);
    const begun = JSON.parse(vault.open(place, flow.verifier ?? '').reveal()) as { verifier: string };
    const sealed = vault.seal(place, new Secret(begun.verifier));
    await service.db.execute(sql`UPDATE oauth_flow SET verifier = ${sealed} WHERE id = ${flow.id}`);
    expect(errorOf(await one.finish(back))).toBeNull();
  });

  it.each(['wrong_subject', 'outage', 'hang', 'invalid_json'])(
    'an account is proven without a name where userinfo of an identity provider has %s',
    async (kind) => {
      const one = browser('oauth_idp');
      const back = await one.agree(await one.begin(), { login_hint: 'earner-1' });
      emulators.arm('oauth_idp', { kind, route: 'user' });
      const address = await one.finish(back);
      const account = await one.redeem(address.searchParams.get('code') ?? '');
      expect(account).toMatchObject({ accountId: expect.stringContaining('emulated|') as string, handle: null });
    },
  );

  it('a sign-in ends in OAUTH_FAILED without a channel at the video site', async () => {
    const address = await browser('videosite').through('no-channel', { sessionId: SESSION });
    expect(errorOf(address)).toBe('OAUTH_FAILED');
  });

  it('accounts have names without bidirectional control characters', async () => {
    const { handle } = await proven('videosite', 'hostile-name');
    expect(handle).toBe('=1+<script>alert(1)</script>"');
  });

  it('store tokens sealed, and none of an identity provider', async () => {
    const { grantId } = await proven('microblog');
    const { tokens = {} } = (await grantOf(grantId)) ?? {};
    expect(Object.keys(tokens).sort()).toEqual(['accessToken', 'refreshToken']);
    for (const sealed of Object.values(tokens)) expect(sealed).toMatch(/^v1\.k1\.[\w-]+$/);
    expect((await grantOf((await proven('oauth_idp')).grantId))?.tokens).toEqual({});
  });

  it('tokens of accounts are re-encrypted by a rotation of the master keys, which reports the keys in use', async () => {
    const { grantId } = await proven('codehost');
    expect(await sealingKeys(service.db, sealedTables(PLATFORMS))).toContain('k1');
    const keys = parseMasterKeys(`${newMasterKey('k2')},${K1}`);
    expect(await rewrap(service.db, new Vault(keys), sealedTables(PLATFORMS))).toBeGreaterThan(0);
    expect((await grantOf(grantId))?.tokens['accessToken']).toMatch(/^v1\.k2\./);
    expect(await sealingKeys(service.db, sealedTables(PLATFORMS))).toEqual(['k2']);
    await service.db.execute(sql`DELETE FROM oauth_grant`);
  });

  it('renew tokens once for 20 concurrent requests, before they expire', async () => {
    const { grantId, handle } = await proven('microblog');
    const before = await grantOf(grantId);
    await expire(grantId);
    const handles = await Promise.all(Array.from({ length: 20 }, () => call(readOAuthHandle, { grantId })));
    expect(new Set(handles.map((one) => one.handle))).toEqual(new Set([handle]));
    const after = await grantOf(grantId);
    expect(after?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 3_600_000);
    expect(after?.tokens['refreshToken']).not.toBe(before?.tokens['refreshToken']);
  });

  it('renew tokens after a replica died during a renewal, as soon as its lease ends', async () => {
    const { grantId, handle } = await proven('chatcomm');
    await expire(grantId);
    const grants = service.get(GrantsRepository);
    const leases = await Promise.all(Array.from({ length: 20 }, () => grants.lease(grantId)));
    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
    const waiting = call(readOAuthHandle, { grantId });
    await service.db.execute(sql`UPDATE oauth_grant SET leased_until = clock_timestamp() WHERE id = ${grantId}`);
    expect(await waiting).toEqual({ handle });
  });

  it('an account needs to be linked again if the platform refuses or a scope is missing, and emits one grant.refused', async () => {
    for (const [provider, kind, route] of [
      ['microblog', 'revoked_token', 'token'],
      ['microblog', 'missing_scope', 'token'],
      ['codehost', 'revoked_token', undefined],
    ] as const) {
      const { grantId } = await proven(provider);
      if (route) await expire(grantId);
      emulators.arm(provider, { kind, ...(route && { route }) });
      expect([kind, await refusal(call(readOAuthHandle, { grantId }))]).toEqual([kind, 'ACCOUNT_RELINK_NEEDED']);
      expect(await refusal(call(readOAuthHandle, { grantId }))).toBe('ACCOUNT_RELINK_NEEDED');
      expect(await service.events('grant.refused', grantId)).toEqual([{ provider, grantId }]);
    }
  });

  it('an account stays linked when the platform is unavailable', async () => {
    const { grantId, handle } = await proven('chatcomm');
    await expire(grantId);
    emulators.arm('chatcomm', { kind: 'outage', route: 'token' });
    expect(await refusal(call(readOAuthHandle, { grantId }))).toBe('OAUTH_UNAVAILABLE');
    expect(await call(readOAuthHandle, { grantId })).toEqual({ handle });
  });

  it('tokens of an unlinked account are revoked at the platform, and again after an outage', async () => {
    const worker = service.get(GiveBackGrants);
    await worker.beforeApplicationShutdown();
    for (const provider of ['microblog', 'codehost', 'chatcomm', 'videosite'] as const) {
      const { grantId } = await proven(provider, PEOPLE[9]?.key);
      await deliver('account.linked', { userId: 'svcuser_1', provider, grantId, replaced: null });
      expect((await grantOf(grantId))?.state).toBe('held');
      await deliver('account.unlinked', { userId: 'svcuser_1', provider, grantId });
      emulators.arm(provider, { kind: 'outage' });
      await worker.execute();
      expect([provider, (await grantOf(grantId))?.state]).toEqual([provider, 'ended']);
      await service.db.execute(sql`UPDATE oauth_grant SET leased_until = now() WHERE id = ${grantId}`);
      await worker.execute();
      expect([provider, await grantOf(grantId)]).toEqual([provider, undefined]);
    }
  });

  it('tokens of an unlinked account are deleted at a platform that revokes none', async () => {
    const { grantId } = await proven('launchsite', PEOPLE[9]?.key);
    await deliver('account.unlinked', { userId: 'svcuser_1', provider: 'launchsite', grantId });
    await service.get(GiveBackGrants).execute();
    expect(await grantOf(grantId)).toBeUndefined();
  });

  it('purge flows, codes and grants that were never claimed', async () => {
    const { grantId } = await proven('codehost');
    const held = await proven('codehost', 'earner-3');
    await deliver('account.linked', { ...held, userId: 'svcuser_1', replaced: null });
    await browser('codehost').through('earner-1');
    await browser('codehost').begin();
    await service.db.execute(sql`UPDATE oauth_grant SET changed_at = now() - interval '2 days'`);
    await service.db.execute(sql`UPDATE oauth_flow SET expires_at = now()`);
    await service.db.execute(sql`UPDATE oauth_code SET expires_at = now()`);
    await service.get(GrantsRepository).purge();
    expect(await service.get(FlowsRepository).purge()).toBeGreaterThan(0);
    expect(await grantOf(grantId)).toBeUndefined();
    expect(await grantOf(held.grantId)).toBeDefined();
  });
});
