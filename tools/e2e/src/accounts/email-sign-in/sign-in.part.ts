import { emailProof, linkEmail, newAddress, signInByEmail } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { mailbox } from '../../support/mailbox.js';
import { e2e } from '../../support/one-platform.fixture.js';

describe('Sign-in by e-mail', () => {
  const verify = (body: { challengeId: string; code: string }) => e2e.anonymous.POST('/v1/auth/email/verify', { body });

  it('the first sign-in creates an account, and the next one returns to it', async () => {
    const address = newAddress();
    const { token, user, isNewUser } = await signInByEmail(e2e.anonymous, mailbox, address);
    expect(isNewUser).toBe(true);
    expect(await unwrap(e2e.as(token).GET('/v1/users/me'))).toEqual(user);
    expect(await unwrap(e2e.as(token).GET('/v1/users/me/email'))).toMatchObject({ email: address });
    expect(await signInByEmail(e2e.anonymous, mailbox, address.toUpperCase())).toMatchObject({
      isNewUser: false,
      user,
    });
  });

  it('stores neither code nor address in a table, an event or a log after the mail was sent', async () => {
    const address = newAddress();
    const proof = await emailProof(e2e.anonymous, mailbox, address);
    await unwrap(verify(proof));
    // The mail arrives a moment before it is recorded as sent.
    const sent = `SELECT count(*) FROM notifier.mail WHERE recipient = $1 AND status = 'sent'`;
    await waitFor(async () => (await e2e.count(sent, [address])) === 1, { what: 'the mail to be recorded as sent' });
    const tables = await e2e.sql<{ name: string; text: string }>(
      `SELECT n.nspname || '.' || c.relname AS name, table_to_xml(c.oid::regclass, true, false, '')::text AS text
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('identity', 'notifier') AND c.relkind = 'r'`,
    );
    const holding = (text: string) => tables.filter((table) => table.text.includes(text)).map(({ name }) => name);
    expect(holding(proof.code)).toEqual([]);
    expect(holding(address).sort()).toEqual([
      'identity.email_challenge',
      'identity.email_code_budget',
      'identity.user_email',
      'notifier.mail',
    ]);
    for (const service of e2e.platform.services) {
      expect(service.logs()).not.toContain(proof.code);
      expect(service.logs()).not.toContain(address);
    }
  });

  it('shows the address of an account to no other user, operator or reader of the audit log', async () => {
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
});
