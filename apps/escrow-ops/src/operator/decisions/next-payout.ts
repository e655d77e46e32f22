import { send, wait, type Decision } from './decision.js';
import { timeOf } from './contract-time.js';
import type { OperatedEscrow } from './operated-escrow.js';

/** The decision while the escrow pays the allocation of the plan. */
export function nextPayout({ status, config, memory }: OperatedEscrow): Decision {
  if (status.paused) return wait('paused', 'The escrow is paused.', timeOf(status.paused_until));
  const limit = Math.min(memory.distributeBatch, config.limits.max_distribute_batch);
  const { cursor, entry_count: all } = status;
  const message = { distribute: { limit } };
  if (cursor === all) return send('payouts_examined', message, 'Every entry is examined; the next call completes.');
  return send('payouts_due', message, `Entries from ${cursor + 1} of ${all} are paid next.`);
}
