import { randomBytes } from 'node:crypto';
import {
  askForEmailCode,
  deleteOwnAccount,
  linkAccount,
  linkEmail,
  linkWallet,
  listMethodHashes,
  unlinkAccount,
  unlinkEmail,
  type UserSnapshot,
} from '@questp/messages/identity';
import { redeemOAuthCode } from '@questp/messages/integrations';
import { reserveAccountDeletion } from '@questp/messages/quests';
import { insertInto, newId } from '@questp/postgres';
import { newMethodHashKey } from '@questp/testing';
import {
  CLIENT,
  linkProof,
  newEmail,
  newWallet,
  proofOf,
  sessionIdOf,
  signIn,
  signInByEmail,
  startIdentity,
  type TestIdentity,
} from '../../testing/identity.fixture.js';
import { identity as service } from '../../service.js';
import { hashMethod } from './hash-method.js';
import { parseMethodHashKey } from '../../shared/method-hash-key.js';
import { MethodHashesRepository } from './method-hashes.repository.js';

const PROVEN = { provider: 'codehost', handle: null } as const;

describe('hashes of sign-in methods', () => {
  let identity: TestIdentity;
  let handedOver: Map<string, readonly string[]>;
  beforeAll(async () => {
    identity = await startIdentity();
    handedOver = new Map();
    identity.bus.answer(reserveAccountDeletion, ({ userId, methodHashes = [] }) => {
      handedOver.set(userId, methodHashes);
      return null;
    });
  }, 60_000);
  afterAll(() => identity.stop());

  const hashesOf = async (userId: string) => (await identity.call(listMethodHashes, { userId })).methodHashes;
  const lastEventOf = async (userId: string): Promise<UserSnapshot | undefined> => {
    const [created, updated] = [
      await identity.events('user.created', userId),
      await identity.events('user.updated', userId),
    ];
    return [...created, ...updated].at(-1);
  };
  const remove = async (userId: string) =>
    identity.call(deleteOwnAccount, { userId, sessionId: await sessionIdOf(identity, userId), client: CLIENT });

  it('differ by kind, by value and by key', () => {
    const [key, other] = [parseMethodHashKey(newMethodHashKey()), parseMethodHashKey(newMethodHashKey())];
    const hashes = [
      hashMethod(key, { kind: 'email', value: 'x' }),
      hashMethod(key, { kind: 'wallet', value: 'x' }),
      hashMethod(key, { kind: 'codehost', value: 'x' }),
      hashMethod(key, { kind: 'email', value: 'y' }),
      hashMethod(other, { kind: 'email', value: 'x' }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashMethod(key, { kind: 'email', value: 'x' })).toBe(hashes[0]);
  });

  it('are the same for one key on two chains', async () => {
    const key = randomBytes(32);
    const { user } = await signIn(identity, newWallet('cosmoshub-4', key));
    const before = await hashesOf(user.id);
    const proof = await linkProof(identity, user.id, newWallet('osmosis-1', key));
    await identity.call(linkWallet, { ...proof, userId: user.id, client: CLIENT });
    expect(before).toHaveLength(1);
    expect(await hashesOf(user.id)).toEqual(before);
  });

  it('are in the event of every change of a method', async () => {
    const { user } = await signIn(identity);
    const own = { userId: user.id, sessionId: await sessionIdOf(identity, user.id) };
    const caller = { ...own, client: CLIENT };
    const email = newEmail();
    identity.bus.answer(redeemOAuthCode, () => ({ ...PROVEN, accountId: newId(), grantId: newId() }));
    const changes = [
      () => Promise.resolve(),
      async () => {
        const { challengeId } = await identity.call(askForEmailCode, { ...own, email });
        await identity.call(linkEmail, { ...caller, ...(await proofOf(identity, email, challengeId)) });
      },
      () => identity.call(linkAccount, { ...caller, code: 'x', verifier: 'y' }),
      () => identity.call(unlinkAccount, { ...caller, provider: PROVEN.provider }),
      () => identity.call(unlinkEmail, caller),
    ];
    const counts: number[] = [];
    for (const change of changes) {
      await change();
      const methodHashes = (await lastEventOf(user.id))?.methodHashes ?? [];
      expect(methodHashes).toEqual(await hashesOf(user.id));
      counts.push(methodHashes.length);
    }
    expect(counts).toEqual([1, 2, 3, 2, 1]);
  });

  it('of a deleted account are those of the next account with the same wallet, address or linked account', async () => {
    const [wallet, email, accountId] = [newWallet(), newEmail(), newId()];
    const account = { provider: 'codehost', accountId, grantId: newId() };
    const { user } = await signIn(identity, wallet);
    await identity.db.execute(insertInto('user_email', { email, userId: user.id }));
    await identity.db.execute(insertInto('linked_account', { ...account, userId: user.id }));
    await remove(user.id);
    expect((await lastEventOf(user.id))?.methodHashes).toEqual([]);
    const [byWallet, byEmail, third] = [
      await signIn(identity, wallet),
      await signInByEmail(identity, email),
      await signIn(identity),
    ];
    const without = await hashesOf(third.user.id);
    await identity.db.execute(insertInto('linked_account', { ...account, grantId: newId(), userId: third.user.id }));
    const byAccount = (await hashesOf(third.user.id)).filter((hash) => !without.includes(hash));
    const next = [...(await hashesOf(byWallet.user.id)), ...(await hashesOf(byEmail.user.id)), ...byAccount];
    expect(handedOver.get(user.id)).toEqual(next.toSorted());
    expect(next).toHaveLength(3);
  });

  it('need a key: the service does not start without one, with a bad one, or with another one', async () => {
    const env = { NATS_URL: 'nats://127.0.0.1', DATABASE_URL: 'postgresql://x@127.0.0.1/x', MASTER_KEYS: 'x' };
    const problems = (more: NodeJS.ProcessEnv) => {
      try {
        service.readConfig({ ...env, NODE_ENV: 'production', ...more });
      } catch (error) {
        return String(error);
      }
      return '';
    };
    for (const bad of [{}, { METHOD_HASH_KEY: '' }, { METHOD_HASH_KEY: 'short' }]) {
      expect(problems(bad)).toContain('METHOD_HASH_KEY');
    }
    expect(problems({ METHOD_HASH_KEY: newMethodHashKey() })).not.toContain('METHOD_HASH_KEY');
    const lacking = await startIdentity({ METHOD_HASH_KEY: newMethodHashKey() }, { database: identity.database });
    await identity.get(MethodHashesRepository).onModuleInit();
    await expect(lacking.get(MethodHashesRepository).onModuleInit()).rejects.toThrow('METHOD_HASH_KEY is not the key');
    await lacking.stop();
  });
});
