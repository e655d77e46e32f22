import { randomUUID } from 'node:crypto';
import { askForSignInCode, listSignInMethods, signInWithEmail, suspendUser } from '@questp/messages/identity';
import { AppError } from '@questp/messages/language';
import { orderMail } from '@questp/messages/notifier';
import { sql } from '@questp/postgres';
import { started, waitFor } from '@questp/testing';
import {
  CLIENT,
  emailProof,
  newEmail,
  principalOf,
  proofOf,
  refusal,
  signIn,
  signInByEmail,
  startIdentity,
  tally,
  opened,
} from '../../testing/identity.fixture.js';
import { OrderMails } from '../../security/mailed-codes/order-mails.js';

describe('sign-in by e-mail', () => {
  const identity = started(startIdentity);

  const ask = (email: string, ip = CLIENT.ip) => identity.call(askForSignInCode, { email, client: { ...CLIENT, ip } });
  /** Moves the requests for codes to the address into the past. */
  const ageRequests = (email: string, age: string) =>
    identity.db.execute(sql`
      UPDATE email_code_budget SET asked_at = ARRAY(SELECT at - ${age}::interval FROM unnest(asked_at) AS at)
      WHERE email = ${email}`);
  const prove = (challengeId: string, code: string) =>
    opened(identity.call(signInWithEmail, { challengeId, code, client: CLIENT }));
  /** Wrong codes. */
  const wrong = (code: string) => (code === '00000000' ? '11111111' : '00000000');

  it('is listed', async () => {
    const { methods } = await identity.call(listSignInMethods, {});
    expect(methods.map(({ id }) => id)).toEqual(['wallet', 'email', 'password']);
  });

  it('makes an account at first, and signs in to it from then on', async () => {
    const email = newEmail();
    const first = await signInByEmail(identity, email);
    expect(first).toMatchObject({ isNewUser: true, user: { username: null, wallets: [] } });
    expect(await principalOf(identity, 'user', first.token)).toMatchObject({ userId: first.user.id });
    expect(await identity.events('user.created', first.user.id)).toMatchObject([{ primaryWallet: null, wallets: [] }]);

    const again = await signInByEmail(identity, email);
    expect(again).toMatchObject({ isNewUser: false, user: { id: first.user.id } });
    expect(await identity.audited(first.user.id)).toEqual(['user.sign_in', 'user.sign_in']);
  });

  it('counts the referral when a new account signs up with a referral code', async () => {
    const { user } = await signIn(identity);
    const { user: referee } = await signInByEmail(identity, newEmail(), user.referralCode);
    const row = await identity.db.row(sql`SELECT referrer_id FROM referral WHERE referee_id = ${referee.id}`);
    expect(row).toEqual({ referrerId: user.id });
  });

  it('A-67 finds one account behind all forms of an address, and mails to the one form', async () => {
    const email = newEmail();
    const { user } = await signInByEmail(identity, email);
    const { challengeId } = await ask(` ${email.toUpperCase()}`.trim());
    const proof = await proofOf(identity, email, challengeId);
    expect((await prove(proof.challengeId, proof.code)).user.id).toBe(user.id);
    expect(await refusal(ask('a@b.org.'))).toBe('VALIDATION_FAILED');
    expect(await refusal(ask('"a"@b.org'))).toBe('VALIDATION_FAILED');
  });

  it('mails a code of 40 bits after the name of its request, typed in any case, with spaces and what comes along when it is pasted', async () => {
    const { challengeId, code } = await emailProof(identity, newEmail());
    expect(code).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{10}$/);
    const typed = ` \u2068${code.slice(0, 4).toUpperCase()}\u2011\u200b${code.slice(4)}\u2069 `;
    await expect(prove(challengeId, typed)).resolves.toMatchObject({ isNewUser: true });
  });

  it('keeps no code, neither in a table nor in an event', async () => {
    const { code } = await emailProof(identity, newEmail());
    const tables = await identity.db.rows<{ text: string }>(sql`
      SELECT table_to_xml(c.oid::regclass, true, false, '')::text AS text
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND c.relkind = 'r'`);
    const everything = tables.map(({ text }) => text).join('');
    expect(everything).toContain('email_challenge');
    expect(everything).not.toContain(code);
  });

  it('A-39 accepts a code once', async () => {
    const { challengeId, code } = await emailProof(identity, newEmail());
    await prove(challengeId, code);
    expect(await refusal(prove(challengeId, code))).toBe('EMAIL_CODE_INVALID');
  });

  it('A-39 rejects a code for another request or another address', async () => {
    const [mine, theirs] = [await emailProof(identity, newEmail()), await emailProof(identity, newEmail())];
    expect(await refusal(prove(theirs.challengeId, mine.code))).toBe('EMAIL_CODE_INVALID');
    expect(await refusal(prove(randomUUID(), mine.code))).toBe('EMAIL_CODE_INVALID');
    await expect(prove(mine.challengeId, mine.code)).resolves.toMatchObject({ isNewUser: true });
  });

  it('signs the owner in with the newest mail while a stranger asks every 12 seconds', async () => {
    const email = newEmail();
    await signInByEmail(identity, email);
    let network = 0;
    const strangerAsks = async () => {
      await ageRequests(email, '12 seconds');
      await identity.db.execute(
        sql`UPDATE email_challenge SET expires_at = expires_at - interval '12 seconds' WHERE email = ${email}`,
      );
      await ask(email, `198.51.100.${(network += 1)}`);
    };
    for (let signIns = 0; signIns < 9; signIns += 1) {
      await strangerAsks();
      const { challengeId } = await ask(email);
      await strangerAsks();
      await strangerAsks();
      const newest = await proofOf(identity, email, challengeId);
      await expect(prove(challengeId, newest.code)).resolves.toMatchObject({ isNewUser: false });
    }
  });

  it('A-36 gives all live codes of an address different names, so that each try can match one code at most', async () => {
    const email = newEmail();
    await Promise.all(Array.from({ length: 40 }, (_, n) => ask(email, `198.51.100.${n}`)));
    const codes = (await identity.mails()).filter(({ recipient }) => recipient === email).map(({ code }) => code);
    expect(new Set(codes.map((code) => code?.slice(0, 2))).size).toBe(40);
  });

  it('A-39 accepts a code with any live request of its address and purpose, and ends all of them', async () => {
    const email = newEmail();
    const owner = await emailProof(identity, email);
    const stranger = await emailProof(identity, email);
    await expect(prove(owner.challengeId, stranger.code)).resolves.toMatchObject({ isNewUser: true });
    expect(await refusal(prove(owner.challengeId, owner.code))).toBe('EMAIL_CODE_INVALID');
    expect(await refusal(prove(stranger.challengeId, stranger.code))).toBe('EMAIL_CODE_INVALID');
  });

  it('opens one session for parallel codes of one address', async () => {
    const email = newEmail();
    const proofs = [];
    for (let n = 0; n < 5; n += 1) proofs.push(await emailProof(identity, email));
    const sent = proofs.map(({ challengeId, code }) => prove(challengeId, code));
    expect(await tally(sent)).toEqual({ ok: 1, EMAIL_CODE_INVALID: 4 });
  });

  it('A-36 counts wrong codes per request, so that strangers use up no try of the owner', async () => {
    const email = newEmail();
    const owner = await emailProof(identity, email);
    const strangers = await Promise.all(Array.from({ length: 4 }, () => ask(email)));
    await identity.mails();
    const guesses = strangers.flatMap(({ challengeId }) =>
      Array.from({ length: 10 }, () => prove(challengeId, wrong(owner.code))),
    );
    expect(await tally(guesses)).toEqual({ EMAIL_CODE_INVALID: 40 });
    const { tries } = (await identity.db.row<{ tries: number }>(
      sql`SELECT sum(tries)::integer AS tries FROM email_challenge WHERE email = ${email}`,
    )) as { tries: number };
    expect(tries).toBe(20);
    await expect(prove(owner.challengeId, owner.code)).resolves.toMatchObject({ isNewUser: true });
  });

  it('A-39 rejects a code 10 minutes after it was issued, by the clock of the database', async () => {
    const email = newEmail();
    const { challengeId, code } = await emailProof(identity, email);
    const left = await identity.db.row<{ seconds: number }>(sql`
      UPDATE email_challenge SET expires_at = now() WHERE email = ${email}
      RETURNING extract(epoch FROM expires_at - now())::integer AS seconds`);
    expect(left).toEqual({ seconds: 0 });
    expect(await refusal(prove(challengeId, code))).toBe('EMAIL_CODE_INVALID');
    const { expiresAt } = await ask(email);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(595_000);
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(601_000);
  });

  it('A-36 checks five parallel codes per request, and then rejects even the right one', async () => {
    const { challengeId, code } = await emailProof(identity, newEmail());
    const guesses = Array.from({ length: 20 }, () => prove(challengeId, wrong(code)));
    expect(await tally(guesses)).toEqual({ EMAIL_CODE_INVALID: 20 });
    const { tries } = (await identity.db.row<{ tries: number }>(
      sql`SELECT tries FROM email_challenge WHERE id = ${challengeId}`,
    )) as { tries: number };
    expect(tries).toBe(5);
    expect(await refusal(prove(challengeId, code))).toBe('EMAIL_CODE_INVALID');
  });

  it('takes the right code after four wrong ones', async () => {
    const { challengeId, code } = await emailProof(identity, newEmail());
    for (let guess = 0; guess < 4; guess += 1) await refusal(prove(challengeId, wrong(code)));
    await expect(prove(challengeId, code)).resolves.toMatchObject({ isNewUser: true });
  });

  it('opens one session for 20 parallel requests with one code', async () => {
    const { challengeId, code } = await emailProof(identity, newEmail());
    const proofs = Array.from({ length: 20 }, () => prove(challengeId, code));
    expect(await tally(proofs)).toEqual({ ok: 1, EMAIL_CODE_INVALID: 19 });
  });

  it('mails five codes to an address within a minute for one network, however many are asked for at once', async () => {
    const email = newEmail();
    expect(await tally(Array.from({ length: 20 }, () => ask(email)))).toEqual({ ok: 5, RATE_LIMITED: 15 });
    await ageRequests(email, '1 minute');
    await expect(ask(email)).resolves.toMatchObject({ challengeId: expect.any(String) as string });
  });

  it('mails 20 codes an hour to an address for one network, then returns the time until the next one', async () => {
    const email = newEmail();
    for (let minute = 0; minute < 4; minute += 1) {
      await Promise.all(Array.from({ length: 5 }, (_, n) => ask(email, `2001:db8::${n}`)));
      await ageRequests(email, '10 minutes');
    }
    const refused = await ask(email, '2001:db8::9').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'RATE_LIMITED' });
    const { retryAfter } = (refused as AppError).details as { retryAfter: number };
    expect(retryAfter).toBeGreaterThan(1_190);
    expect(retryAfter).toBeLessThanOrEqual(1_200);
    await expect(ask(email, '2001:db8:0:1::9')).resolves.toMatchObject({});
  });

  it('mails 60 codes to an address within an hour, and then to networks that its account signed in from', async () => {
    const email = newEmail();
    await signInByEmail(identity, email);
    const strangers = Array.from({ length: 80 }, (_, n) => ask(email, `198.51.100.${n}`));
    expect(await tally(strangers)).toEqual({ ok: 59, RATE_LIMITED: 21 });
    expect(await refusal(ask(email, '198.51.100.200'))).toBe('RATE_LIMITED');
    const { challengeId } = await ask(email);
    const proof = await proofOf(identity, email, challengeId);
    await expect(prove(challengeId, proof.code)).resolves.toMatchObject({ isNewUser: false });
  });

  it('A-40 gives the same answer for an address with and without an account', async () => {
    const known = newEmail();
    await signInByEmail(identity, known);
    const answers = [await ask(known), await ask(newEmail())];
    const form = {
      challengeId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      expiresAt: expect.any(String) as string,
    };
    expect(answers).toEqual([form, form]);
    const wrongCodes = answers.map(({ challengeId }) => prove(challengeId, '00000000'));
    expect(await tally(wrongCodes)).toEqual({ EMAIL_CODE_INVALID: 2 });
  });

  it('rejects a suspended account', async () => {
    const email = newEmail();
    const { user } = await signInByEmail(identity, email);
    const adminId = `svcadmin_${'0'.repeat(32)}`;
    await identity.call(suspendUser, { userId: user.id, adminId, reason: 'Fraud' });
    expect(await refusal(signInByEmail(identity, email))).toBe('ACCOUNT_SUSPENDED');
  });

  it('forgets requests and mails that are past their time', async () => {
    const email = newEmail();
    await ask(email);
    await identity.purge();
    const rows = () =>
      identity.db.row(sql`
        SELECT (SELECT count(*) FROM email_challenge WHERE email = ${email})::integer AS challenges,
          (SELECT count(*) FROM email_code_budget WHERE email = ${email})::integer AS budgets,
          (SELECT count(*) FROM mail_order WHERE recipient = ${email})::integer AS orders`);
    expect(await rows()).toEqual({ challenges: 1, budgets: 1, orders: 1 });
    await identity.db.execute(sql`UPDATE email_challenge SET expires_at = now() WHERE email = ${email}`);
    await ageRequests(email, '1 hour');
    await identity.db.execute(sql`UPDATE mail_order SET expires_at = now() WHERE recipient = ${email}`);
    await identity.purge();
    expect(await rows()).toEqual({ challenges: 0, budgets: 0, orders: 0 });
  });

  it('mails a code as soon as the notifier takes it, and another one when its answer was lost', async () => {
    const email = newEmail();
    await identity.mails();
    const { challengeId } = await ask(email);
    const taken: string[] = [];
    identity.bus.answer(orderMail, ({ code }) => {
      taken.push(code ?? '');
      throw new AppError('UPSTREAM_TIMEOUT');
    });
    await expect(identity.get(OrderMails).execute()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    identity.bus.answer(orderMail, ({ code }) => {
      taken.push(code ?? '');
      return null;
    });
    // An order that failed has its next turn a second later.
    await waitFor(() => identity.get(OrderMails).execute(), { what: 'the order to be handed over again' });
    expect(await identity.get(OrderMails).execute()).toBe(false);
    const [lost, code] = taken as [string, string];
    expect(await refusal(prove(challengeId, lost))).toBe('EMAIL_CODE_INVALID');
    await expect(prove(challengeId, code)).resolves.toMatchObject({ isNewUser: true });
  });

  it('mails the next code after the notifier refused one', async () => {
    const [refused, email] = [newEmail(), newEmail()];
    await identity.mails();
    await ask(refused);
    const { challengeId } = await ask(email);
    const taken: string[] = [];
    identity.bus.answer(orderMail, ({ recipient, code }) => {
      if (recipient === refused) throw new AppError('VALIDATION_FAILED');
      taken.push(code ?? '');
      return null;
    });
    for (let round = 0; round < 2; round += 1) await identity.get(OrderMails).execute();
    await expect(prove(challengeId, taken[0] ?? '')).resolves.toMatchObject({ isNewUser: true });
  });
});
