import {
  createLinkChallenge,
  createSignInChallenge,
  linkWallet,
  listSignInMethods,
  signInWithWallet,
} from '@questp/messages/identity';
import { updateChain } from '@questp/messages/integrations';
import type { AppError } from '@questp/messages/language';
import { sql } from '@questp/postgres';
import { Bus, newCallContext, runInContext } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { putChain } from '@questp/service-kit/testing';
import {
  createTestDatabase,
  newMasterKey,
  newMethodHashKey,
  started,
  startNats,
  startService,
  type TestDatabase,
  waitFor,
} from '@questp/testing';
import { pino } from 'pino';
import {
  CLIENT,
  linkProof,
  newWallet,
  refusal,
  sessionIdOf,
  signIn,
  signInProof,
  startIdentity,
} from '../testing/identity.fixture.js';

describe('a disabled chain', () => {
  const identity = started(startIdentity);
  afterEach(() => putChain(identity, 'osmosis-1', { enabled: true, linking: true }));

  const challenge = (userId: string, { address, chainId } = newWallet('osmosis-1')) =>
    identity.call(createLinkChallenge, { userId, address, chainId });

  it('links no wallet, also of a challenge from before, and leaves those that are linked', async () => {
    const own = newWallet('osmosis-1');
    const { user } = await signIn(identity, own);
    const proof = await linkProof(identity, user.id, newWallet('osmosis-1'));
    await putChain(identity, 'osmosis-1', { enabled: false });
    expect(await refusal(challenge(user.id))).toBe('CHAIN_NOT_SUPPORTED');
    const sessionId = await sessionIdOf(identity, user.id);
    expect(await refusal(identity.call(linkWallet, { ...proof, userId: user.id, sessionId }))).toBe(
      'WALLET_SIGNATURE_INVALID',
    );
    expect(await signIn(identity, own)).toMatchObject({ isNewUser: false, user: { id: user.id } });
  });

  it('creates no account, and burns the challenge', async () => {
    await putChain(identity, 'osmosis-1', { enabled: false });
    const wallet = newWallet('osmosis-1');
    const proof = { ...(await signInProof(identity, wallet)), client: CLIENT };
    expect(await refusal(identity.call(signInWithWallet, proof))).toBe('CHAIN_DISABLED');
    await putChain(identity, 'osmosis-1', { enabled: true });
    expect(await refusal(identity.call(signInWithWallet, proof))).toBe('WALLET_SIGNATURE_INVALID');
    expect(await signIn(identity, wallet)).toMatchObject({ isNewUser: true });
  });

  it('can be open for sign-in but closed for linking', async () => {
    const { user } = await signIn(identity);
    await putChain(identity, 'osmosis-1', { linking: false });
    expect(await refusal(challenge(user.id))).toBe('CHAIN_NOT_SUPPORTED');
    expect(await signIn(identity, newWallet('osmosis-1'))).toMatchObject({ isNewUser: true });
  });
});

describe('the chains of a running service', () => {
  let database: TestDatabase;
  let nats: Awaited<ReturnType<typeof startNats>>;
  let bus: Bus;
  const services: Awaited<ReturnType<typeof startService>>[] = [];
  const adminId = `svcadmin_${'a'.repeat(32)}`;

  beforeAll(async () => {
    [database, nats] = await Promise.all([createTestDatabase({ migrate: ['identity'] }), startNats()]);
    const environmentOf = (name: string) => ({ DATABASE_URL: database.urlOf(name), NATS_URL: nats.urlOf(name) });
    const MASTER_KEYS = newMasterKey('dev1');
    services.push(
      ...(await Promise.all([
        startService('integrations', { ...environmentOf('integrations'), FILES_DIR: '/tmp', MASTER_KEYS }),
        startService('identity', {
          ...environmentOf('identity'),
          ...{ APP_URL: 'https://quests.example.org', MASTER_KEYS, METHOD_HASH_KEY: newMethodHashKey() },
        }),
      ])),
    );
    bus = new Bus(nats.url, 'spec', pino({ level: 'silent' }));
    await bus.connect();
  }, 120_000);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await bus.close();
    await Promise.all([nats.stop(), database.drop()]);
  });

  const as = <T>(operation: string, principal: object | null, call: () => Promise<T>): Promise<T> =>
    runInContext({ ...newCallContext(), caller: { operation, principal: principal as null } }, call);
  const operator = {
    ...{ family: 'admin', adminId, sessionId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a07', role: 'super_admin' },
    ...{ signedInAt: new Date().toISOString(), mustChangePassword: false, mustEnableTwoFactor: false },
  };
  const setSignIn = (allowed: boolean) =>
    as('adminUpdateChain', operator, () => bus.call(updateChain, { chainId: 'juno-1', signIn: allowed, adminId }));
  const challenge = () => {
    const { address, chainId } = newWallet('juno-1');
    return as('createSignInChallenge', null, () => bus.call(createSignInChallenge, { address, chainId })).then(
      () => 'done',
      ({ code }: AppError) => code,
    );
  };

  it('follow a change by an operator in another process within seconds, without a restart', async () => {
    expect(await challenge()).toBe('done');
    await setSignIn(false);
    const changed = performance.now();
    await waitFor(async () => (await challenge()) === 'CHAIN_NOT_SUPPORTED', { what: 'the change', intervalMs: 100 });
    expect(performance.now() - changed).toBeLessThan(10_000);
    const { methods } = await as('listSignInMethods', null, () => bus.call(listSignInMethods, {}));
    expect(methods[0]?.chains.map(({ chainId }) => chainId)).not.toContain('juno-1');
    await setSignIn(true);
    await waitFor(async () => (await challenge()) === 'done', { what: 'the change', intervalMs: 100 });
  });

  it('stay as they were when they cannot be read', async () => {
    const identity = await startIdentity();
    try {
      const registry = identity.get(ChainRegistry);
      await identity.asOwner().execute(sql`ALTER VIEW integrations.published_chain_v1 RENAME TO hidden`);
      await expect(registry.reload()).rejects.toThrow();
      expect(registry.get('juno-1')).toMatchObject({ bech32Prefix: 'juno', signIn: true });
    } finally {
      await identity.stop();
    }
  });
});
