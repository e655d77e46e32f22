import { emit } from '@questp/events';
import type { InterventionStep } from '@questp/messages/escrow';
import type { ClientInfo } from '@questp/messages/language';
import type { Tx } from '@questp/postgres';
import type { InterventionRow } from './interventions.repository.js';

/** Who asked for it. */
export interface Operator {
  adminId: string;
  client?: ClientInfo | undefined;
}

/** Publishes the action of an operator for the audit log. */
export async function recordIntervention(
  tx: Tx,
  { campaignId, kind }: InterventionRow,
  step: InterventionStep,
  reason: string,
  { adminId, client }: Operator,
): Promise<void> {
  await emit(tx, 'escrow.intervened', campaignId, { campaignId, kind, step, reason, adminId, client: client ?? null });
}
