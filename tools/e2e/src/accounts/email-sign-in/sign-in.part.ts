import { emailProof, newAddress, signInByEmail } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { mailbox } from '../../support/mailbox.js';
import { e2e } from '../../support/one-platform.fixture.js';
import { parallel, tally } from '../../support/parallel.js';

describe('Sign-in by e-mail', () => {
  const verify = (body: { challengeId: string; code: string }) => e2e.anonymous.POST('/v1/auth/email/verify', { body });

  it('makes an account, and comes back to it', async () => {
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

  it('mails a code in text and HTML, from which it can be read', async () => {
    const address = newAddress();
    const { code } = await emailProof(e2e.anonymous, mailbox, address);
    const mail = await mailbox.newest(address);
    expect(mail).toMatchObject({ to: [address], subject: 'Your code to sign in' });
    expect(mail.html).toContain(code);
    expect(mail.subject).not.toContain(code);
  });

  it('takes the code of a person though others ask for codes to the address', async () => {
    const address = newAddress();
    const proof = await emailProof(e2e.anonymous, mailbox, address);
    const body = { email: address };
    const others = await parallel(4, (index) =>
      e2e.anonymous.POST(index % 2 === 0 ? '/v1/auth/email/code' : '/v1/auth/password/code', { body }),
    );
    expect(tally(others)).toEqual({ '200': 4 });
    expect(tally([await verify(proof)])).toEqual({ '200': 1 });
  });

  it('A-39 takes a code once, of 20 requests at once over two gateways and two replicas', async () => {
    const proof = await emailProof(e2e.anonymous, mailbox, newAddress());
    const answers = await parallel(20, () => verify(proof));
    expect(tally(answers)).toEqual({ '200': 1, '401 EMAIL_CODE_INVALID': 19 });
  });

  it('A-36 looks at five codes, also when they come at once', async () => {
    const proof = await emailProof(e2e.anonymous, mailbox, newAddress());
    const answers = await parallel(20, () => verify({ ...proof, code: '00000000' }));
    expect(tally(answers)).toEqual({ '401 EMAIL_CODE_INVALID': 20 });
    expectProblem(await verify(proof), 'EMAIL_CODE_INVALID');
  });

  it.each([
    ['two @', 'a@b@example.org'],
    ['a trailing dot', 'a@example.org.'],
    ['a quoted part', '"a"@example.org'],
    ['a header of its own', 'a@example.org\r\nBcc: b@example.org'],
    ['a letter that folds into another', '\u212aate@example.org'],
  ])('A-67 mails nothing to an address with %s', async (_what, email) => {
    expectProblem(await e2e.anonymous.POST('/v1/auth/email/code', { body: { email } }), 'VALIDATION_FAILED');
  });

  it('leaves neither code nor address in a table, an event or a log, once the mail was sent', async () => {
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
});
