import { discard } from './escrow-allocation.js';
import { type EscrowModel, SECOND } from './escrow.js';
import { demand, demandSender } from './refusal.js';
import { demandPhase, textLength } from './roles.js';

const REASON_LENGTH = 280;
const EXTENSIONS = 2;

export function dispute(escrow: EscrowModel, sender: string, reason: string): void {
  demandSender(sender === escrow.owner);
  demandPhase(escrow, 'challenge');
  demandReason(reason);
  const { snapshot } = escrow;
  demand(snapshot !== undefined, 'wrong_phase');
  const timeout = escrow.clock + BigInt(escrow.limits.dispute_timeout_secs) * SECOND;
  escrow.dispute = {
    raisedAt: escrow.chain.now,
    reason,
    expiresAt: timeout > snapshot.endsAt ? timeout : snapshot.endsAt,
  };
}

export function rejectAllocations(escrow: EscrowModel, sender: string, reason: string): void {
  demandSender(sender === escrow.chain.factory.config.guardian);
  demandPhase(escrow, 'challenge', 'disputed');
  demandReason(reason);
  reject(escrow);
}

export function resolveDispute(
  escrow: EscrowModel,
  sender: string,
  decision: 'keep_allocation' | 'reject_allocation',
): void {
  demandSender(sender === escrow.chain.factory.config.guardian);
  demandPhase(escrow, 'disputed');
  demand(escrow.dispute !== undefined, 'wrong_phase');
  if (decision === 'reject_allocation') {
    reject(escrow);
  } else {
    escrow.dispute.resolvedAt = escrow.chain.now;
    escrow.dispute.keptAt = escrow.clock;
  }
}

/** The first two rejections grant time to commit again. */
function reject(escrow: EscrowModel): void {
  discard(escrow);
  escrow.rejections += 1;
  if (escrow.rejections > EXTENSIONS) return;
  const granted = escrow.clock + BigInt(escrow.limits.min_recommit_secs) * SECOND;
  if (granted > escrow.commitDeadline) escrow.commitDeadline = granted;
}

function demandReason(reason: string): void {
  const length = textLength(reason);
  demand(length >= 1 && length <= REASON_LENGTH, 'invalid_reason');
}
