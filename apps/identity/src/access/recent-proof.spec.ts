import { isPrincipalValue, principalValue, type Principal } from '@questp/messages/access';
import { CONTRACTS } from '@questp/messages/contracts';
import { createAdmin, linkWallet, signInAdmin, signInWithWallet } from '@questp/messages/identity';
import { redeemOAuthCode, startOAuthLink } from '@questp/messages/integrations';
import {
  AppError,
  exampleOfAll,
  fieldsOf,
  filledMembers,
  type Contract,
  type HttpBinding,
} from '@questp/messages/language';
import { ACCESS_TABLE } from '@questp/messages/tables';
import { newId, sql } from '@questp/postgres';
import {
  age,
  CLIENT,
  linkProof,
  newEmail,
  newWallet,
  opened,
  principalOf,
  refusal,
  signInByEmail,
  signInProof,
  startIdentity,
  type TestIdentity,
} from '../testing/identity.fixture.js';

/** The operations of identity that need a recent sign-in. */
const OPERATIONS = CONTRACTS.filter(({ subject }) => subject.startsWith('identity.')).flatMap((contract) =>
  contract.http
    .filter(({ id }) => ACCESS_TABLE[id]?.recentProof)
    .map((binding): [string, Contract, HttpBinding] => [binding.id, contract, binding]),
);

describe('a sign-in of the last 10 minutes', () => {
  let identity: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
    const account = { provider: 'codehost', handle: 'octocat' } as const;
    identity.bus.answer(redeemOAuthCode, () => ({ ...account, accountId: newId(), grantId: newId() }));
    identity.bus.answer(startOAuthLink, () => ({
      url: 'https://platform.example.org/authorize',
      expiresAt: new Date().toISOString(),
    }));
  });
  afterAll(() => identity.stop());

  async function operator(): Promise<Principal> {
    const email = newEmail();
    const actingAdminId = `svcadmin_${'0'.repeat(32)}`;
    const made = await identity.call(createAdmin, { email, role: 'super_admin', actingAdminId });
    await identity.db.execute(sql`UPDATE admin SET must_change_password = false WHERE id = ${made.admin.id}`);
    const credentials = { email, password: made.initialPassword as string, client: CLIENT };
    const { token } = await opened(identity.call(signInAdmin, credentials));
    return (await principalOf(identity, 'admin', token)) as Principal;
  }

  async function person(): Promise<Principal> {
    const { token } = await signInByEmail(identity);
    return (await principalOf(identity, 'user', token)) as Principal;
  }

  /** A request of the operation with example values, as the gateway makes it for the principal. */
  function requestOf(contract: Contract, binding: HttpBinding, principal: Principal): object {
    const ofPrincipal = [...filledMembers(contract, binding)].flatMap(([name, value]): [string, unknown][] =>
      isPrincipalValue(value) ? [[name, principalValue(value, principal)]] : [],
    );
    return {
      ...exampleOfAll(fieldsOf(contract.request)),
      ...binding.example,
      ...binding.set,
      ...Object.fromEntries(ofPrincipal),
    };
  }

  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );

  it.each(OPERATIONS)('is needed for %s', async (id, contract, binding) => {
    const principal = ACCESS_TABLE[id]?.allow.user ? await person() : await operator();
    const call = () =>
      outcome(identity.call(contract, requestOf(contract, binding, principal), { operation: id, principal }));
    const begin = (interval: string) =>
      identity.db.execute(sql`
        WITH of_user AS (UPDATE user_session SET created_at = now() - ${interval}::interval)
        UPDATE admin_session SET created_at = now() - ${interval}::interval`);
    await begin('10 minutes');
    expect(await call()).toBe('RECENT_SIGN_IN_REQUIRED');
    await begin('9 minutes 50 seconds');
    expect(['RECENT_SIGN_IN_REQUIRED', 'VALIDATION_FAILED', 'FORBIDDEN', 'UNAUTHENTICATED']).not.toContain(
      await call(),
    );
  });

  it('is required before a wallet becomes a sign-in method, and the owner is mailed', async () => {
    const email = newEmail();
    const { user, token } = await signInByEmail(identity, email);
    const principal = (await principalOf(identity, 'user', token)) as Principal;
    const wallet = newWallet();
    const link = async () => {
      const proof = await linkProof(identity, user.id, wallet);
      return identity.call(linkWallet, { ...proof, userId: user.id }, { operation: 'linkWallet', principal });
    };
    await age(identity, user.id, '11 minutes');
    expect(await refusal(link())).toBe('RECENT_SIGN_IN_REQUIRED');
    const byWallet = async () =>
      opened(identity.call(signInWithWallet, { ...(await signInProof(identity, wallet)), client: CLIENT }));
    expect(await identity.mails()).not.toContainEqual(expect.objectContaining({ template: 'wallet_linked' }));
    await age(identity, user.id, '1 minute');
    await link();
    expect((await byWallet()).user.id).toBe(user.id);
    expect(await identity.mails()).toContainEqual(
      expect.objectContaining({ recipient: email, template: 'wallet_linked', code: null }),
    );
  });
});
