import { type EscrowModel, type Phase } from '../../model/escrow.js';
import { type EscrowCommand } from './command.js';
import { createOne } from './create-campaign.js';
import { commitBatch, finalizeAllocation } from './escrow-allocation.js';
import { claimOwn, distributeBatch, reclaim, retryPayouts, sweep, topUpEscrow } from './escrow-money.js';
import { accept, cancelTransfer, disputeAllocation, reject, resolve, transfer } from './escrow-roles.js';
import { rejectUntilExpired } from './rejections.js';
import { letReceive } from './surroundings.js';
import { waitForDeadline } from './times.js';

const untilStart: EscrowCommand = (system, escrow) => waitForDeadline(system, escrow, escrow.terms.startsAt);
const untilEnd: EscrowCommand = (system, escrow) => waitForDeadline(system, escrow, escrow.terms.endsAt);
const untilPayouts: EscrowCommand = (system, escrow) => waitForDeadline(system, escrow, escrow.payoutsStart);
const untilClaimsEnd: EscrowCommand = (system, escrow) => waitForDeadline(system, escrow, escrow.claimDeadline);
const startAnother: EscrowCommand = (system, _, draw) => createOne(system, draw);

/** Useful commands by phase; the number of entries is the weight. */
const SENSIBLE: Record<Phase, readonly [EscrowCommand, ...EscrowCommand[]]> = {
  upcoming: [untilStart, untilStart, topUpEscrow, transfer, accept, cancelTransfer],
  active: [untilEnd, untilEnd, topUpEscrow],
  ended: [commitBatch, commitBatch, commitBatch, commitBatch, commitBatch, commitBatch, rejectUntilExpired],
  committing: [finalizeAllocation, finalizeAllocation, commitBatch],
  challenge: [untilPayouts, untilPayouts, untilPayouts, disputeAllocation, disputeAllocation, reject],
  disputed: [resolve, resolve, untilPayouts, reject],
  distributing: [distributeBatch, distributeBatch, distributeBatch, claimOwn, retryPayouts],
  completed: [claimOwn, retryPayouts, letReceive, untilClaimsEnd],
  cancelled: [sweep],
  expired: [reclaim],
};

/**
 * Takes a campaign on from the phase it is in: without it random calls would seldom reach a payout. Where nothing more
 * can happen, another campaign begins.
 */
export const progress: EscrowCommand = (system, escrow, draw) => {
  if (escrow.pausedUntil !== undefined && draw.oneIn(2)) system.waitUntil(escrow.pausedUntil);
  choose(escrow)(system, escrow, draw);

  function choose(of: EscrowModel): EscrowCommand {
    const isOver =
      of.stage === 'cancelled' || of.stage === 'reclaimed' || (of.stage === 'completed' && of.claimsAreOver);
    if (isOver) return of.balance > 0n ? (of.stage === 'reclaimed' ? reclaim : sweep) : startAnother;
    if (of.phase === 'completed' && of.inState('failed').count === 0) return untilClaimsEnd;
    return draw.pick(SENSIBLE[of.phase]);
  }
};
