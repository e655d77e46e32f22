import { randomUUID } from 'node:crypto';
import {
  checkAccount,
  getEmail,
  linkAccount,
  linkWallet,
  listLinkedAccounts,
  listSignInMethods,
  signInWithOAuth,
  startAccountLink,
  suspendUser,
  unlinkAccount,
  unlinkEmail,
  unlinkWallet,
} from '@questp/messages/identity';
import {
  listOAuthProviders,
  readOAuthHandle,
  redeemOAuthCode,
  startOAuthLink,
  type ProvenAccount,
} from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import type { OAuthProvider } from '@questp/messages/shared';
import {
  CLIENT,
  linkProof,
  newEmail,
  newWallet,
  opened,
  principalOf,
  refusal,
  sessionIdOf,
  signIn,
  signInByEmail,
  startIdentity,
  tally,
  type TestIdentity,
} from '../../testing/identity.fixture.js';
import { GrantEvents } from './grant-events.js';

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('linked accounts', () => {
  let identity: TestIdentity;
  /** Codes of a fake integrations, with the account and session of each. */
  const codes = new Map<string, ProvenAccount & { sessionId: string | null }>();

  beforeAll(async () => {
    identity = await startIdentity();
    const { bus } = identity;
    bus.answer(redeemOAuthCode, ({ code, sessionId }) => {
      const proven = codes.get(code);
      codes.delete(code);
      if (proven === undefined || proven.sessionId !== sessionId) throw new AppError('OAUTH_CODE_INVALID');
      const { sessionId: _, ...account } = proven;
      return account;
    });
    bus.answer(startOAuthLink, ({ sessionId }) => ({
      url: `https://api.example.org/v1/auth/oauth/begin/${sessionId}`,
      expiresAt: new Date().toISOString(),
    }));
  });
  afterAll(() => identity.stop());

  let numbers = 0;
  const newAccount = () => String((numbers += 1));
  const codeFor = (provider: OAuthProvider, accountId: string, sessionId: string | null = null) => {
    const code = randomUUID();
    const handle = `name-of-${accountId}`;
    codes.set(code, { provider, accountId, handle, grantId: randomUUID(), sessionId });
    return { code, verifier: CHALLENGE };
  };
  const enter = (provider: OAuthProvider, accountId: string) =>
    opened(identity.call(signInWithOAuth, { ...codeFor(provider, accountId), client: CLIENT }));
  const link = async (userId: string, provider: OAuthProvider, accountId: string) => {
    const sessionId = await sessionIdOf(identity, userId);
    return identity.call(linkAccount, {
      ...codeFor(provider, accountId, sessionId),
      userId,
      sessionId,
      client: CLIENT,
    });
  };
  const unlink = async (userId: string, provider: OAuthProvider) =>
    identity.call(unlinkAccount, { userId, provider, sessionId: await sessionIdOf(identity, userId), client: CLIENT });
  const accountsOf = async (userId: string) => (await identity.call(listLinkedAccounts, { userId })).items;

  it('sign in: the first time makes the account, later ones find it by the id, and the newest tokens stay', async () => {
    const number = newAccount();
    const first = await enter('codehost', number);
    const again = await enter('codehost', number);

    expect(first.isNewUser).toBe(true);
    expect(again).toMatchObject({ isNewUser: false, user: { id: first.user.id } });
    expect(await principalOf(identity, 'user', again.token)).toMatchObject({ userId: first.user.id });
    expect(await accountsOf(first.user.id)).toMatchObject([
      { provider: 'codehost', accountId: number, handle: `name-of-${number}`, relinkNeeded: false },
    ]);
    const [before, after] = await identity.events('account.linked', first.user.id);
    expect(before).toMatchObject({ userId: first.user.id, provider: 'codehost', replaced: null });
    expect(after).toMatchObject({ replaced: before?.grantId });
    expect(await identity.audited(first.user.id)).toEqual(['user.sign_in', 'user.sign_in']);
  });

  it('may have the same id at another platform for another user', async () => {
    const number = newAccount();
    const [one, other] = [await enter('codehost', number), await enter('chatcomm', number)];
    expect(one.user.id).not.toBe(other.user.id);
  });

  it('create one account in 20 parallel sign-ins', async () => {
    const number = newAccount();
    const entered = await Promise.all(Array.from({ length: 20 }, () => enter('microblog', number)));
    expect(new Set(entered.map(({ user }) => user.id)).size).toBe(1);
    expect(entered.filter(({ isNewUser }) => isNewUser)).toHaveLength(1);
    const events = await identity.events('account.linked', entered[0]?.user.id ?? '');
    // Each later grant replaced the previous one: none is left over.
    expect(new Set(events.map(({ replaced }) => replaced)).size).toBe(20);
  });

  it('give no session for a used code, a link code or a suspended account, which keeps its tokens', async () => {
    const number = newAccount();
    const { user } = await enter('chatcomm', number);
    const code = codeFor('chatcomm', number);
    expect(
      await tally(Array.from({ length: 20 }, () => identity.call(signInWithOAuth, { ...code, client: CLIENT }))),
    ).toEqual({
      ok: 1,
      OAUTH_CODE_INVALID: 19,
    });
    const ofLink = codeFor('chatcomm', number, await sessionIdOf(identity, user.id));
    expect(await refusal(identity.call(signInWithOAuth, { ...ofLink, client: CLIENT }))).toBe('OAUTH_CODE_INVALID');
    const before = await identity.events('account.linked', user.id);
    const admin = `svcadmin_${'a'.repeat(32)}`;
    await identity.call(suspendUser, { userId: user.id, reason: 'Fraud', adminId: admin, client: CLIENT });
    expect(await refusal(enter('chatcomm', number))).toBe('ACCOUNT_SUSPENDED');
    expect(await identity.events('account.linked', user.id)).toHaveLength(before.length);
  });

  it('are linked by a flow that belongs to the asking session', async () => {
    const { user } = await signIn(identity);
    const sessionId = await sessionIdOf(identity, user.id);
    const start = () =>
      identity.call(startAccountLink, { userId: user.id, sessionId, provider: 'codehost', challenge: CHALLENGE });
    expect((await start()).url).toContain(sessionId);
  });

  it('are linked, linked again, and one of each platform', async () => {
    const { user } = await signIn(identity);
    const number = newAccount();
    expect(await link(user.id, 'videosite', number)).toMatchObject({ provider: 'videosite', accountId: number });
    await link(user.id, 'videosite', number);
    expect(await refusal(link(user.id, 'videosite', newAccount()))).toBe('TOO_MANY');
    expect(await accountsOf(user.id)).toHaveLength(1);
    expect(await identity.audited(user.id)).toEqual(['user.sign_in', 'account.linked', 'account.linked']);
  });

  it('A-58 are linked only in the session that started the flow', async () => {
    const [{ user }, { user: other }] = [await signIn(identity), await signIn(identity)];
    const code = codeFor('codehost', newAccount(), await sessionIdOf(identity, user.id));
    const sessionId = await sessionIdOf(identity, other.id);
    const stolen = identity.call(linkAccount, { ...code, userId: other.id, sessionId, client: CLIENT });
    expect(await refusal(stolen)).toBe('OAUTH_CODE_INVALID');
    expect(await accountsOf(other.id)).toEqual([]);
  });

  it('belong to one user; others get IDENTITY_IN_USE, also in 20 parallel requests', async () => {
    const number = newAccount();
    const { user } = await enter('codehost', number);
    const people = await Promise.all(Array.from({ length: 20 }, () => signIn(identity)));
    expect(await refusal(link(people[0]?.user.id ?? '', 'codehost', number))).toBe('IDENTITY_IN_USE');
    const free = newAccount();
    expect(await tally(people.map((person) => link(person.user.id, 'codehost', free)))).toEqual({
      ok: 1,
      IDENTITY_IN_USE: 19,
    });
    expect(await accountsOf(user.id)).toMatchObject([{ accountId: number }]);
  });

  it('A-61 A-65 never join accounts by an e-mail address: a linked account with the same address signs in to another account', async () => {
    const email = newEmail();
    const owner = await signInByEmail(identity, email);
    const proven = await enter('oauth_idp', `https://issuer.example.org ${email}`);
    expect(proven.isNewUser).toBe(true);
    expect(proven.user.id).not.toBe(owner.user.id);
    expect(await identity.call(getEmail, { userId: proven.user.id })).toEqual({ email: null, verifiedAt: null });
  });

  it('are unlinked, and integrations revokes their grants', async () => {
    const { user } = await signIn(identity);
    await link(user.id, 'microblog', newAccount());
    const [{ grantId } = { grantId: '' }] = await identity.events('account.linked', user.id);
    await unlink(user.id, 'microblog');
    expect(await refusal(unlink(user.id, 'microblog'))).toBe('NOT_FOUND');
    expect(await accountsOf(user.id)).toEqual([]);
    expect(await identity.events('account.unlinked', user.id)).toEqual([
      { userId: user.id, provider: 'microblog', grantId },
    ]);
  });

  it('are never unlinked as the last sign-in method; an account that is only linked is none', async () => {
    const { user } = await enter('chatcomm', newAccount());
    await link(user.id, 'videosite', newAccount());
    expect(await refusal(unlink(user.id, 'chatcomm'))).toBe('LAST_SIGN_IN_METHOD');
    await link(user.id, 'codehost', newAccount());
    const [first, second] = await Promise.allSettled([unlink(user.id, 'chatcomm'), unlink(user.id, 'codehost')]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
    await unlink(user.id, 'videosite');
    expect(await accountsOf(user.id)).toHaveLength(1);
  });

  it('are a sign-in method, so wallets and addresses may be unlinked', async () => {
    const { user } = await enter('codehost', newAccount());
    const sessionId = await sessionIdOf(identity, user.id);
    const wallet = newWallet();
    const proof = await linkProof(identity, user.id, wallet);
    const { id: walletId } = await identity.call(linkWallet, { ...proof, userId: user.id, client: CLIENT });
    await identity.call(unlinkWallet, { userId: user.id, sessionId, walletId, client: CLIENT });
    const byEmail = await signInByEmail(identity);
    const request = {
      userId: byEmail.user.id,
      sessionId: await sessionIdOf(identity, byEmail.user.id),
      client: CLIENT,
    };
    await link(byEmail.user.id, 'videosite', newAccount());
    expect(await refusal(identity.call(unlinkEmail, request))).toBe('LAST_SIGN_IN_METHOD');
    await link(byEmail.user.id, 'microblog', newAccount());
    await identity.call(unlinkEmail, request);
  });

  it('are called as the platform calls them now, and say when they have to be linked again', async () => {
    const number = newAccount();
    const { user } = await enter('microblog', number);
    identity.bus.answer(readOAuthHandle, () => ({ handle: 'renamed' }));
    const check = () => identity.call(checkAccount, { userId: user.id, provider: 'microblog' });
    expect(await check()).toMatchObject({ handle: 'renamed', relinkNeeded: false });
    identity.bus.answer(readOAuthHandle, () => {
      throw new AppError('ACCOUNT_RELINK_NEEDED');
    });
    expect(await refusal(check())).toBe('ACCOUNT_RELINK_NEEDED');
    const [{ grantId } = { grantId: '' }] = await identity.events('account.linked', user.id);
    const refused = () => identity.deliver(GrantEvents, 'grant.refused', { provider: 'microblog', grantId });
    const alerts = () => identity.events('account.relink_needed', user.id);
    await refused();
    await refused();
    expect(await accountsOf(user.id)).toMatchObject([{ relinkNeeded: true }]);
    expect(await alerts()).toEqual([{ userId: user.id, provider: 'microblog' }]);
    await enter('microblog', number);
    await refused();
    expect(await alerts()).toHaveLength(1);
    expect(await accountsOf(user.id)).toMatchObject([{ relinkNeeded: false }]);
  });

  it('lists the platforms that are configured among the sign-in methods', async () => {
    identity.bus.answer(listOAuthProviders, () => ({ providers: ['oauth_idp', 'chatcomm', 'videosite'] }));
    const { methods } = await identity.call(listSignInMethods, {});
    expect(methods.map(({ id, uses, apps }) => [id, uses.join(), apps])).toEqual([
      ['wallet', 'sign_in,link', ['earner']],
      ['email', 'sign_in,link', ['earner']],
      ['password', 'sign_in', ['studio']],
      ['oauth_idp', 'sign_in,link', ['earner', 'studio']],
      ['chatcomm', 'sign_in,link', ['earner']],
      ['videosite', 'link', []],
    ]);
    identity.bus.answer(listOAuthProviders, () => {
      throw new AppError('SERVICE_UNAVAILABLE');
    });
    expect((await identity.call(listSignInMethods, {})).methods).toHaveLength(3);
  });
});
