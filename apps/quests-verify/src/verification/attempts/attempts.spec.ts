import { jest } from '@jest/globals';
import { listOwnChecks, listTeamChecks, submitQuest } from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import { availableType } from '../../catalog/definition/task-type.js';
import { TASK_TYPES } from '../../task-types/index.js';
import { errorOf, newWallet, raceSame, RACERS, type Quests } from '../../testing/quests.fixture.js';
import { attempt, aWallet } from '../../testing/attempts.fixture.js';
import { chainId, startTransfers, type Transfers } from '../../testing/transfers.fixture.js';
import { QuestEntryRepository } from '../entry/quest-entry.repository.js';
import { GatherFacts } from '../facts/gather-facts.js';

describe('attempts', () => {
  let quests: Quests;
  let transfer: Transfers['transfer'];
  let recheck: Transfers['recheck'];
  beforeAll(async () => {
    ({ quests, transfer, recheck } = await startTransfers());
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(() => quests.others.down.clear());
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  describe('a refused attempt', () => {
    it('leaves its check and no submission', async () => {
      const { who, index, submit, checks } = await transfer();
      index({ acts: [] });
      expect((await errorOf(submit())).code).toBe('TRANSACTION_WRONG_SENDER');
      expect(await checks()).toMatchObject([
        { submissionId: null, outcome: 'fail', code: 'TRANSACTION_WRONG_SENDER', ruleVersion: 4, trigger: 'earner' },
      ]);
      expect(await quests.db.rows(sql`SELECT FROM submission WHERE user_id = ${who.userId}`)).toEqual([]);
      index();
      expect(await submit()).toMatchObject({ status: 'claimed' });
    });

    it('names the account settings that hide the action, and does not notify the team', async () => {
      const { who, hash, submit, checks } = await transfer();
      const detail = 'Your profile is hidden from searches; show it.';
      quests.others.transactions.set(hash, { status: 'hidden', value: null, detail, retryAt: null });
      expect(await errorOf(submit())).toMatchObject({ code: 'ACCOUNT_HIDDEN', details: { detail } });
      expect(await checks()).toMatchObject([{ outcome: 'fail', code: 'ACCOUNT_HIDDEN', detail }]);
      expect(await quests.events('quest.misconfigured', who.questId)).toEqual([]);
    });

    it('refers to the team when the chain of the quest cannot be read', async () => {
      const { hash, submit } = await transfer();
      quests.others.transactions.set(hash, { status: 'unsupported', value: null, detail: null, retryAt: null });
      expect((await errorOf(submit())).code).toBe('QUEST_MISCONFIGURED');
    });
  });

  it.each([
    ['engagement_daily_checkin', { period: { kind: 'daily' } }],
    ['engagement_terms_accept', {}],
    ['learn_quiz', {}],
    ['engagement_secret_code', {}],
  ] as const)(
    'an attempt of %s, which needs no facts, reads the entry once and gathers nothing',
    async (taskTypeId, options) => {
      const type = availableType(TASK_TYPES.get(taskTypeId));
      const questId = await quests.addQuest(taskTypeId, type.exampleConfig, options);
      const who = { userId: await quests.addEarner(), questId };
      const entries = quests.get(QuestEntryRepository);
      const [read, lock] = [jest.spyOn(entries, 'read'), jest.spyOn(entries, 'lock')];
      const gather = jest.spyOn(quests.get(GatherFacts), 'of');
      try {
        expect(['claimed', 'in_review']).toContain((await attempt(quests, type, who, aWallet(chainId))).status);
        expect([read, lock, gather].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0]);
      } finally {
        for (const spy of [read, lock, gather]) spy.mockRestore();
      }
    },
  );

  describe('a transaction', () => {
    it('completes a quest once, for one account and one period', async () => {
      const first = await transfer();
      first.index();
      await first.submit();
      const stranger = await quests.addEarner();
      quests.others.wallets.set(stranger, quests.others.wallets.get(first.who.userId) ?? []);
      const second = await transfer({ questId: first.who.questId, userId: stranger, hash: first.hash });
      expect((await errorOf(second.submit())).code).toBe('SUBJECT_ALREADY_USED');

      const period = { kind: 'interval', hours: 1 } as const;
      const hourly = await transfer({ period });
      hourly.index();
      const { id } = await hourly.submit();
      await quests.asOwner().transaction(async (tx) => {
        await tx.execute(sql`ALTER TABLE points_ledger DISABLE TRIGGER points_ledger_append_only`);
        for (const table of [sql`submission`, sql`points_ledger`, sql`completion_subject`]) {
          await tx.execute(sql`
          UPDATE ${table} SET period_key = '2020-01-01T00:00:00.000Z' WHERE quest_id = ${hourly.who.questId}`);
        }
        await tx.execute(sql`ALTER TABLE points_ledger ENABLE TRIGGER points_ledger_append_only`);
      });
      expect((await errorOf(hourly.submit())).code).toBe('SUBJECT_ALREADY_USED');
      expect(id).toBeDefined();
    });

    it('is the same one with its hash in lower case', async () => {
      const { who, index } = await transfer({ hash: 'ABCDEF'.padStart(64, '0') });
      index();
      const inputs = { txHash: 'abcdef'.padStart(64, '0') };
      expect(await quests.call(submitQuest, { ...who, inputs })).toMatchObject({ status: 'claimed' });
    });
  });

  describe('a wallet', () => {
    it('that moves between accounts counts once, also when both check at once', async () => {
      for (let round = 0; round < 5; round += 1) {
        const questId = await quests.addQuest('identity_wallet_link', {});
        const wallet = newWallet(chainId);
        const earners = [await quests.addEarner(), await quests.addEarner()];
        for (const userId of earners) quests.others.wallets.set(userId, [wallet]);
        let turn = 0;
        const submit = () => quests.call(submitQuest, { userId: earners[(turn += 1) % 2] ?? '', questId, inputs: {} });
        const { replies, errors } = await raceSame(submit);
        expect(replies).toHaveLength(1);
        expect((errors.WALLET_ALREADY_USED ?? 0) + (errors.ALREADY_COMPLETED ?? 0)).toBe(RACERS - 1);
        expect(errors.WALLET_ALREADY_USED).toBe(RACERS / 2);
      }
    });

    it('that is already used does not block the next wallet of the account', async () => {
      const questId = await quests.addQuest('identity_wallet_link', {});
      const [taken, free] = [newWallet(chainId), newWallet('osmosis-1')];
      const [first, second] = [await quests.addEarner(), await quests.addEarner()];
      quests.others.wallets.set(first, [taken]);
      quests.others.wallets.set(second, [taken, free]);
      await quests.call(submitQuest, { userId: first, questId, inputs: {} });
      expect(await quests.call(submitQuest, { userId: second, questId, inputs: {} })).toMatchObject({
        status: 'claimed',
      });
    });
  });

  describe('a hybrid quest', () => {
    const wrong = { acts: [] };

    it('A-11: refuses two negative checks and sends the third to a reviewer, also under races', async () => {
      for (let round = 0; round < 3; round += 1) {
        const { index, submit, checks } = await transfer({ method: 'hybrid' });
        index(wrong);
        const { replies, errors } = await raceSame(submit);
        expect(replies).toMatchObject([{ status: 'in_review', checks: [{ outcome: 'review' }] }]);
        expect(errors.TRANSACTION_WRONG_SENDER).toBe(2);
        expect(errors.SUBMISSION_IN_REVIEW).toBe(RACERS - 3);
        expect(await checks()).toHaveLength(3);
      }
    });

    it('A-12: sends an outage to a reviewer after 15 minutes, and an unknown transaction after its limit', async () => {
      const calls = async () => (await quests.db.rows(sql`SELECT FROM review_call`)).length;
      await quests.db.execute(sql`DELETE FROM review_call`);
      const { submit, get } = await transfer({ method: 'hybrid' });
      const { id, status } = await submit();
      expect(status).toBe('pending');
      expect(await calls()).toBe(0);
      await quests.db.execute(
        sql`UPDATE pending_check SET since = now() - interval '25 hours' WHERE submission_id = ${id}`,
      );
      await recheck();
      expect(await get(id)).toMatchObject({ status: 'in_review' });
      expect(await calls()).toBe(1);

      const outage = await transfer({ method: 'hybrid' });
      quests.others.down.add('integrations');
      const waiting = await outage.submit();
      expect(waiting).toMatchObject({ status: 'pending', checks: [{ code: 'CHECK_UNAVAILABLE' }] });
      expect(await calls()).toBe(1);
      await quests.db.execute(sql`
        UPDATE pending_check SET unanswered_since = now() - interval '15 minutes' WHERE submission_id = ${waiting.id}`);
      await recheck();
      expect(await outage.get(waiting.id)).toMatchObject({ status: 'in_review' });
      expect(await calls()).toBe(2);
    });

    it('goes to a reviewer after three checks of an account whose settings hide the action', async () => {
      const { hash, submit } = await transfer({ method: 'hybrid' });
      quests.others.transactions.set(hash, { status: 'hidden', value: null, detail: 'Show it.', retryAt: null });
      for (let i = 0; i < 2; i += 1) expect((await errorOf(submit())).code).toBe('ACCOUNT_HIDDEN');
      expect(await submit()).toMatchObject({ status: 'in_review' });
    });

    it('counts no check as negative that fails because of a setting of the team', async () => {
      const { hash, index, submit } = await transfer({ method: 'hybrid' });
      quests.others.transactions.set(hash, { status: 'unsupported', value: null, detail: null, retryAt: null });
      for (let i = 0; i < 4; i += 1) expect((await errorOf(submit())).code).toBe('QUEST_MISCONFIGURED');
      index();
      expect(await submit()).toMatchObject({ status: 'claimed' });
    });
  });

  describe('the team of a misconfigured quest', () => {
    const misconfigured = async () => {
      const { who, hash, submit } = await transfer();
      quests.others.transactions.set(hash, {
        ...{ status: 'unsupported', value: null, retryAt: null },
        detail: 'This chain has no such transactions.',
      });
      const reports = () => quests.events('quest.misconfigured', who.questId);
      return { who, hash, submit, reports };
    };

    it('is notified once about the attempts of all accounts', async () => {
      const { who, hash, submit, reports } = await misconfigured();
      const { errors } = await raceSame(submit);
      expect(errors).toEqual({ QUEST_MISCONFIGURED: RACERS });
      for (let account = 0; account < 5; account += 1) {
        expect((await errorOf((await transfer({ questId: who.questId, hash })).submit())).code).toBe(
          'QUEST_MISCONFIGURED',
        );
      }
      expect(await reports()).toMatchObject([
        { questId: who.questId, projectId: quests.projectId, reason: 'This chain has no such transactions.' },
      ]);
    });

    it.each([
      ['the quest was changed', (id: string) => sql`UPDATE quest SET updated_at = now() WHERE id = ${id}`],
      [
        'a week has passed',
        (id: string) =>
          sql`UPDATE misconfigured_quest SET reported_at = now() - interval '7 days 1 second' WHERE quest_id = ${id}`,
      ],
    ])('is notified again after %s', async (_, change) => {
      const { who, submit, reports } = await misconfigured();
      await errorOf(submit());
      await quests.db.execute(change(who.questId));
      await errorOf(submit());
      await errorOf(submit());
      expect(await reports()).toHaveLength(2);
    });
  });

  describe('a check that ends in review', () => {
    const sent = (id: string) => quests.events('submission.sent_to_review', id);

    it('notifies the earner once, during an attempt or a repeated check', async () => {
      const refused = await transfer({ method: 'hybrid' });
      refused.index({ acts: [] });
      for (let negatives = 1; negatives < 3; negatives += 1) await errorOf(refused.submit());
      expect(await sent((await refused.submit()).id)).toHaveLength(1);

      const late = await transfer({ method: 'hybrid' });
      const { id } = await late.submit();
      expect(await sent(id)).toEqual([]);
      await quests.db.execute(
        sql`UPDATE pending_check SET since = now() - interval '25 hours' WHERE submission_id = ${id}`,
      );
      await recheck();
      await recheck();
      expect(await sent(id)).toMatchObject([{ userId: late.who.userId, status: 'in_review' }]);
    });

    it('does not notify an earner who submitted proof for reviewers', async () => {
      const { exampleConfig, exampleInputs: inputs } = availableType(TASK_TYPES.get('content_blog_write'));
      const questId = await quests.addQuest('content_blog_write', exampleConfig, { method: 'manual' });
      const userId = await quests.addEarner();
      const { id, status } = await quests.call(submitQuest, { userId, questId, inputs });
      expect([status, await sent(id)]).toEqual(['in_review', []]);
    });
  });

  describe('the record of a check', () => {
    it('is listed in pages for the earner and the team, and for no other user', async () => {
      const { who, index, submit, checks } = await transfer();
      for (let i = 0; i < 3; i += 1) {
        index({ height: i + 1, acts: [] });
        await errorOf(submit());
      }
      const all = await checks();
      const first = await quests.call(listOwnChecks, { ...who, limit: 2 });
      const second = await quests.call(listOwnChecks, { ...who, limit: 2, cursor: first.nextCursor ?? '' });
      expect([...first.items, ...second.items]).toEqual(all);
      expect(new Set(all.map(({ factsHash }) => factsHash)).size).toBe(3);
      expect(all[0]?.facts).toMatchObject({
        wallets: [{ chainId }],
        chainTransactions: { transactions: [{ height: 3 }] },
      });
      const filter = { userId: who.userId, questId: who.questId, limit: 10 };
      const ofTeam = await quests.call(listTeamChecks, { projectId: quests.projectId, ...filter });
      expect(ofTeam.items).toEqual(all.map((check) => ({ ...check, userId: who.userId })));
      expect((await quests.call(listTeamChecks, { projectId: newId(), ...filter })).items).toEqual([]);
      const stranger = { userId: await quests.addEarner(), questId: who.questId, limit: 10 };
      expect((await quests.call(listOwnChecks, stranger)).items).toEqual([]);
    });
  });
});
