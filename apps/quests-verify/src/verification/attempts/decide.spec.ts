import type { ChainTransaction } from '@questp/messages/integrations';
import { VERIFICATION_METHODS, type VerificationMethod } from '@questp/messages/quests';
import type { Period } from '@questp/messages/shared';
import type { Decision } from '../../catalog/definition/outcome.js';
import { availableType } from '../../catalog/definition/task-type.js';
import { TASK_TYPES } from '../../task-types/index.js';
import { decide, verdictOf, type Verdict } from './decide.js';

describe('a rule', () => {
  const chainId = 'cosmoshub-4';
  const type = availableType(TASK_TYPES.get('chain_transfer'));
  const quest = {
    ...{ method: 'on_chain' as const, config: { chainId } },
    ...{ campaignStartsAt: new Date('2026-04-01T00:00:00.000Z'), campaignEndsAt: new Date('2026-06-01T00:00:00.000Z') },
  };
  const periodOf = (key: string): Period =>
    key === 'once' ? { kind: 'once' } : key.length === 10 ? { kind: 'daily' } : { kind: 'interval', hours: 12 };
  const sentAt = (time: string): ChainTransaction => ({
    ...{ hash: 'AB'.repeat(32), height: 7, time, code: 0, isComplete: true },
    acts: [
      { kind: 'transfer', sender: 'cosmos1own', recipient: 'cosmos1team', amounts: [{ amount: '5', denom: 'uatom' }] },
    ],
  });

  it.each([
    ['once', '2026-04-01T00:00:00.000Z', 'pass'],
    ['once', '2026-03-31T23:59:59.999Z', 'TRANSACTION_TOO_EARLY'],
    ['2026-05-02', '2026-05-02T00:00:00.000Z', 'pass'],
    ['2026-05-02', '2026-05-01T23:59:59.999Z', 'TRANSACTION_TOO_EARLY'],
    ['2026-05-02T12:00:00.000Z', '2026-05-02T11:59:59.999Z', 'TRANSACTION_TOO_EARLY'],
    ['2026-05-02', '2026-05-02T23:59:59.999Z', 'pass'],
    ['2026-05-02', '2026-05-03T00:00:00.000Z', 'TRANSACTION_TOO_LATE'],
    ['2026-05-02T12:00:00.000Z', '2026-05-02T23:59:59.999Z', 'pass'],
    ['2026-05-02T12:00:00.000Z', '2026-05-03T00:00:00.000Z', 'TRANSACTION_TOO_LATE'],
    ['once', '2026-05-31T23:59:59.999Z', 'pass'],
    ['once', '2026-06-01T00:00:00.000Z', 'TRANSACTION_TOO_LATE'],
    ['2026-05-31T12:00:00.000Z', '2026-06-01T00:00:00.000Z', 'TRANSACTION_TOO_LATE'],
    ['2026-03-01', '2026-03-01T10:00:00.000Z', 'TRANSACTION_TOO_EARLY'],
  ])('for the period %s judges a transfer of %s as %s', (periodKey, time, expected) => {
    const facts = {
      chainTransactions: { transactions: [sentAt(time)], isComplete: true },
      wallets: [{ chainId, address: 'cosmos1own', account: '0a' }],
    };
    const outcome = decide(
      { type, quest: { ...quest, period: periodOf(periodKey) }, periodKey, now: new Date('2026-06-02T13:00:00.000Z') },
      { txHash: 'A'.repeat(64) },
      facts,
    );
    expect('code' in outcome ? outcome.code : outcome.kind).toBe(expected);
  });
});

const pass: Decision = { kind: 'pass' };
const fail: Decision = { kind: 'fail', code: 'SECRET_CODE_WRONG', detail: 'The code is wrong.' };
const absent = { kind: 'inconclusive', code: 'CHECK_UNAVAILABLE', detail: '' } as const;
const unavailable: Decision = { ...absent, cause: 'unavailable' };
const notReady: Decision = { ...absent, cause: 'not_ready' };
const relink: Decision = { kind: 'relink', code: 'ACCOUNT_RELINK_NEEDED', account: 'codehost', detail: '' };
const misconfigured: Decision = { kind: 'misconfigured', code: 'QUEST_MISCONFIGURED', detail: '' };

describe('verification method', () => {
  it.each<[VerificationMethod, Record<string, Verdict>]>([
    ['platform_api', { pass: 'credit', fail: 'refuse', unavailable: 'wait', notReady: 'wait' }],
    ['on_chain', { pass: 'credit', fail: 'refuse', unavailable: 'wait', notReady: 'wait' }],
    ['project_rest', { pass: 'credit', fail: 'refuse', unavailable: 'wait', notReady: 'wait' }],
    ['manual', { pass: 'review', fail: 'refuse', unavailable: 'review', notReady: 'review' }],
    ['hybrid', { pass: 'credit', fail: 'count', unavailable: 'wait', notReady: 'wait' }],
    ['ai_verify', { pass: 'review', fail: 'review', unavailable: 'review', notReady: 'review' }],
    ['hybrid_ai', { pass: 'review', fail: 'review', unavailable: 'review', notReady: 'review' }],
  ])('%s', (method, verdicts) => {
    const decisions = { pass, fail, unavailable, notReady };
    expect(
      Object.fromEntries(
        Object.entries(decisions).map(([name, made]) => [name, verdictOf(method, made, { canRepeat: true })]),
      ),
    ).toEqual(verdicts);
  });

  it('refuses what lacks facts and cannot be asked again', () => {
    for (const made of [unavailable, notReady])
      expect(verdictOf('on_chain', made, { canRepeat: false })).toBe('refuse');
  });

  it('leaves to the reviewers of a hybrid quest what gave no answer and cannot be asked again', () => {
    expect(verdictOf('hybrid', unavailable, { canRepeat: false })).toBe('review');
    expect(verdictOf('hybrid', notReady, { canRepeat: false })).toBe('refuse');
  });

  it('counts what a machine refuses of a type with a cool-down', () => {
    const counting = VERIFICATION_METHODS.filter(
      (method) => verdictOf(method, fail, { canRepeat: true, isPaced: true }) === 'count',
    );
    expect(counting).toEqual(['on_chain', 'platform_api', 'project_rest', 'hybrid']);
  });

  it('never counts or credits what the earner or the team has to put right', () => {
    for (const method of VERIFICATION_METHODS) {
      for (const made of [relink, misconfigured])
        expect(['refuse', 'review']).toContain(verdictOf(method, made, { canRepeat: true }));
    }
  });
});
