import { setTimeout } from 'node:timers/promises';
import {
  askForSecondFactorCode,
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  endOtherSessions,
  getTwoFactor,
  renewRecoveryCodes,
  signInWithEmail,
  signInWithWallet,
  unlinkEmail,
  verifyAdminSecondFactor,
  verifySecondFactor,
} from '@questp/messages/identity';
import { sql } from '@questp/postgres';
import { newMasterKey } from '@questp/testing';
import {
  CLIENT,
  emailProof,
  newEmail,
  newWallet,
  principalOf,
  refusal,
  sessionIdOf,
  signIn,
  signInByEmail,
  signInProof,
  startIdentity,
  tally,
  type TestIdentity,
  type TestWallet,
} from '../../testing/identity.fixture.js';
import { codeOf, enableApp, own, STEP_MS, WRONG } from '../../testing/two-factor.fixture.js';
import { SealedTablesCheck } from '@questp/vault';
import { hashSecret } from '@questp/service';

describe('two-factor sign-in', () => {
  let identity: TestIdentity;
  let other: TestIdentity;
  beforeAll(async () => {
    identity = await startIdentity();
    other = await startIdentity({}, { database: identity.database });
  });
  afterAll(async () => {
    await other?.stop();
    await identity?.stop();
  });

  /** Waits for the next step if less than five seconds of the current one are left. */
  async function enoughOfStep(): Promise<void> {
    const leftMs = STEP_MS - (Date.now() % STEP_MS);
    if (leftMs < 5000) await setTimeout(leftMs);
  }

  /** A user with an app. */
  async function person(wallet = newWallet()) {
    const { user } = await signIn(identity, wallet);
    const made = await enableApp(identity, 'user', user.id, await sessionIdOf(identity, user.id));
    return { ...made, wallet, userId: user.id };
  }

  async function challenged(wallet: TestWallet): Promise<string> {
    const proof = await signInProof(identity, wallet);
    const outcome = await identity.call(signInWithWallet, { ...proof, client: CLIENT });
    expect(outcome).toEqual({ challenge: expect.any(Object) as object });
    return outcome.challenge?.challengeToken as string;
  }

  const verify = (challengeToken: string, code: string, on = identity) =>
    on.call(verifySecondFactor, { challengeToken, code, client: CLIENT });

  it('requires a second factor after every sign-in method once an app is set up', async () => {
    const { secret, wallet, userId } = await person();
    const challengeToken = await challenged(wallet);
    expect(await principalOf(identity, 'user', challengeToken)).toBeNull();
    const { token, user } = await verify(challengeToken, codeOf(secret));
    expect(user.id).toBe(userId);
    expect(await principalOf(identity, 'user', token)).toMatchObject({ userId });
    expect(await identity.audited(userId)).toEqual(
      expect.arrayContaining(['two_factor.enabled', 'user.sign_in']) as string[],
    );
  });

  it('keeps the secret sealed, and recovery codes and challenges as hashes', async () => {
    const { secret, recoveryCodes, wallet } = await person();
    const challengeToken = await challenged(wallet);
    const stored = JSON.stringify([
      await identity.db.rows(sql`SELECT * FROM two_factor`),
      await identity.db.rows(sql`SELECT owner_id, encode(code_hash, 'escape') AS code FROM recovery_code`),
      await identity.db.rows(sql`SELECT * FROM second_factor_challenge`),
      await identity.db.rows(sql`SELECT * FROM audit_log`),
      await identity.db.rows(sql`SELECT * FROM outbox`),
    ]);
    for (const text of [secret, challengeToken, ...recoveryCodes]) expect(stored).not.toContain(text);
  });

  it('A-37 accepts each time step of an app once in nine parallel sign-ins on two replicas', async () => {
    const { secret, wallet, userId } = await person();
    // Ten would lock the account; with fewer, only the step decides.
    const tokens = await Promise.all(Array.from({ length: 9 }, () => challenged(wallet)));
    const code = codeOf(secret);
    const outcomes = tokens.map((token, at) => verify(token, code, at % 2 === 0 ? identity : other));
    expect(await tally(outcomes)).toEqual({ ok: 1, SECOND_FACTOR_INVALID: 8 });
    const sessions = await identity.db.rows(sql`SELECT FROM user_session WHERE owner_id = ${userId}`);
    expect(sessions).toHaveLength(1);
  });

  it('A-37 accepts the previous and the next time step, and none that is not newer than the last one used', async () => {
    const { secret, wallet } = await person();
    await enoughOfStep();
    const codes = [-1, 0, 1].map((steps) => codeOf(secret, steps));
    const [before = '', , after = ''] = codes;
    await verify(await challenged(wallet), before);
    await verify(await challenged(wallet), after);
    for (const code of codes) {
      expect(await refusal(verify(await challenged(wallet), code))).toBe('SECOND_FACTOR_INVALID');
    }
  });

  it('A-36 checks five of 20 parallel codes of a challenge, and A-35 then ends the challenge', async () => {
    const { secret, wallet, userId } = await person();
    const challengeToken = await challenged(wallet);
    const wrong = Array.from({ length: 20 }, (_, at) => verify(challengeToken, WRONG, at % 2 === 0 ? identity : other));
    expect(await tally(wrong)).toEqual({ SECOND_FACTOR_INVALID: 20 });
    const failed = (await identity.audited(userId)).filter((action) => action === 'user.second_factor_failed');
    expect(failed).toHaveLength(5);
    expect(await refusal(verify(challengeToken, codeOf(secret)))).toBe('SECOND_FACTOR_INVALID');
    await verify(await challenged(wallet), codeOf(secret));
  });

  it('A-35 locks the account with the tenth wrong code in 15 minutes, for 15 minutes, against the right one', async () => {
    const { secret, wallet, userId } = await person();
    for (let round = 0; round < 2; round += 1) {
      const challengeToken = await challenged(wallet);
      for (let wrong = 0; wrong < 4; wrong += 1) await refusal(verify(challengeToken, WRONG));
    }
    await refusal(verify(await challenged(wallet), WRONG));
    await verify(await challenged(wallet), codeOf(secret));
    const tenth = await challenged(wallet);
    expect(await refusal(verify(tenth, WRONG))).toBe('SECOND_FACTOR_INVALID');
    expect(await refusal(verify(tenth, codeOf(secret, 1)))).toBe('SIGN_IN_LOCKED');
    const key = hashSecret(`second factor of ${userId}`);
    const lasts = (interval: string) =>
      identity.db.execute(sql`
        UPDATE credential_attempt SET locked_until = locked_until - ${interval}::interval WHERE email_hash = ${key}`);
    await lasts('14 minutes 50 seconds');
    expect(await refusal(verify(await challenged(wallet), codeOf(secret, 1)))).toBe('SIGN_IN_LOCKED');
    await lasts('10 seconds');
    await identity.db.execute(sql`UPDATE credential_attempt SET attempted_at = '{}' WHERE email_hash = ${key}`);
    await verify(await challenged(wallet), codeOf(secret, 1));
  });

  it('accepts each recovery code once in nine parallel requests on two replicas, as people type it', async () => {
    const { recoveryCodes, wallet, userId } = await person();
    const [code = '', second = ''] = recoveryCodes;
    const tokens = await Promise.all(Array.from({ length: 9 }, () => challenged(wallet)));
    const outcomes = tokens.map((token, at) => verify(token, code, at % 2 === 0 ? identity : other));
    expect(await tally(outcomes)).toEqual({ ok: 1, SECOND_FACTOR_INVALID: 8 });
    await verify(await challenged(wallet), ` ${second.slice(0, 8).toUpperCase()}\u2013\u200b${second.slice(8)} `);
    const left = await identity.call(getTwoFactor, { family: 'user', ownerId: userId });
    expect(left).toMatchObject({ method: 'app', recoveryCodesLeft: 8 });
  });

  it('gives new recovery codes in place of the old ones, and ends the other sessions', async () => {
    const { secret, recoveryCodes, wallet, userId } = await person();
    const { token: before } = await verify(await challenged(wallet), codeOf(secret));
    const { token } = await verify(await challenged(wallet), codeOf(secret, 1));
    const request = own('user', userId, await sessionIdOf(identity, userId));
    const renewed = await identity.call(renewRecoveryCodes, request);
    expect(await principalOf(identity, 'user', before)).toBeNull();
    expect(await principalOf(identity, 'user', token)).not.toBeNull();
    expect(await refusal(verify(await challenged(wallet), recoveryCodes[0] as string))).toBe('SECOND_FACTOR_INVALID');
    await verify(await challenged(wallet), renewed.recoveryCodes[0] as string);
  });

  it('accepts a challenge once, before it expires, and only of its own family', async () => {
    const { secret, recoveryCodes, wallet } = await person();
    const challengeToken = await challenged(wallet);
    const asOperator = identity.call(verifyAdminSecondFactor, { challengeToken, code: codeOf(secret), client: CLIENT });
    expect(await refusal(asOperator)).toBe('SECOND_FACTOR_INVALID');
    const both = [verify(challengeToken, codeOf(secret)), verify(challengeToken, recoveryCodes[0] as string, other)];
    expect(await tally(both)).toEqual({ ok: 1, SECOND_FACTOR_INVALID: 1 });
    const late = await challenged(wallet);
    await identity.db.execute(sql`
      UPDATE second_factor_challenge SET expires_at = now() WHERE token_hash = ${hashSecret(late)}`);
    expect(await refusal(verify(late, recoveryCodes[1] as string))).toBe('SECOND_FACTOR_INVALID');
  });

  it('A-43 ends every session when it is turned on or off, and revokes them at the gateways', async () => {
    const wallet = newWallet();
    const { user, token } = await signIn(identity, wallet);
    const { secret } = await enableApp(identity, 'user', user.id, await sessionIdOf(identity, user.id));
    expect(await principalOf(identity, 'user', token)).toBeNull();
    const { token: inTwoSteps } = await verify(await challenged(wallet), codeOf(secret));
    const waiting = await challenged(wallet);
    await identity.call(disableTwoFactor, own('user', user.id, await sessionIdOf(identity, user.id)));
    expect(await principalOf(identity, 'user', inTwoSteps)).toBeNull();
    expect(await refusal(verify(waiting, codeOf(secret, 1)))).toBe('SECOND_FACTOR_INVALID');
    expect(identity.revoked().filter(({ id }) => id === user.id)).toHaveLength(2);
    await signIn(identity, wallet);
  });

  it('A-38 cancels challenges when the sessions of the account end', async () => {
    const { secret, wallet, userId } = await person();
    const { token } = await verify(await challenged(wallet), codeOf(secret));
    const challengeToken = await challenged(wallet);
    const sessionId = await sessionIdOf(identity, userId);
    await identity.call(endOtherSessions, { family: 'user', ownerId: userId, sessionId });
    expect(await principalOf(identity, 'user', token)).not.toBeNull();
    expect(await refusal(verify(challengeToken, codeOf(secret, 1)))).toBe('SECOND_FACTOR_INVALID');
  });

  it('changes in a session that took both steps', async () => {
    const { secret, wallet, userId } = await person();
    await verify(await challenged(wallet), codeOf(secret));
    const request = own('user', userId, await sessionIdOf(identity, userId));
    // The first step opens no session that could make such a change.
    await challenged(wallet);
    expect(await sessionIdOf(identity, userId)).toBe(request.sessionId);
    expect(await refusal(identity.call(beginTwoFactor, { ...request, method: 'app' }))).toBe('TWO_FACTOR_ON');
    await identity.call(disableTwoFactor, request);
  });

  it('A-38 takes five wrong codes while it is set up by e-mail, of twelve at once as well', async () => {
    const email = newEmail();
    const { user } = await signInByEmail(identity, email);
    const request = own('user', user.id, await sessionIdOf(identity, user.id));
    await identity.call(beginTwoFactor, { ...request, method: 'email' });
    const code = (await identity.mails()).findLast((mail) => mail.recipient === email)?.code as string;
    const enable = (typed: string) => identity.call(enableTwoFactor, { ...request, code: typed });
    expect(await tally(Array.from({ length: 12 }, () => enable(WRONG)))).toEqual({ SECOND_FACTOR_INVALID: 12 });
    expect(await refusal(enable(code))).toBe('SECOND_FACTOR_INVALID');
  });

  it('mails second-factor codes that work for one sign-in, and that other code requests for the address do not replace', async () => {
    const email = newEmail();
    const { user } = await signInByEmail(identity, email);
    const request = own('user', user.id, await sessionIdOf(identity, user.id));
    const mailed = async () => (await identity.mails()).findLast((mail) => mail.recipient === email)?.code as string;
    await identity.call(beginTwoFactor, { ...request, method: 'email' });
    await identity.call(enableTwoFactor, { ...request, code: await mailed() });
    const templates = (await identity.mails()).filter(({ recipient }) => recipient === email);
    expect(templates.at(-1)).toMatchObject({ template: 'two_factor_on', family: 'user' });

    const first = async () => {
      const proof = await emailProof(identity, email);
      const { challenge } = await identity.call(signInWithEmail, { ...proof, client: CLIENT });
      return challenge?.challengeToken as string;
    };
    const ofEarlier = await first();
    const earlier = await mailed();
    const challengeToken = await first();
    const code = await mailed();
    expect(await refusal(verify(ofEarlier, code))).toBe('SECOND_FACTOR_INVALID');
    expect(await refusal(verify(challengeToken, earlier))).toBe('SECOND_FACTOR_INVALID');
    await emailProof(identity, email);
    const { user: again } = await verify(challengeToken, code);
    expect(again.id).toBe(user.id);
    expect(await refusal(verify(ofEarlier, earlier))).toBe('SECOND_FACTOR_INVALID');

    const resent = await first();
    await identity.call(askForSecondFactorCode, { challengeToken: resent });
    await verify(resent, await mailed());
    const sessionId = await sessionIdOf(identity, user.id);
    const unlinked = identity.call(unlinkEmail, { userId: user.id, sessionId, client: CLIENT });
    expect(await refusal(unlinked)).toBe('TWO_FACTOR_BY_EMAIL');
  });

  it('does not start where a secret is sealed with a key it lacks', async () => {
    await person();
    const env = { MASTER_KEYS: newMasterKey('dev2') };
    const lacking = await startIdentity(env, { database: identity.database });
    const started = lacking.get(SealedTablesCheck).onModuleInit();
    await expect(started).rejects.toThrow(/MASTER_KEYS lacks dev1, with which stored secrets are sealed/);
    await lacking.stop();
  });
});
