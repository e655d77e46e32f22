import type { Principal } from '@questp/messages/access';
import {
  askForEmailCode,
  askForSignInCode,
  endOtherSessions,
  findMailAddresses,
  getEmail,
  linkEmail,
  linkWallet,
  signInWithEmail,
  suspendUser,
  unlinkEmail,
} from '@questp/messages/identity';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import {
  CLIENT,
  emailProof,
  linkProof,
  newEmail,
  newWallet,
  proofOf,
  refusal,
  sessionIdOf,
  signIn,
  signInByEmail,
  startIdentity,
  tally,
} from '../../testing/identity.fixture.js';

describe('the e-mail address of an account', () => {
  const identity = started(startIdentity);

  const caller = async (userId: string) => ({ userId, sessionId: await sessionIdOf(identity, userId) });
  /** A code mailed for linking to the user of the newest session. */
  const linkProofOf = async (userId: string, email: string) => {
    const { challengeId } = await identity.call(askForEmailCode, { ...(await caller(userId)), email });
    return { ...(await caller(userId)), ...(await proofOf(identity, email, challengeId)) };
  };
  const link = async (userId: string, email: string) => identity.call(linkEmail, await linkProofOf(userId, email));
  const unlink = async (userId: string) => identity.call(unlinkEmail, await caller(userId));
  const emailOf = async (userId: string) => (await identity.call(getEmail, { userId })).email;

  it('is linked by its code, and signs in to the account from then on', async () => {
    const { user } = await signIn(identity);
    const email = newEmail();
    expect(await emailOf(user.id)).toBeNull();
    expect(await link(user.id, email)).toEqual({ email, verifiedAt: expect.any(String) as string });
    expect(await emailOf(user.id)).toBe(email);
    expect(await signInByEmail(identity, email)).toMatchObject({ isNewUser: false, user: { id: user.id } });
    expect(await identity.audited(user.id)).toEqual(['user.sign_in', 'email.linked', 'user.sign_in']);
  });

  it('is in no event and not in the audit log', async () => {
    const { user } = await signIn(identity);
    const email = newEmail();
    await link(user.id, email);
    await link(user.id, newEmail());
    const rows = await identity.db.rows(sql`
      SELECT data::text FROM outbox WHERE data::text LIKE ${`%${email}%`}
      UNION ALL SELECT details::text FROM audit_log WHERE details::text LIKE ${`%${email}%`}`);
    expect(rows).toEqual([]);
  });

  it('is changed with the code of the new address, and the old address is notified', async () => {
    const { user } = await signIn(identity);
    const [before, after] = [newEmail(), newEmail()];
    await link(user.id, before);
    await link(user.id, after);
    expect(await emailOf(user.id)).toBe(after);
    expect((await identity.mails()).slice(-1)).toMatchObject([
      { recipient: before, template: 'email_changed', code: null },
    ]);
    expect((await signInByEmail(identity, before)).user.id).not.toBe(user.id);
    expect(await identity.audited(user.id)).toEqual(['user.sign_in', 'email.linked', 'email.changed']);
  });

  it('stays the same when it is proven again', async () => {
    const email = newEmail();
    const { user } = await signInByEmail(identity, email);
    expect(await link(user.id, email)).toMatchObject({ email });
    expect((await signInByEmail(identity, email)).user.id).toBe(user.id);
  });

  it('is refused when it belongs to another account, which is revealed only with its code', async () => {
    const email = newEmail();
    await signInByEmail(identity, email);
    const { user } = await signIn(identity);
    expect(await refusal(link(user.id, email))).toBe('IDENTITY_IN_USE');
    expect(await emailOf(user.id)).toBeNull();
  });

  it('A-24 accepts no sign-in code for linking, and no link code for signing in', async () => {
    const { user } = await signIn(identity);
    const signInProof = await emailProof(identity, newEmail());
    expect(await refusal(identity.call(linkEmail, { ...(await caller(user.id)), ...signInProof }))).toBe(
      'EMAIL_CODE_INVALID',
    );
    const { challengeId, code } = await linkProofOf(user.id, newEmail());
    expect(await refusal(identity.call(signInWithEmail, { challengeId, code, client: CLIENT }))).toBe(
      'EMAIL_CODE_INVALID',
    );
  });

  it('A-38 is linked by no code of another user', async () => {
    const [victim, thief] = [await signIn(identity), await signIn(identity)];
    const { challengeId, code } = await linkProofOf(victim.user.id, newEmail());
    const stolen = { ...(await caller(thief.user.id)), challengeId, code };
    expect(await refusal(identity.call(linkEmail, stolen))).toBe('EMAIL_CODE_INVALID');
    await identity.call(linkEmail, { ...(await caller(victim.user.id)), challengeId, code });
  });

  it('A-63 an unproven e-mail address belongs to no account: the first requester gets no access to its owner’s account', async () => {
    const { user: attacker } = await signIn(identity);
    const email = newEmail();
    const { challengeId } = await identity.call(askForEmailCode, { ...(await caller(attacker.id)), email });
    const { user: owner } = await signInByEmail(identity, email);
    expect(owner.id).not.toBe(attacker.id);
    expect(owner.wallets).toEqual([]);
    const late = { ...(await caller(attacker.id)), challengeId, code: '00000000' };
    expect(await refusal(identity.call(linkEmail, late))).toBe('EMAIL_CODE_INVALID');
  });

  it('A-64 is not changed by a code that was pending when the owner ended the other sessions', async () => {
    const wallet = newWallet();
    const { user } = await signIn(identity, wallet);
    const pending = await linkProofOf(user.id, newEmail());
    await signIn(identity, wallet);
    const owner = await caller(user.id);
    await identity.call(endOtherSessions, { family: 'user', ownerId: user.id, sessionId: owner.sessionId });
    const principal: Principal = { family: 'user', userId: user.id, sessionId: pending.sessionId, status: 'active' };
    const late = identity.call(linkEmail, pending, { operation: 'linkEmail', principal });
    expect(await refusal(late)).toBe('UNAUTHENTICATED');
    expect(await refusal(identity.call(linkEmail, { ...pending, ...owner }))).toBe('EMAIL_CODE_INVALID');
    expect(await emailOf(user.id)).toBeNull();
  });

  it('stays while it is the only sign-in method, and is free when it was removed', async () => {
    const email = newEmail();
    const { user } = await signInByEmail(identity, email);
    expect(await refusal(unlink(user.id))).toBe('LAST_SIGN_IN_METHOD');
    await identity.call(linkWallet, { userId: user.id, ...(await linkProof(identity, user.id, newWallet())) });
    await unlink(user.id);
    expect(await emailOf(user.id)).toBeNull();
    expect(await refusal(unlink(user.id))).toBe('NOT_FOUND');
    expect((await signInByEmail(identity, email)).user.id).not.toBe(user.id);
  });

  it('is linked once in 20 parallel requests with one code', async () => {
    const email = newEmail();
    const { user } = await signIn(identity);
    const proof = await linkProofOf(user.id, email);
    const links = Array.from({ length: 20 }, () => identity.call(linkEmail, proof));
    expect(await tally(links)).toEqual({ ok: 1, EMAIL_CODE_INVALID: 19 });
    expect(await emailOf(user.id)).toBe(email);
  });

  it('is linked with the newest code of the session, even while strangers ask for codes to it', async () => {
    const email = newEmail();
    const { user } = await signIn(identity);
    const older = await linkProofOf(user.id, email);
    const newer = await linkProofOf(user.id, email);
    await identity.call(askForSignInCode, { email, client: CLIENT });
    await linkProofOf((await signIn(identity)).user.id, email);
    expect(await refusal(identity.call(linkEmail, older))).toBe('EMAIL_CODE_INVALID');
    await expect(identity.call(linkEmail, newer)).resolves.toMatchObject({ email });
  });

  it('counts codes to one address for each user, and apart from those that are not signed in', async () => {
    const email = newEmail();
    const { user } = await signIn(identity);
    const sender = await caller(user.id);
    const asked = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? identity.call(askForEmailCode, { ...sender, email })
        : identity.call(askForSignInCode, { email, client: CLIENT }),
    );
    expect(await tally(asked)).toEqual({ ok: 10, RATE_LIMITED: 10 });
  });

  it('is given to the notifier while its account is active, with its current value', async () => {
    const [email, newer] = [newEmail(), newEmail()];
    const { user } = await signInByEmail(identity, email);
    await signInByEmail(identity, newEmail());
    const { user: without } = await signIn(identity);
    const userIds = [user.id, without.id, `svcuser_${'f'.repeat(32)}`];
    const addresses = async () => (await identity.call(findMailAddresses, { userIds })).items;
    expect(await addresses()).toEqual([{ userId: user.id, email }]);
    await identity.call(linkEmail, await linkProofOf(user.id, newer));
    expect(await addresses()).toEqual([{ userId: user.id, email: newer }]);
    const adminId = `svcadmin_${'a'.repeat(32)}`;
    await identity.call(suspendUser, { userId: user.id, adminId, reason: 'Fraud' });
    expect(await addresses()).toEqual([]);
    const many = Array.from({ length: 101 }, (_, index) => `svcuser_${String(index).padStart(32, '0')}`);
    expect(await refusal(identity.call(findMailAddresses, { userIds: many }))).toBe('VALIDATION_FAILED');
  });
});
