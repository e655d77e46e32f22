import type { ChainTransaction } from '@questp/messages/integrations';
import type { Period } from '@questp/messages/shared';
import { availableType } from '../../catalog/definition/task-type.js';
import { TASK_TYPES } from '../../task-types/index.js';
import { decide } from './decide.js';

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
    ...{ hash: 'AB'.repeat(32), height: 7, time, code: 0 },
    transfers: [{ sender: 'cosmos1own', recipient: 'cosmos1team', amounts: [{ amount: '5', denom: 'uatom' }] }],
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
    const facts = { chainTransaction: sentAt(time), wallets: [{ chainId, address: 'cosmos1own', account: '0a' }] };
    const outcome = decide(
      { type, quest: { ...quest, period: periodOf(periodKey) }, periodKey, now: new Date('2026-06-02T13:00:00.000Z') },
      {},
      facts,
    );
    expect('code' in outcome ? outcome.code : outcome.kind).toBe(expected);
  });
});
