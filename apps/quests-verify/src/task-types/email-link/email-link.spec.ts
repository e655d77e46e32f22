import { getEmailLinkStatus, sendEmailLinkCode, verifyEmailLink } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { errorOf, race, startQuests } from '../../testing/quests.fixture.js';

describe('a quest that asks for a verified e-mail address', () => {
  const quests = started(startQuests);
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const addQuest = (config: object = { allowedDomains: ['example.org'] }) =>
    quests.addQuest('email_link', { ...config });
  const earner = async (email?: string) => {
    const userId = await quests.addEarner();
    if (email !== undefined) quests.others.emails.set(userId, email);
    return userId;
  };
  const send = (questId: string, userId: string, email: string) =>
    quests.call(sendEmailLinkCode, { questId, userId, email });
  const codeOf = (questId: string, userId: string) =>
    [...quests.others.emailCodes].findLast(([, asked]) => asked.questId === questId && asked.userId === userId);
  const verify = (questId: string, userId: string, code: string) =>
    quests.call(verifyEmailLink, { questId, userId, code });
  const useLinked = (questId: string, userId: string) =>
    quests.call(verifyEmailLink, { questId, userId, useLinkedEmail: true });

  it('is completed by the mailed code, of which nothing is stored, nor of the address', async () => {
    const [questId, userId] = [await addQuest({ mailIntro: 'From Moon.' }), await earner()];
    await send(questId, userId, 'dora.secret+quest@work.example');
    const [code = '', asked] = codeOf(questId, userId) ?? [];
    expect(asked).toMatchObject({ email: 'dora.secret+quest@work.example', intro: 'From Moon.' });
    expect(await verify(questId, userId, code)).toMatchObject({ status: 'claimed', pointsAwarded: 10 });
    expect((await errorOf(verify(questId, userId, code))).code).toBe('ALREADY_COMPLETED');
    const stored = await quests.db.row<{ all: string }>(sql`
      SELECT concat(
        (SELECT json_agg(s) FROM submission s), (SELECT json_agg(v) FROM verification_check v),
        (SELECT json_agg(c) FROM completion_subject c), (SELECT json_agg(o) FROM outbox o)) AS all`);
    expect(stored?.all).toContain('[redacted]');
    expect(stored?.all).not.toContain('dora.secret');
    expect(stored?.all).not.toContain(code);
  });

  it('is completed by the address of the account, unless the team wants a new code', async () => {
    const questId = await addQuest();
    const userId = await earner('ada@example.org');
    expect(await quests.call(getEmailLinkStatus, { questId, userId })).toEqual({
      ...{ linkedEmail: 'ada@example.org', domainMatches: true, canSkipOtp: true },
    });
    expect(await useLinked(questId, userId)).toMatchObject({ status: 'claimed' });
    const strict = await addQuest({ reuseLinkedEmail: false });
    expect(await quests.call(getEmailLinkStatus, { questId: strict, userId })).toMatchObject({ canSkipOtp: false });
    expect((await errorOf(useLinked(strict, userId))).code).toBe('TASK_INPUTS_INVALID');
    const without = await earner();
    expect(await quests.call(getEmailLinkStatus, { questId, userId: without })).toEqual({
      ...{ linkedEmail: null, domainMatches: null, canSkipOtp: false },
    });
    expect((await errorOf(useLinked(questId, without))).code).toBe('EMAIL_MISSING');
  });

  it.each([
    'ada@mail.example.org',
    'ada@example.org.evil.example',
    'ada@notexample.org',
    'ada@example.orgs',
    'ada@example.org.',
    'ada@еxample.org',
  ])('mails no code to %s, whose domain is another one', async (email) => {
    const [questId, userId] = [await addQuest(), await earner(email)];
    expect((await errorOf(send(questId, userId, email))).code).toBe('EMAIL_DOMAIN_NOT_ALLOWED');
    expect(codeOf(questId, userId)).toBeUndefined();
    expect(await quests.call(getEmailLinkStatus, { questId, userId })).toMatchObject({ canSkipOtp: false });
  });

  it.each([
    ['Ada@EXAMPLE.org', ['example.org'], 'Ada@example.org'],
    ['ada@ｅxample。org', ['example.org'], 'ada@example.org'],
    ['ada@bücher.example', ['xn--bcher-kva.example'], 'ada@xn--bcher-kva.example'],
  ])('mails the code for %s to its domain in ASCII', async (email, allowedDomains, mailed) => {
    const [questId, userId] = [await addQuest({ allowedDomains }), await earner()];
    await send(questId, userId, email);
    expect(codeOf(questId, userId)?.[1].email).toBe(mailed);
  });

  it('refuses an address whose domain is no longer accepted when the code is entered', async () => {
    const [questId, userId] = [await addQuest({ allowedDomains: ['example.org', 'example.net'] }), await earner()];
    await send(questId, userId, 'ada@example.net');
    await quests.db.execute(sql`
      UPDATE quest SET config = jsonb_set(config, '{allowedDomains}', '["example.org"]') WHERE id = ${questId}`);
    const [code = ''] = codeOf(questId, userId) ?? [];
    expect((await errorOf(verify(questId, userId, code))).code).toBe('EMAIL_DOMAIN_NOT_ALLOWED');
  });

  it('counts an address for one of 20 accounts that verify it at the same time, and in each quest', async () => {
    const [questId, other] = [await addQuest(), await addQuest()];
    const earners = await Promise.all(Array.from({ length: 20 }, () => earner('ada@example.org')));
    const { replies, errors } = await race(earners.map((userId) => () => useLinked(questId, userId)));
    expect([replies.length, errors]).toEqual([1, { SUBJECT_ALREADY_USED: 19 }]);
    expect(await useLinked(other, earners[0] as string)).toMatchObject({ status: 'claimed' });
  });

  it('A-39: refuses the code of another earner or quest, and credits one of 20 attempts with the right one', async () => {
    const [questId, other, userId, thief] = [await addQuest(), await addQuest(), await earner(), await earner()];
    await send(questId, userId, 'ada@example.org');
    const [code = ''] = codeOf(questId, userId) ?? [];
    expect((await errorOf(verify(questId, thief, code))).code).toBe('EMAIL_CODE_INVALID');
    expect((await errorOf(verify(other, userId, code))).code).toBe('EMAIL_CODE_INVALID');
    const { replies } = await race(Array.from({ length: 20 }, () => () => verify(questId, userId, code)));
    expect(replies).toHaveLength(1);
  });

  it('mails no code for a quest that the earner has completed, or when identity does not answer', async () => {
    const [questId, userId] = [await addQuest(), await earner('ada@example.org')];
    quests.others.down.add('identity');
    expect((await errorOf(send(questId, userId, 'ada@example.org'))).code).toBe('SERVICE_UNAVAILABLE');
    expect((await errorOf(useLinked(questId, userId))).code).toBe('CHECK_UNAVAILABLE');
    quests.others.down.delete('identity');
    await useLinked(questId, userId);
    expect((await errorOf(send(questId, userId, 'ada@example.org'))).code).toBe('ALREADY_COMPLETED');
  });
});
