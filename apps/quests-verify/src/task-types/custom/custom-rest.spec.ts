import { readProjectCheck, type Fact, type ProjectCheck } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { submitQuest, type VerificationMethod } from '@questp/messages/quests';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { newId, sql } from '@questp/postgres';
import { errorOf, newWallet, RACERS, raceSame, startQuests, type Quests } from '../../testing/quests.fixture.js';
import { TASK_TYPES } from '../index.js';
import { validateConfig } from '../../catalog/definition/validation.js';
import { emailHash } from './identities.js';

const url = 'https://quests.example.org/check';

describe('custom_rest', () => {
  let quests: Quests;
  beforeAll(async () => {
    quests = await startQuests();
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(() => {
    quests.others.projectCheck = undefined;
    quests.others.projectChecks.length = 0;
  });
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const addQuest = (config: JsonObject = {}, method: VerificationMethod = 'project_rest') =>
    quests.addQuest('custom_rest', { url, ...config }, { method });
  const addEarner = async () => {
    const userId = await quests.addEarner();
    const wallet = newWallet();
    quests.others.wallets.set(userId, [wallet]);
    return { userId, wallet };
  };
  const submit = (userId: string, questId: string, inputs: JsonObject = {}) =>
    quests.call(submitQuest, { userId, questId, inputs });
  const answers = (status: Fact<ProjectCheck>['status'], detail: string, retryAt: Date | null = null) => {
    quests.others.projectCheck = { status, value: null, detail, retryAt: retryAt?.toISOString() ?? null };
  };
  const says = (value: Partial<ProjectCheck>) => {
    quests.others.projectCheck = { value: { result: 'pass', message: null, points: null, ...value } };
  };
  const asked = (): RequestOf<typeof readProjectCheck> => {
    const last = quests.others.projectChecks.at(-1);
    if (last === undefined) throw new Error('Nothing was asked');
    return last;
  };
  const reports = async (questId: string) =>
    (await quests.events('quest.misconfigured', questId)).map(({ reason }) => reason);

  it('credits what the endpoint passes, and sends it the identities that the quest names', async () => {
    const { userId, wallet } = await addEarner();
    quests.others.microblogUser(userId, { accountId: '42' });
    quests.others.emails.set(userId, 'Luna@example.org');
    const questId = await addQuest({
      ...{ identities: ['wallet', 'microblog', 'email_hash'], bearerToken: 'top secret', contract: 'standard' },
    });
    expect(await submit(userId, questId)).toMatchObject({ status: 'claimed', pointsAwarded: 10 });
    expect(asked()).toMatchObject({
      ...{ projectId: quests.projectId, questId, userId, startsAt: null, endsAt: null },
      endpoint: { url, contract: 'standard', secret: 'top secret' },
      identities: {
        wallets: [wallet],
        accounts: [{ platform: 'microblog', accountId: '42', handle: 'luna' }],
        ...{ email: null, emailSha256: emailHash('luna@example.org') },
      },
    });
    expect(emailHash('Luna@example.org')).toBe(emailHash('luna@example.org'));
  });

  it('sends no identity that the quest does not name', async () => {
    const { userId } = await addEarner();
    quests.others.microblogUser(userId);
    quests.others.emails.set(userId, 'luna@example.org');
    await submit(userId, await addQuest({ identities: ['microblog'] }));
    expect(asked().identities).toMatchObject({ wallets: [], email: null, emailSha256: null });
    expect(asked().identities.accounts).toHaveLength(1);
  });

  it('sends only wallets on the chains of the quest', async () => {
    const { userId, wallet } = await addEarner();
    quests.others.wallets.set(userId, [newWallet('osmosis-1'), wallet]);
    await submit(userId, await addQuest({ chainIds: ['cosmoshub-4'] }));
    expect(asked().identities.wallets).toEqual([wallet]);
  });

  it.each([
    [['chatcomm'], 'NOT_LINKED', { missingAccount: 'chatcomm' }],
    [['email_hash'], 'EMAIL_MISSING', {}],
    [['wallet', 'codehost'], 'NOT_LINKED', { missingAccount: 'codehost' }],
  ])('refuses an earner without %j with %s, and calls no endpoint', async (identities, code, extra) => {
    const { userId } = await addEarner();
    const { code: refused, details } = await errorOf(submit(userId, await addQuest({ identities })));
    expect(refused).toBe(code);
    expect(details.extra).toEqual(extra);
    expect(quests.others.projectChecks).toEqual([]);
  });

  it('refuses an earner without a wallet on the chains of the quest', async () => {
    const { userId } = await addEarner();
    expect((await errorOf(submit(userId, await addQuest({ chainIds: ['osmosis-1'] })))).code).toBe('WALLET_NOT_LINKED');
  });

  it('sends an e-mail address only with the consent of the earner', async () => {
    const { userId } = await addEarner();
    quests.others.emails.set(userId, 'luna@example.org');
    const questId = await addQuest({ identities: ['email'] });
    const { code, details } = await errorOf(submit(userId, questId));
    expect([code, details.errors?.[0]?.pointer]).toEqual(['TASK_INPUTS_INVALID', '/inputs/shareEmail']);
    expect(quests.others.projectChecks).toEqual([]);
    await submit(userId, questId, { shareEmail: true });
    expect(asked().identities.email).toBe('luna@example.org');
  });

  it('shows the message of a fail to the earner, and counts a pause', async () => {
    const { userId } = await addEarner();
    const questId = await addQuest();
    says({ result: 'fail', message: 'Trade once.' });
    const { code, message } = await errorOf(submit(userId, questId));
    expect([code, message]).toEqual(['ACTION_NOT_FOUND', 'The project answered: Trade once.']);
    expect((await errorOf(submit(userId, questId))).code).toBe('QUEST_COOLDOWN');
  });

  it('credits the points that the endpoint names, at once and after a repeated check', async () => {
    const { userId } = await addEarner();
    const config = { minPoints: 5, maxPoints: 50 };
    says({ points: 50 });
    const questId = await addQuest(config);
    expect(await submit(userId, questId)).toMatchObject({ status: 'claimed', pointsAwarded: 50 });
    expect(asked().endpoint).toMatchObject(config);

    answers('not_found', 'The project has not decided yet.');
    const { userId: later } = await addEarner();
    const { id } = await submit(later, questId);
    says({ points: 7 });
    await quests.letTimePass();
    await quests.worker().round();
    expect(await quests.db.row(sql`SELECT status, points_awarded AS points FROM submission WHERE id = ${id}`)).toEqual({
      status: 'claimed',
      points: 7,
    });
  });

  it('asks again at the time that the endpoint names, with the id of the same attempt', async () => {
    const { userId } = await addEarner();
    const questId = await addQuest();
    const retryAt = new Date(Date.now() + 3_600_000);
    answers('not_found', 'The project has not decided yet.', retryAt);
    const pending = await submit(userId, questId);
    expect(pending).toMatchObject({ status: 'pending', nextTryAt: retryAt.toISOString() });
    const { attemptId } = asked();
    quests.others.projectCheck = undefined;
    await quests.letTimePass();
    await quests.worker().round();
    expect(quests.others.projectChecks.map((check) => check.attemptId)).toEqual([attemptId, attemptId]);
  });

  it('repeats a request under its Idempotency-Key as the same attempt, and other requests as others', async () => {
    const { userId } = await addEarner();
    const questId = await addQuest();
    const idempotency = { scope: `${userId} submit`, key: newId(), requestHash: 'a'.repeat(64) };
    says({ result: 'fail' });
    await errorOf(quests.call(submitQuest, { userId, questId, inputs: {}, idempotency }));
    await quests.db.execute(sql`DELETE FROM negative_check`);
    await errorOf(quests.call(submitQuest, { userId, questId, inputs: {}, idempotency }));
    await quests.db.execute(sql`DELETE FROM negative_check`);
    await errorOf(submit(userId, questId));
    const [first, second, third] = quests.others.projectChecks.map(({ attemptId }) => attemptId);
    expect([second, third === first]).toEqual([first, false]);
  });

  it('waits and notifies the team once when the endpoint answers outside of its contract', async () => {
    const detail = 'The endpoint of the project answered with status 404.';
    answers('misconfigured', detail);
    const questId = await addQuest();
    const earners = [await addEarner(), await addEarner()];
    for (const { userId } of earners) {
      expect(await submit(userId, questId)).toMatchObject({ status: 'pending', reason: detail });
    }
    expect(await reports(questId)).toEqual([detail]);
    quests.others.projectCheck = undefined;
    await quests.letTimePass();
    await quests.worker().round();
    const rows = await quests.db.rows(sql`SELECT DISTINCT status FROM submission WHERE quest_id = ${questId}`);
    expect(rows).toEqual([{ status: 'claimed' }]);
  });

  it('waits without a notification when the endpoint does not answer', async () => {
    answers('unavailable', 'No answer.');
    const questId = await addQuest();
    const { userId } = await addEarner();
    expect(await submit(userId, questId)).toMatchObject({ status: 'pending' });
    expect(await reports(questId)).toEqual([]);
  });

  it('hands the third negative check of a hybrid quest to the reviewers', async () => {
    const { userId } = await addEarner();
    const questId = await addQuest({}, 'hybrid');
    says({ result: 'fail' });
    const inputs = { link: 'https://example.org/my-trade' };
    for (let negatives = 1; negatives < 3; negatives += 1) {
      expect((await errorOf(submit(userId, questId, inputs))).code).toBe('ACTION_NOT_FOUND');
      await quests.db.execute(sql`UPDATE negative_check SET checked_at = checked_at - interval '1 minute'`);
    }
    expect(await submit(userId, questId, inputs)).toMatchObject({ status: 'in_review' });
  });

  it('completes for one account with a wallet', async () => {
    const { userId, wallet } = await addEarner();
    const questId = await addQuest();
    await submit(userId, questId);
    const { userId: other } = await addEarner();
    quests.others.wallets.set(other, [wallet]);
    expect((await errorOf(submit(other, questId))).code).toBe('WALLET_ALREADY_USED');
  });

  it('completes for one account with a platform account and with an e-mail address', async () => {
    const [{ userId: first }, { userId: second }] = [await addEarner(), await addEarner()];
    for (const userId of [first, second]) {
      quests.others.microblogUser(userId, { accountId: '99' });
      quests.others.emails.set(userId, 'shared@example.org');
    }
    for (const identities of [['microblog'], ['email_hash', 'wallet']]) {
      const questId = await addQuest({ identities });
      await submit(first, questId);
      expect((await errorOf(submit(second, questId))).code).toBe('SUBJECT_ALREADY_USED');
    }
  });

  it('credits one of twenty parallel attempts', async () => {
    const { userId } = await addEarner();
    const questId = await addQuest();
    const outcomes = await raceSame(() => submit(userId, questId));
    expect(outcomes.replies.length + (outcomes.errors.ALREADY_COMPLETED ?? 0)).toBe(RACERS);
    const rows = await quests.db.rows(sql`SELECT points FROM points_ledger WHERE quest_id = ${questId}`);
    expect(rows).toEqual([{ points: 10 }]);
  });

  it.each([
    [{ contract: 'taskon', identities: ['wallet', 'microblog'] }, '/identities'],
    [{ contract: 'galxe' }, '/url'],
    [{ contract: 'thx' }, '/bearerToken'],
    [{ minPoints: 10 }, '/minPoints'],
    [{ minPoints: 10, maxPoints: 9 }, '/minPoints'],
    [{ bearerToken: 'two\r\nlines' }, '/bearerToken'],
    [{ url: 'https://user:password@example.org' }, '/url'],
    [{ url: 'ftp://example.org' }, '/url'],
    [{ contract: 'webhook' }, '/contract'],
    [{ identities: ['passport'] }, '/identities/0'],
  ])('refuses the configuration %j at %s', (config, pointer) => {
    const result = validateConfig(TASK_TYPES.get('custom_rest'), { url, ...config });
    expect(result.ok ? [] : result.errors.map((error) => error.pointer)).toContain(pointer);
  });
});
