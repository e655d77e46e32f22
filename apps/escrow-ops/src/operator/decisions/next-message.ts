import { timeOf } from './contract-time.js';
import { wait, type Decision } from './decision.js';
import { finalizedContradiction } from './finalized-contradiction.js';
import { nextCommit } from './next-commit.js';
import { nextPayout } from './next-payout.js';
import { afterCompletion, returnLeftover } from './next-refund.js';
import type { OperatedEscrow, OperatedPlan } from './operated-escrow.js';

/**
 * Decides what the operator sends to an escrow next. The plan is the approved one of the funding attempt, undefined
 * without; `now` is the time of the block in which the escrow was read.
 */
export function nextMessage(escrow: OperatedEscrow, plan: OperatedPlan | undefined, now: Date): Decision {
  const { status } = escrow;
  const { deadlines, dispute, finalized } = status;
  switch (status.phase) {
    case 'upcoming':
    case 'active':
      return wait('not_ended', 'The campaign has not ended.', timeOf(deadlines.ends_at));
    case 'ended':
    case 'committing':
      return nextCommit(escrow, plan);
    case 'challenge':
      return (
        finalizedContradiction(escrow, plan) ??
        wait('challenge', 'The allocation can be disputed.', timeOf(finalized?.challenge_ends_at))
      );
    case 'disputed':
      return (
        finalizedContradiction(escrow, plan) ??
        wait('disputed', 'The owner disputes the allocation.', timeOf(dispute?.expires_at))
      );
    case 'distributing':
      return finalizedContradiction(escrow, plan) ?? nextPayout(escrow);
    case 'completed':
      return afterCompletion(escrow, plan, now);
    case 'cancelled':
      return returnLeftover(escrow, now, 'cancelled');
    case 'expired':
      return returnLeftover(escrow, now, 'expired');
  }
}
