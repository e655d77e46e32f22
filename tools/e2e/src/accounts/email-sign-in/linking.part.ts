import { linkWallet, linkEmail, linkEmailProof, newAddress, newWallet, signInByEmail } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { mailbox } from '../../support/mailbox.js';
import { e2e } from '../../support/one-platform.fixture.js';

describe('The e-mail address of an account', () => {
  it('signs in beside the wallet, changes with a mail to the one before, and goes', async () => {
    const { client, user } = await e2e.signIn();
    const [before, after] = [newAddress(), newAddress()];
    await linkEmail(client, mailbox, before);
    expect((await signInByEmail(e2e.anonymous, mailbox, before)).user.id).toBe(user.id);

    await linkEmail(client, mailbox, after);
    expect(await mailbox.newest(before, /^The address of your account was changed$/)).toBeDefined();
    expect((await signInByEmail(e2e.anonymous, mailbox, before)).user.id).not.toBe(user.id);

    await unwrap(client.DELETE('/v1/users/me/email'));
    expect(await unwrap(client.GET('/v1/users/me/email'))).toEqual({ email: null, verifiedAt: null });
  });

  it('is one account’s: another one is told so by its code alone', async () => {
    const address = newAddress();
    await signInByEmail(e2e.anonymous, mailbox, address);
    const { client } = await e2e.signIn();
    const body = await linkEmailProof(client, mailbox, address);
    expectProblem(await client.PUT('/v1/users/me/email', { body }), 'IDENTITY_IN_USE');
  });

  it('is seen by nobody else', async () => {
    const { client, user } = await e2e.signIn();
    const address = newAddress();
    await linkEmail(client, mailbox, address);
    const other = (await e2e.signIn()).client;
    const admin = await e2e.superAdmin();
    const params = { params: { path: { userId: user.id } } };
    const seen = [
      await unwrap(other.GET('/v1/users/{userId}', params)),
      await unwrap(admin.GET('/v1/admin/users/{userId}', params)),
      await unwrap(admin.GET('/v1/admin/audit-log', { params: { query: { subjectId: user.id } } })),
    ];
    expect(JSON.stringify(seen)).not.toContain(address);
  });

  it('stays the last way in, until a wallet is another', async () => {
    const { token } = await signInByEmail(e2e.anonymous, mailbox, newAddress());
    const client = e2e.as(token);
    expectProblem(await client.DELETE('/v1/users/me/email'), 'LAST_SIGN_IN_METHOD');
    await unwrap(linkWallet(client, newWallet()));
    await unwrap(client.DELETE('/v1/users/me/email'));
  });

  it('requires a sign-in of the last 10 minutes to be changed', async () => {
    const { client, user } = await e2e.signIn();
    await e2e.sql(`UPDATE identity.user_session SET created_at = now() - interval '10 minutes' WHERE owner_id = $1`, [
      user.id,
    ]);
    const answer = await client.POST('/v1/users/me/email/code', { body: { email: newAddress() } });
    expectProblem(answer, 'RECENT_SIGN_IN_REQUIRED');
  });
});
