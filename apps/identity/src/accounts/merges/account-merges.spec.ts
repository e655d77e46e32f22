import { randomUUID } from 'node:crypto';
import { TEST_CHAINS } from '@questp/chains/testing';
import type { UserPrincipal } from '@questp/messages/access';
import {
  askForEmailCode,
  beginTwoFactor,
  changePassword,
  confirmMerge,
  deleteOwnAccount,
  endOtherSessions,
  endSession,
  getMergeObjection,
  getMergeOffer,
  linkAccount,
  linkEmail,
  linkAccountByMessage,
  linkWallet,
  listLinkedAccounts,
  listReferrals,
  listWallets,
  objectToMerge,
  reactivateUser,
  setPrimaryWallet,
  signInWithPassword,
  signInWithWallet,
  suspendUser,
  undoMerge,
  unlinkAccount,
  unlinkEmail,
  unlinkWallet,
  adminListMerges,
} from '@questp/messages/identity';
import { redeemOAuthCode, type ProvenAccount } from '@questp/messages/integrations';
import { AppError, type ErrorCode } from '@questp/messages/language';
import {
  previewAccountMerge,
  releaseAccountMerge,
  reserveAccountMerge,
  type MergePreview,
} from '@questp/messages/quests';
import { MAX_WALLETS, type OAuthProvider } from '@questp/messages/shared';
import { insertInto, raw, sql } from '@questp/postgres';
import { putChain } from '@questp/service-kit/testing';
import { waitFor } from '@questp/testing';
import {
  CLIENT,
  linkProof,
  newEmail,
  newWallet,
  opened,
  principalOf,
  proofOf,
  refusal,
  sessionIdOf,
  signIn,
  signInByEmail,
  signInProof,
  startIdentity,
  tally,
  type TestIdentity,
} from '../../testing/identity.fixture.js';
import { AccountMergesRepository } from './account-merges.repository.js';
import { SessionsRepository } from '../../security/sessions/sessions.repository.js';
import { MergeEvents } from './merge-events.js';
import { ReleaseMerges } from './release-merges.js';
import { SettleMerges } from './settle-merges.js';

const ADMIN = `svcadmin_${'0'.repeat(32)}`;
const NOTHING = {
  ...{ submissions: 0, points: '0', xp: '0' },
  ...{ droppedSubmissions: 0, droppedPoints: '0', droppedXp: '0' },
};

describe('merging accounts', () => {
  let identity: TestIdentity;
  /** State of a fake quests-verify: accounts that cannot earn, releases in order, and errors to answer with. */
  const reserved = new Set<string>();
  const released: string[] = [];
  let refused: ErrorCode | undefined;
  let whileReserving: (mergeId: string) => Promise<unknown> | void;
  let preview: MergePreview;
  const codes = new Map<string, ProvenAccount>();

  beforeAll(async () => {
    identity = await startIdentity();
    for (const { chainId } of TEST_CHAINS) await putChain(identity, chainId, { signIn: chainId === 'cosmoshub-4' });
    const { bus } = identity;
    bus.answer(previewAccountMerge, () => preview);
    bus.answer(reserveAccountMerge, async ({ mergeId }) => {
      await whileReserving(mergeId);
      if (refused !== undefined) throw new AppError(refused);
      reserved.add(mergeId);
      return null;
    });
    bus.answer(releaseAccountMerge, ({ mergeId }) => {
      released.push(mergeId);
      reserved.delete(mergeId);
      return null;
    });
    bus.answer(redeemOAuthCode, ({ code }) => codes.get(code) as ProvenAccount);
  }, 60_000);
  beforeEach(() => {
    refused = undefined;
    whileReserving = () => undefined;
    preview = { sums: NOTHING, campaigns: [], hasRoles: false };
  });
  afterAll(() => identity.stop());

  /** The merge offer in the error of linking a method that another account has. */
  const offerOf = async (linking: Promise<unknown>): Promise<string | undefined> => {
    const error = await linking.then(
      () => undefined,
      (reason: unknown) => reason as AppError,
    );
    expect(error?.code).toBe('IDENTITY_IN_USE');
    return error?.details.extra?.mergeOfferId;
  };
  const linkWalletOf = async (userId: string, wallet: ReturnType<typeof newWallet>) =>
    identity.call(linkWallet, { userId, ...(await linkProof(identity, userId, wallet)), client: CLIENT });
  const link = async (userId: string, provider: OAuthProvider, accountId: string) => {
    const code = randomUUID();
    codes.set(code, { provider, accountId, handle: null, grantId: randomUUID() });
    const sessionId = await sessionIdOf(identity, userId);
    return identity.call(linkAccount, { userId, sessionId, code, verifier: 'v'.repeat(43), client: CLIENT });
  };
  /** Two accounts, the second with the wallet, and the offer to the first. */
  const two = async () => {
    const wallet = newWallet();
    const absorbed = await signIn(identity, wallet);
    const survivor = await signIn(identity);
    const offerId = (await offerOf(linkWalletOf(survivor.user.id, wallet))) as string;
    return { wallet, absorbed, survivor, offerId };
  };
  const session = async (userId: string) => ({ sessionId: await sessionIdOf(identity, userId) });
  const show = async (userId: string, offerId: string) =>
    identity.call(getMergeOffer, { userId, sessionId: await sessionIdOf(identity, userId), offerId });
  const confirm = async (userId: string, offerId: string) =>
    identity.call(confirmMerge, { userId, sessionId: await sessionIdOf(identity, userId), offerId, client: CLIENT });
  const undo = (mergeId: string) => identity.call(undoMerge, { mergeId, adminId: ADMIN, client: CLIENT });
  const settled = (mergeId: string, survivorId: string, absorbedId: string, undone = false) =>
    identity.deliver(MergeEvents, 'account.merge_settled', { mergeId, survivorId, absorbedId, undone, sums: NOTHING });
  /** A new session, because a merge ends all sessions. */
  const reopen = (userId: string) =>
    identity.db.transaction((tx) => identity.get(SessionsRepository).open(tx, 'user', userId, CLIENT));
  const walletsOf = async (userId: string) => (await identity.call(listWallets, { userId })).items;
  const statusOf = async (userId: string) =>
    (await identity.db.row<{ status: string }>(sql`SELECT status FROM user_account WHERE id = ${userId}`))?.status;
  const mergesOf = async (userId: string) => (await identity.call(adminListMerges, { userId, limit: 10 })).items;

  it('A-66 gives the wallets of one account to the other, ends all sessions of both, and is in the audit log', async () => {
    const { wallet, absorbed, survivor, offerId } = await two();
    const [from, to] = [absorbed.user.id, survivor.user.id];
    expect(await show(to, offerId)).toMatchObject({
      account: { userId: from },
      wallets: [{ address: wallet.address }],
      ...{ emailMoves: null, linkedAccounts: [], refusal: null },
    });
    const merge = await confirm(to, offerId);
    expect(merge).toMatchObject({ id: offerId, survivorId: to, absorbedId: from, state: 'moving', sums: null });
    expect((await walletsOf(to)).map(({ address, isPrimary }) => [address === wallet.address, isPrimary])).toEqual(
      [
        [true, false],
        [false, true],
      ]
        .toSorted((a, b) => Number(a[0]) - Number(b[0]))
        .toReversed(),
    );
    for (const { token } of [absorbed, survivor]) expect(await principalOf(identity, 'user', token)).toBeNull();
    expect(identity.revoked()).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: from }), expect.objectContaining({ id: to })]),
    );
    expect(await statusOf(from)).toBe('merged');
    expect((await identity.audited(from)).at(-1)).toBe('user.merged');
    expect((await identity.audited(to)).at(-1)).toBe('user.merged');
    const events = (await identity.events('account.merged')).filter(({ mergeId }) => mergeId === offerId);
    expect(events).toEqual([{ mergeId: offerId, survivorId: to, absorbedId: from }]);
    const again = await identity.call(signInWithWallet, { ...(await signInProof(identity, wallet)), client: CLIENT });
    expect(again).toMatchObject({ isNewUser: false, user: { id: to } });
    await settled(offerId, to, from);
    expect((await mergesOf(to))[0]).toMatchObject({ state: 'done', sums: NOTHING });
  });

  it('A-66 happens once when it is confirmed many times in parallel', async () => {
    const { absorbed, survivor, offerId } = await two();
    const sessionId = await sessionIdOf(identity, survivor.user.id);
    const request = { userId: survivor.user.id, sessionId, offerId, client: CLIENT };
    expect(await tally(Array.from({ length: 20 }, () => identity.call(confirmMerge, request)))).toEqual({ ok: 20 });
    expect(await mergesOf(absorbed.user.id)).toHaveLength(1);
    expect((await identity.audited(absorbed.user.id)).filter((action) => action === 'user.merged')).toHaveLength(1);
  });

  it('admits a sign-in with a method that is being moved', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { wallet, absorbed, survivor, offerId } = await two();
      const signIns = Array.from({ length: 8 }, () => signIn(identity, wallet));
      const [, ...signedIn] = await Promise.all([confirm(survivor.user.id, offerId), ...signIns]);
      for (const { user } of signedIn) expect([absorbed.user.id, survivor.user.id]).toContain(user.id);
    }
  });

  it('A-66 merges in one direction when both directions are confirmed at once, and never in a circle', async () => {
    for (let n = 0; n < 5; n += 1) {
      const [walletA, walletB] = [newWallet(), newWallet()];
      const [a, b] = [await signIn(identity, walletA), await signIn(identity, walletB)];
      const ofA = (await offerOf(linkWalletOf(a.user.id, walletB))) as string;
      const ofB = (await offerOf(linkWalletOf(b.user.id, walletA))) as string;
      const outcomes = await tally([confirm(a.user.id, ofA), confirm(b.user.id, ofB)]);
      expect(outcomes['ok']).toBe(1);
      expect([await statusOf(a.user.id), await statusOf(b.user.id)].toSorted()).toEqual(['active', 'merged']);
    }
  });

  it('A-66 finishes one of two opposite merges that are confirmed ten times each, without a deadlock', async () => {
    const [walletA, walletB] = [newWallet(), newWallet()];
    const [a, b] = [await signIn(identity, walletA), await signIn(identity, walletB)];
    const offers = [
      { person: a, offerId: (await offerOf(linkWalletOf(a.user.id, walletB))) as string },
      { person: b, offerId: (await offerOf(linkWalletOf(b.user.id, walletA))) as string },
    ];
    const confirmations = await Promise.all(
      offers.map(async ({ person: { token }, offerId }) => {
        const principal = (await principalOf(identity, 'user', token)) as UserPrincipal;
        const { userId, sessionId } = principal;
        const request = { userId, sessionId, offerId, client: CLIENT };
        return () => identity.call(confirmMerge, request, { operation: 'confirmMerge', principal });
      }),
    );
    const deadlocks = () =>
      identity.db.row<{ deadlocks: string }>(sql`
        SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`);
    const before = await deadlocks();
    const outcomes = await tally(Array.from({ length: 10 }, () => confirmations.map((again) => again())).flat());
    expect(outcomes['ok']).toBeGreaterThan(0);
    expect(Object.keys(outcomes)).not.toContain('SERVICE_UNAVAILABLE');
    expect(await deadlocks()).toEqual(before);
    expect([await statusOf(a.user.id), await statusOf(b.user.id)].toSorted()).toEqual(['active', 'merged']);
  });

  it("A-66 accepts an offer only for the caller's account, within 10 minutes, from the session that asked for it", async () => {
    const { wallet, absorbed, offerId: another } = await two();
    const own = newWallet();
    const survivor = await signIn(identity, own);
    expect(await refusal(confirm(survivor.user.id, another))).toBe('NOT_FOUND');
    const offerId = (await offerOf(linkWalletOf(survivor.user.id, wallet))) as string;
    const itsSession = await sessionIdOf(identity, survivor.user.id);
    await signIn(identity, own);
    expect(await refusal(confirm(survivor.user.id, offerId))).toBe('NOT_FOUND');
    expect(await refusal(show(survivor.user.id, offerId))).toBe('NOT_FOUND');
    await identity.db.execute(
      sql`DELETE FROM user_session WHERE owner_id = ${survivor.user.id} AND id <> ${itsSession}`,
    );
    const stranger = await signIn(identity);
    expect(await refusal(confirm(stranger.user.id, offerId))).toBe('NOT_FOUND');
    expect(await refusal(confirm(absorbed.user.id, offerId))).toBe('NOT_FOUND');
    expect(await refusal(show(stranger.user.id, offerId))).toBe('NOT_FOUND');
    await identity.db.execute(sql`UPDATE merge_offer SET expires_at = now() WHERE id = ${offerId}`);
    expect(await refusal(confirm(survivor.user.id, offerId))).toBe('NOT_FOUND');
    expect(await statusOf(absorbed.user.id)).toBe('active');
  });

  it('A-66 refuses a suspended account, and offers none that asks for a second step', async () => {
    const { wallet, absorbed, survivor, offerId } = await two();
    const turnOn = () =>
      identity.db.execute(
        insertInto('two_factor', { ownerId: absorbed.user.id, method: 'email', enabledAt: new Date() }),
      );
    whileReserving = turnOn;
    expect(await refusal(confirm(survivor.user.id, offerId))).toBe('IDENTITY_IN_USE');
    expect(released).toEqual([...released.filter((id) => id !== offerId), offerId]);
    whileReserving = () => undefined;
    refused = 'ACCOUNT_HAS_ROLES';
    expect(await refusal(confirm(survivor.user.id, offerId))).toBe('IDENTITY_IN_USE');
    expect((await show(survivor.user.id, offerId)).refusal).toBe('IDENTITY_IN_USE');
    expect(await offerOf(linkWalletOf(survivor.user.id, wallet))).toBeUndefined();
    await identity.db.execute(sql`DELETE FROM two_factor WHERE owner_id = ${absorbed.user.id}`);
    const reason = 'Abuse.';
    await identity.call(suspendUser, { userId: absorbed.user.id, reason, adminId: ADMIN, client: CLIENT });
    expect(await refusal(confirm(survivor.user.id, offerId))).toBe('NOT_FOUND');
    expect(await refusal(show(survivor.user.id, offerId))).toBe('NOT_FOUND');
    expect(await offerOf(linkWalletOf(survivor.user.id, wallet))).toBeUndefined();
    expect(await walletsOf(absorbed.user.id)).toHaveLength(1);
  });

  it('A-66 moves nothing where the account is in a team, and releases what it had reserved', async () => {
    const { absorbed, survivor, offerId } = await two();
    preview = { ...preview, hasRoles: true };
    const offer = await show(survivor.user.id, offerId);
    expect(offer.refusal).toBe('ACCOUNT_HAS_ROLES');
    refused = 'ACCOUNT_HAS_ROLES';
    expect(await refusal(confirm(survivor.user.id, offerId))).toBe('ACCOUNT_HAS_ROLES');
    expect(released).toContain(offerId);
    expect(await mergesOf(survivor.user.id)).toEqual([]);
    refused = undefined;
    expect(await confirm(survivor.user.id, offerId)).toMatchObject({ absorbedId: absorbed.user.id, state: 'moving' });
  });

  it('A-66 releases its reservation when one confirmation is refused while another is still running', async () => {
    const { absorbed, survivor, offerId } = await two();
    let asked = false;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    whileReserving = () => {
      asked = true;
      return held;
    };
    const slower = refusal(confirm(survivor.user.id, offerId));
    await waitFor(() => asked);
    whileReserving = () => undefined;
    refused = 'ACCOUNT_HAS_ROLES';
    expect(await refusal(confirm(survivor.user.id, offerId))).toBe('ACCOUNT_HAS_ROLES');
    expect(await refusal(confirm(survivor.user.id, offerId))).toBe('ACCOUNT_MERGING');
    refused = undefined;
    letGo();
    expect(await slower).toBe('ACCOUNT_MERGING');
    expect(reserved.has(offerId)).toBe(false);
    expect(await statusOf(absorbed.user.id)).toBe('active');
    expect(await confirm(survivor.user.id, offerId)).toMatchObject({ state: 'moving' });
  });

  it('moves an address and platform accounts that the other lacks, and drops what it has of its own', async () => {
    const email = newEmail();
    const absorbed = await signInByEmail(identity, email);
    const survivor = await signIn(identity);
    const [from, to] = [absorbed.user.id, survivor.user.id];
    const [mine, theirs] = [randomUUID(), randomUUID()];
    await link(from, 'codehost', theirs);
    await link(from, 'microblog', theirs);
    await link(to, 'microblog', mine);
    await identity.call(linkAccountByMessage, { userId: from, provider: 'messenger', accountId: theirs, handle: null });
    const referred = await signIn(identity, newWallet(), absorbed.user.referralCode);
    const caller = { userId: to, sessionId: await sessionIdOf(identity, to) };
    const { challengeId } = await identity.call(askForEmailCode, { ...caller, email });
    const proof = await proofOf(identity, email, challengeId);
    const offerId = (await offerOf(identity.call(linkEmail, { ...caller, ...proof, client: CLIENT }))) as string;
    expect(await show(to, offerId)).toMatchObject({
      emailMoves: true,
      linkedAccounts: expect.arrayContaining([
        { provider: 'codehost', moves: true },
        { provider: 'microblog', moves: false },
        { provider: 'messenger', moves: true },
      ]) as unknown,
    });
    await confirm(to, offerId);
    const accounts = async (userId: string) =>
      (await identity.call(listLinkedAccounts, { userId })).items.map(({ accountId }) => accountId).toSorted();
    expect(await accounts(to)).toEqual([mine, theirs, theirs].toSorted());
    const unlinked = async () => (await identity.events('account.unlinked')).filter(({ userId }) => userId === from);
    expect(await unlinked()).toEqual([]);
    expect((await signInByEmail(identity, email)).user.id).toBe(to);
    const referees = async (userId: string) =>
      (await identity.call(listReferrals, { userId, limit: 10 })).items.map((one) => one.userId);
    expect(await referees(to)).toEqual([referred.user.id]);

    await settled(offerId, to, from);
    expect(await undo(offerId)).toMatchObject({ state: 'undoing' });
    expect(await accounts(to)).toEqual([mine]);
    expect(await accounts(from)).toEqual([theirs, theirs, theirs]);
    expect((await signInByEmail(identity, email)).user.id).toBe(from);
    expect(await referees(from)).toEqual([referred.user.id]);
  });

  /** All sign-in methods and other data of the two accounts. */
  const stateOf = async (userIds: string[]) => {
    const rows = (what: string) => identity.db.rows(sql`${raw(what)} IN (${userIds[0]}, ${userIds[1]}) ORDER BY 1, 2`);
    return {
      accounts: await rows('SELECT id, status, username, referral_code FROM user_account WHERE id'),
      wallets: await rows('SELECT user_id, address, is_primary FROM wallet WHERE user_id'),
      emails: await rows('SELECT user_id, email, verified_at FROM user_email WHERE user_id'),
      passwords: await rows('SELECT user_id, password_hash FROM user_password WHERE user_id'),
      linked: await rows(
        'SELECT user_id, provider, account_id, grant_id, relink_needed FROM linked_account WHERE user_id',
      ),
      twoFactor: await rows('SELECT owner_id, method FROM two_factor WHERE owner_id'),
      referrals: await rows('SELECT referee_id, referrer_id FROM referral WHERE referrer_id'),
    };
  };
  const codeTo = async (userId: string, email: string) => {
    const caller = { userId, sessionId: await sessionIdOf(identity, userId) };
    const { challengeId } = await identity.call(askForEmailCode, { ...caller, email });
    return { ...caller, ...(await proofOf(identity, email, challengeId)), client: CLIENT };
  };
  /** An account with one of everything, and one without an address that merges it; signed in again afterwards. */
  const mergeRich = async (own: { email?: string } = {}) => {
    const [email, password, own1] = [newEmail(), randomUUID(), newWallet()];
    const absorbed = await signInByEmail(identity, email);
    const from = absorbed.user.id;
    await identity.call(changePassword, { userId: from, ...(await session(from)), password, client: CLIENT });
    await linkWalletOf(from, newWallet());
    await linkWalletOf(from, newWallet());
    const number = randomUUID();
    await link(from, 'codehost', number);
    await link(from, 'microblog', randomUUID());
    const survivor = await signIn(identity, own1, absorbed.user.referralCode);
    const to = survivor.user.id;
    await link(to, 'microblog', randomUUID());
    if (own.email !== undefined) await identity.call(linkEmail, await codeTo(to, own.email));
    await signIn(identity, newWallet(), absorbed.user.referralCode);
    const before = await stateOf([from, to]);
    const offerId = (await offerOf(link(to, 'codehost', number))) as string;
    await confirm(to, offerId);
    await signIn(identity, own1);
    return { from, to, email, password, offerId, before, own: own1 };
  };

  it.each([
    ['whose address moved', false],
    ['whose address stayed behind', true],
  ])(
    'A-66 nothing that a merge brought can be removed or changed, and the undo restores an account %s',
    async (_, hasOwn) => {
      const { from, to, email, password, offerId, before } = await mergeRich(hasOwn ? { email: newEmail() } : {});
      const caller = { userId: to, sessionId: await sessionIdOf(identity, to), client: CLIENT };
      const own = new Set(
        before.wallets
          .filter((wallet) => 'userId' in wallet && wallet.userId === to)
          .map((wallet) => 'address' in wallet && wallet.address),
      );
      for (const { id, address } of await walletsOf(to)) {
        if (own.has(address)) continue;
        const error = await identity.call(unlinkWallet, { ...caller, walletId: id }).catch((reason: unknown) => reason);
        expect(error).toMatchObject({
          code: 'MERGE_UNDOABLE',
          details: { extra: { availableAt: expect.any(String) as unknown } },
        });
        await identity.call(setPrimaryWallet, { userId: to, walletId: id });
      }
      expect(await refusal(identity.call(unlinkAccount, { ...caller, provider: 'codehost' }))).toBe('MERGE_UNDOABLE');
      expect(await refusal(identity.call(deleteOwnAccount, caller))).toBe('MERGE_UNDOABLE');
      if (!hasOwn) {
        expect(await refusal(identity.call(unlinkEmail, caller))).toBe('MERGE_UNDOABLE');
        expect(await refusal(identity.call(linkEmail, await codeTo(to, newEmail())))).toBe('MERGE_UNDOABLE');
        await identity.call(changePassword, { ...caller, password: randomUUID() });
        await identity.call(beginTwoFactor, {
          family: 'user',
          ownerId: to,
          sessionId: caller.sessionId,
          method: 'email',
        });
        await identity.db.execute(sql`UPDATE two_factor SET enabled_at = now() WHERE owner_id = ${to}`);
      } else {
        // No other account can take the methods that stayed behind.
        expect(await refusal(signInByEmail(identity, email))).toBe('ACCOUNT_MERGED');
        expect(await refusal(identity.call(signInWithPassword, { email, password, client: CLIENT }))).toBe(
          'ACCOUNT_MERGED',
        );
        expect(await offerOf(identity.call(linkEmail, await codeTo(to, email)))).toBeUndefined();
      }
      await settled(offerId, to, from);
      await undo(offerId);
      expect(await stateOf([from, to])).toEqual(before);
      expect((await opened(identity.call(signInWithPassword, { email, password, client: CLIENT }))).user.id).toBe(from);
    },
  );

  it("A-66 keeps one of the survivor's own sign-in methods, so that the undo always works", async () => {
    const { survivor, absorbed, offerId } = await two();
    const to = survivor.user.id;
    const [own] = await walletsOf(to);
    await confirm(to, offerId);
    const { sessionId } = (await principalOf(identity, 'user', (await reopen(to)).token)) as UserPrincipal;
    const unlinking = identity.call(unlinkWallet, {
      userId: to,
      sessionId,
      walletId: own?.id as string,
      client: CLIENT,
    });
    expect(await refusal(unlinking)).toBe('LAST_SIGN_IN_METHOD');
    await settled(offerId, to, absorbed.user.id);
    expect(await undo(offerId)).toMatchObject({ state: 'undoing' });
  });

  it('frees the remaining and the moved methods when the merge can no longer be undone', async () => {
    const { from, to, email, offerId } = await mergeRich({ email: newEmail() });
    await settled(offerId, to, from);
    const settling = identity.get(SettleMerges);
    const moved = async () => (await identity.get(AccountMergesRepository).get(identity.db, offerId)).moved;
    await settling.execute();
    expect(await moved()).not.toBeNull();
    await identity.db.execute(
      sql`UPDATE account_merge SET merged_at = now() - interval '7 days 1 second' WHERE id = ${offerId}`,
    );
    const caller = { userId: to, sessionId: await sessionIdOf(identity, to), client: CLIENT };
    await identity.call(unlinkAccount, { ...caller, provider: 'codehost' });
    await identity.db.execute(
      sql`UPDATE account_merge SET merged_at = now() - interval '8 days 1 second' WHERE id = ${offerId}`,
    );
    await settling.execute();
    expect(await moved()).toBeNull();
    const left = await stateOf([from, from]);
    expect([left.emails, left.passwords, left.linked]).toEqual([[], [], []]);
    const unlinked = (await identity.events('account.unlinked')).filter(({ userId }) => userId === from);
    expect(unlinked).toMatchObject([{ provider: 'microblog' }]);
    await identity.mails();
    expect(identity.erased()).toContain(email);
    expect(await signInByEmail(identity, email)).toMatchObject({ isNewUser: true });
  });

  describe('A-66 the addresses of both accounts', () => {
    /** Mails ordered from the notifier that name the absorbed account. */
    const noticesOf = async (absorbedId: string) =>
      (await identity.mails()).flatMap(({ recipient, merge, expiresAt }) =>
        merge?.absorbed === absorbedId ? [{ email: recipient, expiresAt, ...merge }] : [],
      );
    const objections = async (mergeId: string) =>
      (await identity.events('account.merge_objected')).filter((event) => event.mergeId === mergeId);

    it('are mailed at once, moved or dropped, with a token to object without signing in', async () => {
      const mine = newEmail();
      const [moved, dropped] = [await mergeRich(), await mergeRich({ email: mine })];
      expect((await noticesOf(moved.from)).map(({ email }) => email)).toEqual([moved.email]);
      const notices = await noticesOf(dropped.from);
      expect(notices.map(({ email }) => email).toSorted()).toEqual([mine, dropped.email].toSorted());
      const [first, second] = notices.map(({ objectionToken }) => objectionToken) as [string, string];
      expect(first).not.toBe(second);
      for (const { survivor, expiresAt, mergedAt, undoableUntil, objectionToken } of notices) {
        expect([survivor, expiresAt]).toEqual([dropped.to, undoableUntil]);
        const merge = await identity.call(getMergeObjection, { objectionToken });
        expect(merge).toEqual({ mergedAt, undoableUntil, objectedAt: null });
      }
      const listed = async () =>
        (await identity.call(adminListMerges, { userId: dropped.from, objected: true, limit: 10 })).items;
      expect(await listed()).toEqual([]);
      const object = () => identity.call(objectToMerge, { objectionToken: first, client: CLIENT });
      expect(await tally(Array.from({ length: 20 }, object))).toEqual({ ok: 20 });
      expect(await objections(dropped.offerId)).toMatchObject([{ survivorId: dropped.to, absorbedId: dropped.from }]);
      expect(await listed()).toMatchObject([{ id: dropped.offerId, objectedAt: expect.any(String) as unknown }]);
      expect((await identity.audited(dropped.from)).filter((action) => action === 'user.merge_objected')).toHaveLength(
        1,
      );
      expect(await object()).toEqual(await identity.call(getMergeObjection, { objectionToken: second }));
    });

    it('are in no event, and neither are the tokens', async () => {
      const mine = newEmail();
      const { from, offerId, email } = await mergeRich({ email: mine });
      const tokens = (await noticesOf(from)).map(({ objectionToken }) => objectionToken);
      expect(tokens).toHaveLength(2);
      const outbox = JSON.stringify(await identity.db.rows(sql`SELECT o::text FROM outbox AS o`));
      expect(outbox).toContain(offerId);
      expect([mine, email, ...tokens].filter((secret) => outbox.includes(secret))).toEqual([]);
    });

    it('accept an objection only with their token and before the deadline', async () => {
      const { from, offerId } = await mergeRich();
      const [notice] = await noticesOf(from);
      const objectionToken = notice?.objectionToken as string;
      const wrong = 'a'.repeat(43);
      expect(await refusal(identity.call(getMergeObjection, { objectionToken: wrong }))).toBe('NOT_FOUND');
      expect(await refusal(identity.call(objectToMerge, { objectionToken: wrong, client: CLIENT }))).toBe('NOT_FOUND');
      await identity.db.execute(sql`
        UPDATE account_merge SET merged_at = now() - interval '7 days 1 second' WHERE id = ${offerId}`);
      expect(await refusal(identity.call(objectToMerge, { objectionToken, client: CLIENT }))).toBe(
        'MERGE_NOT_UNDOABLE',
      );
      expect(await objections(offerId)).toEqual([]);
    });
  });

  it('A-66 merges no account that is being deleted', async () => {
    for (const side of ['survivor', 'absorbed'] as const) {
      const offer = await two();
      await identity.db.execute(insertInto('account_deletion', { userId: offer[side].user.id }));
      expect(await refusal(confirm(offer.survivor.user.id, offer.offerId))).toBe('NOT_FOUND');
    }
  });

  it('A-66 makes no offer for a proof that only links: an account of a platform or a wallet that does not sign in', async () => {
    const [absorbed, survivor] = [await signIn(identity), await signIn(identity)];
    const accountId = randomUUID();
    await link(absorbed.user.id, 'videosite', accountId);
    expect(await offerOf(link(survivor.user.id, 'videosite', accountId))).toBeUndefined();
    const wallet = newWallet('osmosis-1');
    await linkWalletOf(absorbed.user.id, wallet);
    expect(await offerOf(linkWalletOf(survivor.user.id, wallet))).toBeUndefined();
    expect(await statusOf(absorbed.user.id)).toBe('active');
  });

  describe('A-66 an offer ends', () => {
    const own = async (userId: string) => ({ userId, sessionId: await sessionIdOf(identity, userId), client: CLIENT });
    const ended = async (offer: Awaited<ReturnType<typeof two>>) => {
      const { survivor, absorbed, offerId } = offer;
      expect(await refusal(confirm(survivor.user.id, offerId))).toBe('NOT_FOUND');
      expect(await statusOf(absorbed.user.id)).toBe('active');
    };

    it.each<[string, (userId: string, walletId: string, wallet: ReturnType<typeof newWallet>) => Promise<unknown>]>([
      [
        'as the proven method is unlinked',
        async (userId, walletId) => {
          await identity.db.execute(insertInto('user_email', { email: newEmail(), userId }));
          await identity.call(unlinkWallet, { ...(await own(userId)), walletId });
        },
      ],
      [
        'as the proven method is unlinked and linked again',
        async (userId, walletId, wallet) => {
          await identity.db.execute(insertInto('user_email', { email: newEmail(), userId }));
          await identity.call(unlinkWallet, { ...(await own(userId)), walletId });
          await linkWalletOf(userId, wallet);
        },
      ],
      [
        'as other sessions end',
        async (userId) =>
          identity.call(endOtherSessions, { family: 'user', ownerId: userId, ...(await session(userId)) }),
      ],
      [
        'as one session ends',
        async (userId) => identity.call(endSession, { family: 'user', ownerId: userId, ...(await session(userId)) }),
      ],
      [
        'as a password is set',
        async (userId) => {
          await identity.db.execute(insertInto('user_email', { email: newEmail(), userId }));
          await identity.call(changePassword, { ...(await own(userId)), password: randomUUID() });
        },
      ],
      [
        'as the account is suspended, and stays ended as it is reactivated',
        async (userId) => {
          const change = { userId, adminId: ADMIN, client: CLIENT };
          await identity.call(suspendUser, { ...change, reason: 'Abuse.' });
          await identity.call(reactivateUser, change);
        },
      ],
    ])('%s', async (_, happen) => {
      const offer = await two();
      const userId = offer.absorbed.user.id;
      await happen(userId, (await walletsOf(userId))[0]?.id as string, offer.wallet);
      await ended(offer);
    });

    it('as the proven method goes while the account is being reserved, and releases it', async () => {
      const offer = await two();
      const userId = offer.absorbed.user.id;
      const [wallet] = await walletsOf(userId);
      await identity.db.execute(insertInto('user_email', { email: newEmail(), userId }));
      whileReserving = async () =>
        identity.call(unlinkWallet, { ...(await own(userId)), walletId: wallet?.id as string });
      expect(await refusal(confirm(offer.survivor.user.id, offer.offerId))).toBe('NOT_FOUND');
      expect(await statusOf(userId)).toBe('active');
      expect([released.includes(offer.offerId), reserved.has(offer.offerId)]).toEqual([true, false]);
    });
  });

  it('releases the other account at once where the session that confirms ends meanwhile', async () => {
    const { absorbed, survivor, offerId } = await two();
    const principal = (await principalOf(identity, 'user', survivor.token)) as UserPrincipal;
    whileReserving = () =>
      identity.call(endSession, { family: 'user', ownerId: principal.userId, sessionId: principal.sessionId });
    const { userId, sessionId } = principal;
    const confirming = identity.call(
      confirmMerge,
      { userId, sessionId, offerId, client: CLIENT },
      { operation: 'confirmMerge', principal },
    );
    expect(await refusal(confirming)).toBe('UNAUTHENTICATED');
    expect([released.includes(offerId), reserved.has(offerId)]).toEqual([true, false]);
    expect(await mergesOf(absorbed.user.id)).toEqual([]);
  });

  it('is released at once when it surely was not committed', async () => {
    const { absorbed, survivor, offerId } = await two();
    refused = 'SERVICE_UNAVAILABLE';
    expect(await refusal(confirm(survivor.user.id, offerId))).toBe('SERVICE_UNAVAILABLE');
    expect(released).toContain(offerId);
    expect(await mergesOf(absorbed.user.id)).toEqual([]);
  });

  it('offers the other account by an account of a platform as well', async () => {
    const [absorbed, survivor] = [await signIn(identity), await signIn(identity)];
    const number = randomUUID();
    await link(absorbed.user.id, 'codehost', number);
    const offerId = (await offerOf(link(survivor.user.id, 'codehost', number))) as string;
    expect(await confirm(survivor.user.id, offerId)).toMatchObject({ absorbedId: absorbed.user.id });
  });

  it('refuses a merge that exceeds the maximum of wallets, and moves none', async () => {
    const { absorbed, survivor, offerId } = await two();
    for (let n = 1; n < MAX_WALLETS; n += 1) await linkWalletOf(survivor.user.id, newWallet());
    expect((await show(survivor.user.id, offerId)).refusal).toBe('TOO_MANY');
    expect(await refusal(confirm(survivor.user.id, offerId))).toBe('TOO_MANY');
    expect(await walletsOf(absorbed.user.id)).toHaveLength(1);
    expect(await statusOf(absorbed.user.id)).toBe('active');
  });

  it('is released when its process died before the commit, and committed when it is asked for again before that', async () => {
    const lost = await two();
    const found = await two();
    refused = 'UPSTREAM_TIMEOUT';
    for (const { survivor, offerId } of [lost, found]) {
      expect(await refusal(confirm(survivor.user.id, offerId))).toBe('UPSTREAM_TIMEOUT');
    }
    refused = undefined;
    expect(await confirm(found.survivor.user.id, found.offerId)).toMatchObject({ state: 'moving' });
    const worker = identity.get(ReleaseMerges);
    expect(await worker.execute()).toBe(false);
    await identity.db.execute(sql`UPDATE account_merge SET asked_at = now() - interval '2 minutes'`);
    while (await worker.execute());
    expect(released.filter((id) => id === lost.offerId || id === found.offerId)).toEqual([lost.offerId]);
    expect(await mergesOf(lost.survivor.user.id)).toEqual([]);
    expect(await statusOf(lost.absorbed.user.id)).toBe('active');
  });

  it('is undone by an operator once, within seven days', async () => {
    const { wallet, absorbed, survivor, offerId } = await two();
    const [from, to] = [absorbed.user.id, survivor.user.id];
    await confirm(to, offerId);
    await settled(offerId, to, from);
    const again = await signIn(identity, wallet);
    expect(await tally(Array.from({ length: 20 }, () => undo(offerId)))).toEqual({ ok: 20 });
    expect((await identity.events('account.merge_undone')).filter(({ mergeId }) => mergeId === offerId)).toHaveLength(
      1,
    );
    expect(await principalOf(identity, 'user', again.token)).toBeNull();
    expect(await walletsOf(from)).toMatchObject([{ address: wallet.address, isPrimary: true }]);
    expect(await walletsOf(to)).toMatchObject([{ isPrimary: true }]);
    expect((await signIn(identity, wallet)).user.id).toBe(from);
    expect((await identity.audited(from)).filter((action) => action === 'user.merge_undone')).toHaveLength(1);
    await settled(offerId, to, from, true);
    expect(await mergesOf(from)).toMatchObject([{ state: 'undone' }]);

    const late = await two();
    await confirm(late.survivor.user.id, late.offerId);
    await identity.db.execute(sql`
      UPDATE account_merge SET merged_at = now() - interval '7 days 1 second' WHERE id = ${late.offerId}`);
    expect(await refusal(undo(late.offerId))).toBe('MERGE_NOT_UNDOABLE');
    expect(await refusal(undo(randomUUID()))).toBe('NOT_FOUND');
  });

  it('is not undone while the account that stayed would have no sign-in method', async () => {
    const { survivor, offerId } = await two();
    const to = survivor.user.id;
    await confirm(to, offerId);
    await identity.db.execute(sql`DELETE FROM wallet WHERE user_id = ${to} AND is_primary`);
    const before = await walletsOf(to);
    expect([await refusal(undo(offerId)), await walletsOf(to)]).toEqual(['LAST_SIGN_IN_METHOD', before]);
    await identity.db.execute(insertInto('user_email', { email: newEmail(), userId: to }));
    expect(await undo(offerId)).toMatchObject({ state: 'undoing' });
  });

  it('is undone before an earlier merge of the absorbed account', async () => {
    const first = await two();
    await confirm(first.survivor.user.id, first.offerId);
    await settled(first.offerId, first.survivor.user.id, first.absorbed.user.id);
    const last = await signIn(identity);
    const offerId = (await offerOf(linkWalletOf(last.user.id, first.wallet))) as string;
    await confirm(last.user.id, offerId);
    expect(await refusal(undo(first.offerId))).toBe('MERGE_NOT_UNDOABLE');
    await settled(offerId, last.user.id, first.survivor.user.id);
    await undo(offerId);
    expect(await undo(first.offerId)).toMatchObject({ state: 'undoing' });
    expect(await statusOf(first.absorbed.user.id)).toBe('active');
  });
});
