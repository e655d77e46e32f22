import type { ChainAct, ChainTransaction } from '@questp/messages/integrations';
import {
  getOwnSubmission,
  listTeamChecks,
  reserveAccountMerge,
  reverseSubmission,
  submitQuest,
} from '@questp/messages/quests';
import { insertInto, newId, sql } from '@questp/postgres';
import { AccountMergesRepository } from '../../accounts/merges/account-merges.repository.js';
import { SettleMerges } from '../../accounts/merges/settle-merges.js';
import { newUserId, newWallet, startQuests, type Quests } from '../../testing/quests.fixture.js';
import { replayCheck } from '../receipts/replay-check.js';
import { TASK_TYPES } from '../../task-types/index.js';
import { CreditRechecksRepository } from './credit-rechecks.repository.js';
import { RecheckCredits } from './recheck-credits.js';

const chainId = 'cosmoshub-4';
const validator = 'cosmosvaloper1orbit';
const amounts = [{ denom: 'uatom', amount: '100' }];

describe('The check after a credit', () => {
  let quests: Quests;
  let hashes = 0;
  beforeAll(async () => {
    quests = await startQuests();
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(() => quests.others.down.clear());
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const stake = (onUndone: 'reverse' | 'report' = 'reverse', more = {}) =>
    quests.addQuest(
      'chain_stake',
      { chainId, minAmount: '100', afterCredit: { hours: 24, onUndone } },
      { method: 'on_chain', ...more },
    );

  const found = (transactions: ChainTransaction[]) => ({
    ...{ status: 'found' as const, detail: null, retryAt: null },
    value: { transactions, isComplete: true },
  });
  const transaction = (height: number, acts: ChainAct[]): ChainTransaction => ({
    ...{ hash: (hashes += 1).toString(16).toUpperCase().padStart(64, '0'), height, acts },
    ...{ time: new Date().toISOString(), code: 0, isComplete: true },
  });

  /** An earner who has delegated what the quest asks for, and was credited. */
  async function delegated(questId: string) {
    const userId = await quests.addEarner();
    const wallet = newWallet(chainId);
    quests.others.wallets.set(userId, [wallet]);
    const done = transaction(7, [{ kind: 'delegate', sender: wallet.address, validator, amounts }]);
    quests.others.transactions.set(done.hash, found([done]));
    const { id: submissionId } = await quests.call(submitQuest, { userId, questId, inputs: { txHash: done.hash } });
    return {
      ...{ userId, submissionId },
      /** What the wallet did later. */
      later: (acts: Partial<ChainAct>[], isComplete = true) => {
        for (const [index, act] of acts.entries()) {
          const sent = transaction(8 + index, [
            { kind: 'undelegate', sender: wallet.address, validator, amounts, ...act },
          ]);
          quests.others.transactions.set(sent.hash, found([{ ...sent, isComplete }]));
        }
      },
      get: () => quests.call(getOwnSubmission, { userId, submissionId }),
      checks: async () =>
        (
          await quests.call(listTeamChecks, {
            ...{ projectId: quests.projectId, submissionId, trigger: 'after_credit' as const, limit: 100 },
          })
        ).items,
      reversals: async () =>
        (
          await quests.db.rows(
            sql`SELECT FROM points_ledger WHERE submission_id = ${submissionId} AND kind = 'reversal'`,
          )
        ).length,
      waits: async () =>
        (await quests.db.rows(sql`SELECT FROM credit_recheck WHERE submission_id = ${submissionId}`)).length,
    };
  }

  const worker = () => quests.get(RecheckCredits);
  /** The checks become due, and leases end. */
  const makeDue = () =>
    quests.db.execute(sql`UPDATE credit_recheck SET due_at = now() - interval '1 second', lease_until = NULL`);
  const recheck = async () => {
    await makeDue();
    await worker().round();
  };
  const reports = (questId: string) =>
    quests.db.rows(sql`SELECT data FROM outbox WHERE type = 'quest.acts_undone' AND aggregate_id = ${questId}`);

  it('is made once, after the time that the quest names', async () => {
    const earner = await delegated(await stake());
    earner.later([]);
    const [row] = await quests.db.rows<{ hours: number }>(sql`
      SELECT round(extract(epoch FROM due_at - now()) / 3600)::integer AS hours FROM credit_recheck
      WHERE submission_id = ${earner.submissionId}`);
    expect(row).toEqual({ hours: 24 });
    await worker().round();
    expect(await earner.checks()).toEqual([]);
    await recheck();
    await recheck();
    expect(await earner.checks()).toMatchObject([{ outcome: 'pass', code: null, taskTypeId: 'chain_stake' }]);
    expect(await earner.get()).toMatchObject({ status: 'claimed', pointsAwarded: 10 });
    expect(await earner.waits()).toBe(0);
  });

  it('is not made for a quest that does not ask for it', async () => {
    const questId = await quests.addQuest('chain_stake', { chainId }, { method: 'on_chain' });
    expect(await (await delegated(questId)).waits()).toBe(0);
  });

  it('reverses the credit of an act that was taken back, and notifies the earner with the reason', async () => {
    const questId = await stake();
    const earner = await delegated(questId);
    earner.later([{}]);
    await recheck();
    const reason = 'The delegation was taken back: 0 of it is left.';
    expect(await earner.get()).toMatchObject({
      ...{ status: 'reversed', pointsAwarded: 0, reason },
      history: [{ status: 'claimed' }, { status: 'reversed', by: 'automatic', reason }],
    });
    expect(await earner.reversals()).toBe(1);
    const events = await quests.db.rows(sql`
      SELECT data ->> 'decision' AS decision, data ->> 'reason' AS reason, data ->> 'userId' AS user_id FROM outbox
      WHERE type = 'submission.reviewed' AND aggregate_id = ${earner.submissionId}`);
    expect(events).toEqual([{ decision: 'reversed', reason, userId: earner.userId }]);
    expect(await earner.checks()).toMatchObject([{ outcome: 'fail', code: 'TRANSACTION_MISMATCH', detail: reason }]);
    expect(await reports(questId)).toHaveLength(1);
  });

  it('leaves a receipt whose rule can be applied again', async () => {
    const earner = await delegated(await stake());
    earner.later([{}]);
    await recheck();
    const [check] = await earner.checks();
    if (check === undefined) throw new Error('There is no check');
    expect(replayCheck(check, TASK_TYPES)).toMatchObject({ result: 'same' });
    const changed = { ...check, ruleOutcome: 'pass' as const };
    expect(replayCheck(changed, TASK_TYPES)).toMatchObject({ result: 'different' });
  });

  it('reports to the team alone where the quest says so, once a day', async () => {
    const questId = await stake('report');
    const member = newUserId();
    await quests.db.execute(
      insertInto('project_member', { projectId: quests.projectId, userId: member, role: 'project_admin' }),
    );
    const earners = [await delegated(questId), await delegated(questId)];
    for (const earner of earners) {
      earner.later([{}]);
      await recheck();
      expect(await earner.get()).toMatchObject({ status: 'claimed', pointsAwarded: 10 });
    }
    expect(await earners[0]?.checks()).toMatchObject([{ outcome: 'fail' }]);
    expect(await reports(questId)).toMatchObject([{ data: { questId, userIds: [member] } }]);
    await quests.db.execute(sql`DELETE FROM project_member WHERE user_id = ${member}`);
  });

  it('waits while the chain does not show everything, and ends without a reversal', async () => {
    const earner = await delegated(await stake());
    earner.later([{}], false);
    await recheck();
    expect([await earner.checks(), await earner.waits()]).toEqual([[], 1]);
    quests.others.down.add('integrations');
    await recheck();
    expect(await earner.waits()).toBe(1);
    const [next] = await quests.db.rows<{ hours: number }>(sql`
      SELECT round(extract(epoch FROM due_at - now()) / 3600)::integer AS hours FROM credit_recheck
      WHERE submission_id = ${earner.submissionId}`);
    expect(next).toEqual({ hours: 6 });
    await quests.db.execute(sql`UPDATE credit_recheck SET until = now()`);
    await recheck();
    expect(await earner.checks()).toMatchObject([{ outcome: 'inconclusive', code: 'CHECK_UNAVAILABLE' }]);
    expect([await earner.waits(), (await earner.get()).status]).toEqual([0, 'claimed']);
  });

  it('reverses nothing once the payouts are listed', async () => {
    const questId = await stake();
    const earner = await delegated(questId);
    earner.later([{}]);
    await quests.db.execute(sql`
      UPDATE campaign SET status = 'ended', ended_at = now(), reward_pool = '{"mode": "manual"}', review_freezes_at = now()`);
    await recheck();
    await quests.db.execute(sql`
      UPDATE campaign SET status = 'active', ended_at = NULL, reward_pool = NULL, review_freezes_at = NULL`);
    expect(await earner.get()).toMatchObject({ status: 'claimed', checks: [{ outcome: 'fail' }, {}] });
    expect(await reports(questId)).toHaveLength(1);
  });

  it('takes its place again among a limited number of completions', async () => {
    const questId = await stake('reverse', { maxCompletions: 1 });
    const earner = await delegated(questId);
    earner.later([{}]);
    await recheck();
    expect((await delegated(questId)).submissionId).not.toBe(earner.submissionId);
  });

  it('makes one reversal, however many replicas check and whatever a reviewer does', async () => {
    const earners = [await delegated(await stake()), await delegated(await stake())];
    for (const { later, submissionId, reversals, get } of earners) {
      later([{}]);
      await makeDue();
      await Promise.allSettled([
        ...Array.from({ length: 10 }, async () => {
          await quests.db.execute(sql`UPDATE credit_recheck SET lease_until = NULL`);
          await worker().round();
        }),
        quests.call(reverseSubmission, {
          ...{ projectId: quests.projectId, submissionId, reason: 'Not yours.' },
          ...{ by: 'team' as const, reviewerId: newUserId() },
        }),
      ]);
      await recheck();
      expect([await reversals(), (await get()).status]).toEqual([1, 'reversed']);
    }
  });

  it('is made by another replica when the one that began it has died', async () => {
    const earner = await delegated(await stake());
    earner.later([{}]);
    await makeDue();
    expect(await quests.get(CreditRechecksRepository).claim(100)).not.toEqual([]);
    await worker().round();
    expect(await earner.reversals()).toBe(0);
    await recheck();
    expect(await earner.reversals()).toBe(1);
  });

  const settle = async (mergeId: string, state: 'moving' | 'undoing') => {
    await quests.db.transaction((tx) => quests.get(AccountMergesRepository).begin(tx, mergeId, state));
    while (await quests.get(SettleMerges).execute());
  };

  it('waits for the undoing of a merge that reversed the credit', async () => {
    const questId = await stake();
    const [earner, survivor] = [await delegated(questId), await delegated(questId)];
    const mergeId = newId();
    await quests.call(reserveAccountMerge, { mergeId, survivorId: survivor.userId, absorbedId: earner.userId });
    await settle(mergeId, 'moving');
    earner.later([{}]);
    await recheck();
    expect([await earner.waits(), await earner.checks()]).toEqual([1, []]);
    await settle(mergeId, 'undoing');
    expect(await earner.get()).toMatchObject({ status: 'claimed' });
    await recheck();
    expect(await earner.get()).toMatchObject({ status: 'reversed', pointsAwarded: 0 });
  });

  it('follows a credit that a merge gives to another account', async () => {
    const earner = await delegated(await stake());
    earner.later([{}]);
    const [survivorId, mergeId] = [await quests.addEarner(), newId()];
    await quests.call(reserveAccountMerge, { mergeId, survivorId, absorbedId: earner.userId });
    await settle(mergeId, 'moving');
    await recheck();
    const { submissionId } = earner;
    expect(await quests.call(getOwnSubmission, { userId: survivorId, submissionId })).toMatchObject({
      ...{ status: 'reversed', pointsAwarded: 0 },
      reason: 'The delegation was taken back: 0 of it is left.',
    });
  });
});
