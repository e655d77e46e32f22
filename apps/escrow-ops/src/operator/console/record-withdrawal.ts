import { emit } from '@questp/events';
import type { PayoutIntervention } from '@questp/messages/escrow';
import type { Tx } from '@questp/postgres';
import type { Operator } from './record-intervention.js';
import type { WithdrawalRow } from './withdrawals.repository.js';

/** Publishes the action of an operator for the audit log. */
export async function recordWithdrawal(
  tx: Tx,
  { campaignId, reason }: WithdrawalRow,
  step: PayoutIntervention,
  { adminId, client }: Operator,
): Promise<void> {
  await emit(tx, 'payouts.intervened', campaignId, { campaignId, step, reason, adminId, client: client ?? null });
}
