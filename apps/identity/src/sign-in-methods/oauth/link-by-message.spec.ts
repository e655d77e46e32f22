import {
  findLinkedGrant,
  linkAccountByMessage,
  listLinkedAccounts,
  suspendUser,
  unlinkAccount,
} from '@questp/messages/identity';
import { started } from '@questp/testing';
import {
  CLIENT,
  newEmail,
  opened,
  refusal,
  sessionIdOf,
  signInByEmail,
  startIdentity,
  tally,
} from '../../testing/identity.fixture.js';
import { GrantEvents } from './grant-events.js';

describe.each(['messenger', 'photosite'] as const)('accounts of the %s', (provider) => {
  const identity = started(startIdentity);

  let numbers = 8_100_000;
  const newAccount = () => String((numbers += 1));
  const newUser = async () => (await opened(signInByEmail(identity, newEmail()))).user.id;
  const link = (userId: string, accountId: string, handle: string | null = 'someone') =>
    identity.call(linkAccountByMessage, { userId, provider, accountId, handle });
  const accountsOf = async (userId: string) => (await identity.call(listLinkedAccounts, { userId })).items;
  const unlink = async (userId: string) =>
    identity.call(unlinkAccount, { userId, provider, sessionId: await sessionIdOf(identity, userId), client: CLIENT });

  it('are listed, found without a grant, and unlinked', async () => {
    const [userId, accountId] = [await newUser(), newAccount()];
    expect(await link(userId, accountId)).toMatchObject({ provider, accountId, handle: 'someone' });
    expect(await accountsOf(userId)).toMatchObject([{ provider, accountId, relinkNeeded: false }]);
    expect(await identity.call(findLinkedGrant, { userId, provider })).toEqual({
      grantId: null,
      accountId,
      relinkNeeded: false,
    });
    await unlink(userId);
    expect(await accountsOf(userId)).toEqual([]);
    expect(await identity.call(findLinkedGrant, { userId, provider })).toMatchObject({ accountId: null });
    expect(await identity.events('account.unlinked', userId)).toEqual([]);
    expect((await identity.audited(userId)).filter((action) => action.startsWith('account.'))).toEqual([
      'account.linked',
      'account.unlinked',
    ]);
  });

  it('belong to one user, who has one; linking one again changes its name', async () => {
    const [userId, other, accountId] = [await newUser(), await newUser(), newAccount()];
    expect(await tally([userId, other].flatMap((id) => Array.from({ length: 10 }, () => link(id, accountId))))).toEqual(
      { ok: 10, IDENTITY_IN_USE: 10 },
    );
    const [owner, stranger] = (await accountsOf(userId)).length === 1 ? [userId, other] : [other, userId];
    expect(await refusal(link(owner, newAccount()))).toBe('TOO_MANY');
    expect(await refusal(link(stranger, accountId))).toBe('IDENTITY_IN_USE');
    await link(stranger, newAccount());
    expect(await refusal(link(stranger, accountId))).toBe('IDENTITY_IN_USE');
    await link(owner, accountId, 'renamed');
    expect(await accountsOf(owner)).toMatchObject([{ accountId, handle: 'renamed' }]);
  });

  it('need to be linked again while the bot is blocked', async () => {
    const [userId, accountId] = [await newUser(), newAccount()];
    await link(userId, accountId);
    const report = (relinkNeeded: boolean) =>
      identity.deliver(GrantEvents, 'account.reach_changed', { provider, accountId, relinkNeeded });
    const alerts = () => identity.events('account.relink_needed', userId);
    await report(true);
    await report(true);
    expect(await accountsOf(userId)).toMatchObject([{ relinkNeeded: true }]);
    expect(await alerts()).toEqual([{ userId, provider }]);
    await report(false);
    expect(await accountsOf(userId)).toMatchObject([{ relinkNeeded: false }]);
    expect(await alerts()).toHaveLength(1);
    await report(true);
    expect(await alerts()).toHaveLength(2);
    await link(userId, accountId);
    expect(await accountsOf(userId)).toMatchObject([{ relinkNeeded: false }]);
  });

  it('are not linked to a suspended account', async () => {
    const userId = await newUser();
    const adminId = `svcadmin_${'a'.repeat(32)}`;
    await identity.call(suspendUser, { userId, reason: 'Fraud', adminId, client: CLIENT });
    expect(await refusal(link(userId, newAccount()))).toBe('ACCOUNT_SUSPENDED');
  });
});
