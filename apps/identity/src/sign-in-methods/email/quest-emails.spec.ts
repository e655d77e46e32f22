import { askForQuestEmailCode, askForSignInCode, readQuestEmail } from '@questp/messages/identity';
import { LIMITS } from '@questp/messages/tables';
import { newId, sql } from '@questp/postgres';
import { started } from '@questp/testing';
import {
  CLIENT,
  newEmail,
  proofOf,
  refusal,
  signIn,
  signInByEmail,
  startIdentity,
} from '../../testing/identity.fixture.js';

const QUEST = { projectName: 'Moon', questTitle: 'Verify your work address', intro: null };

describe('an address that is verified for a quest', () => {
  const identity = started(startIdentity);

  const newEarner = async (questId = newId()) => ({ userId: (await signIn(identity)).user.id, questId });
  type Earner = Awaited<ReturnType<typeof newEarner>>;
  const ask = (who: Earner, email: string, projectId = newId()) =>
    identity.call(askForQuestEmailCode, { ...who, email, projectId, ...QUEST });
  const codeFor = async (who: Earner, email: string) => {
    await ask(who, email);
    return (await proofOf(identity, email, '')).code;
  };
  const read = (who: Earner, code: string | null) => identity.call(readQuestEmail, { ...who, code });

  it('is proven by the mailed code, and again by the same code until it expires', async () => {
    const [who, email] = [await newEarner(), newEmail()];
    const code = await codeFor(who, email);
    const proven = await read(who, code);
    expect(proven).toEqual({ address: expect.stringMatching(/^[\w-]{43}$/) as string, domain: email.split('@')[1] });
    expect(await Promise.all(Array.from({ length: 20 }, () => read(who, code)))).toEqual(Array(20).fill(proven));
    await identity.db.execute(sql`UPDATE email_challenge SET expires_at = now() WHERE email = ${email}`);
    expect(await refusal(read(who, code))).toBe('EMAIL_CODE_INVALID');
  });

  it('is in the mail with the texts of the quest, and in no event', async () => {
    const [who, email] = [await newEarner(), newEmail()];
    await ask(who, email);
    const mail = (await identity.mails()).findLast(({ recipient }) => recipient === email);
    expect(mail).toMatchObject({ template: 'quest.email_link_otp', quest: QUEST });
    expect(await identity.db.rows(sql`SELECT FROM outbox WHERE data::text LIKE ${`%${email}%`}`)).toEqual([]);
  });

  it('A-39: is not proven by the code of another quest, earner or purpose, nor by one that was replaced', async () => {
    const [who, email] = [await newEarner(), newEmail()];
    const other = { ...who, userId: (await newEarner()).userId };
    const [code, ofOther] = [await codeFor(who, email), await codeFor(other, email)];
    await identity.call(askForSignInCode, { email, client: CLIENT });
    const signInCode = (await proofOf(identity, email, '')).code;
    for (const wrong of [ofOther, signInCode]) expect(await refusal(read(who, wrong))).toBe('EMAIL_CODE_INVALID');
    expect(await refusal(read({ ...who, questId: newId() }, code))).toBe('EMAIL_CODE_INVALID');
    const second = await codeFor(who, newEmail());
    expect(await refusal(read(who, code))).toBe('EMAIL_CODE_INVALID');
    expect(await read(who, second)).toMatchObject({ domain: expect.any(String) as string });
  });

  it('A-39: is not proven after five wrong codes', async () => {
    const [who, email] = [await newEarner(), newEmail()];
    const code = await codeFor(who, email);
    const wrong = code.slice(0, -1) + (code.endsWith('a') ? 'b' : 'a');
    const tried = await Promise.all(Array.from({ length: 5 }, () => refusal(read(who, wrong))));
    expect(new Set(tried)).toEqual(new Set(['EMAIL_CODE_INVALID']));
    expect(await refusal(read(who, code))).toBe('EMAIL_CODE_INVALID');
  });

  it('adds no sign-in method, and ends no code to sign in', async () => {
    const [who, email] = [await newEarner(), newEmail()];
    const { challengeId } = await identity.call(askForSignInCode, { email, client: CLIENT });
    const signInCode = (await proofOf(identity, email, challengeId)).code;
    await read(who, await codeFor(who, email));
    expect(await identity.db.rows(sql`SELECT FROM user_email WHERE user_id = ${who.userId}`)).toEqual([]);
    const live = sql`SELECT FROM email_challenge WHERE id = ${challengeId} AND NOT closed`;
    expect([signInCode.length, (await identity.db.rows(live)).length]).toEqual([10, 1]);
  });

  it('is the address of the account without a code, and has another hash for each quest', async () => {
    const email = newEmail();
    const { user } = await signInByEmail(identity, email);
    const [first, second] = [
      { userId: user.id, questId: newId() },
      { userId: user.id, questId: newId() },
    ];
    const [read1, read2] = [await read(first, null), await read(second, null)];
    expect(read1.domain).toBe(email.split('@')[1]);
    expect(read1.address).not.toBe(read2.address);
    expect((await read(first, await codeFor(first, email))).address).toBe(read1.address);
    expect(await read(await newEarner(), null)).toEqual({ address: null, domain: null });
  });

  it('A-39: is mailed to at most so many times a day for an earner, an address and a project', async () => {
    const race = (requests: (() => Promise<unknown>)[]) =>
      Promise.all(
        requests.map((request) =>
          request().then(
            () => 'sent',
            (error: { code: string }) => error.code,
          ),
        ),
      );
    const mostOf = async (requests: (() => Promise<unknown>)[]) =>
      (await race(requests)).filter((outcome) => outcome === 'sent').length;
    const who = await newEarner();
    const { max: ofEarner } = LIMITS.questCodesOfEarner;
    expect(await mostOf(Array.from({ length: ofEarner + 5 }, () => () => ask(who, newEmail())))).toBe(ofEarner);
    const email = newEmail();
    const { max: ofAddress } = LIMITS.questCodesOfAddress;
    const earners = await Promise.all(Array.from({ length: ofAddress + 5 }, () => newEarner()));
    expect(await mostOf(earners.map((earner) => () => ask(earner, email)))).toBe(ofAddress);
    const projectId = newId();
    const [one, two] = [await newEarner(), await newEarner()];
    await ask(one, newEmail(), projectId);
    await identity.db.execute(sql`
      UPDATE quest_code_count SET count = ${LIMITS.questCodesOfProject.max} WHERE key = ${projectId}`);
    expect(await refusal(ask(two, newEmail(), projectId))).toBe('RATE_LIMITED');
    await identity.db.execute(sql`UPDATE quest_code_count SET day = day - 1`);
    await expect(ask(two, newEmail(), projectId)).resolves.toMatchObject({ expiresAt: expect.any(String) as string });
  });
});
