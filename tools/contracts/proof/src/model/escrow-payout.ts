import { type Entry, type EscrowModel } from './escrow.js';
import { demand } from './refusal.js';
import { demandPhase, demandRunning } from './roles.js';

const MAX_RETRIES = 100;

export function distribute(escrow: EscrowModel, limit: number | undefined): void {
  demandRunning(escrow);
  demandPhase(escrow, 'distributing');
  const most = escrow.limits.max_distribute_batch;
  demand(limit === undefined || (limit >= 1 && limit <= most), 'invalid_limit');
  if (escrow.cursor === escrow.entries.length) {
    complete(escrow);
    return;
  }
  const end = Math.min(escrow.cursor + (limit ?? most), escrow.entries.length);
  for (const entry of escrow.entries.slice(escrow.cursor, end)) {
    if (entry.state !== 'pending') continue;
    if (escrow.isPayable(escrow.planned(entry.points))) pay(escrow, entry);
    else entry.state = 'skipped';
  }
  escrow.cursor = end;
}

export function claim(escrow: EscrowModel, sender: string): void {
  demandRunning(escrow);
  demandPhase(escrow, 'distributing', 'completed');
  demand(!escrow.claimsAreOver, 'claim_deadline_passed');
  const entry = escrow.entries.find(({ address }) => address === sender);
  demand(entry !== undefined, 'allocation_not_found');
  demand(entry.state !== 'paid', 'already_paid');
  demand(escrow.isPayable(escrow.planned(entry.points)), 'below_min_payout');
  escrow.chain.ledger.move(escrow.asset, escrow.address, sender, escrow.planned(entry.points));
  entry.state = 'paid';
}

export function retryFailed(escrow: EscrowModel, addresses: readonly string[]): void {
  demandRunning(escrow);
  demandPhase(escrow, 'distributing', 'completed');
  demand(!escrow.claimsAreOver, 'claim_deadline_passed');
  demand(addresses.length >= 1 && addresses.length <= MAX_RETRIES, 'batch_size');
  for (const address of addresses) {
    const entry = escrow.entries.find((candidate) => candidate.address === address);
    if (entry?.state === 'failed') pay(escrow, entry);
  }
}

function pay(escrow: EscrowModel, entry: Entry): void {
  const { ledger } = escrow.chain;
  const paid = ledger.tryMove(escrow.asset, escrow.address, entry.address, escrow.planned(entry.points));
  entry.state = paid ? 'paid' : 'failed';
}

function complete(escrow: EscrowModel): void {
  const { snapshot } = escrow;
  demand(snapshot !== undefined, 'wrong_phase');
  const kept = escrow.inState('failed').total;
  const fee = (snapshot.maxFee * (escrow.inState('paid').total + kept)) / snapshot.distributable;
  const leftover = escrow.spendable - kept - fee;
  escrow.stage = 'completed';
  escrow.completedAt = escrow.chain.now;
  escrow.completedClock = escrow.clock;
  escrow.feeDue = fee;
  payFee(escrow, snapshot.treasury);
  refund(escrow, leftover);
}

/** Sends the unpaid part of the fee; it stays due while the treasury cannot receive it. */
export function payFee(escrow: EscrowModel, treasury: string): void {
  const due = escrow.feeDue - escrow.feePaid;
  if (due > 0n && escrow.chain.ledger.tryMove(escrow.asset, escrow.address, treasury, due)) escrow.feePaid += due;
}

/** Sends `amount` to the owner; one who cannot receive it leaves it in the escrow. */
export function refund(escrow: EscrowModel, amount: bigint): void {
  const { ledger } = escrow.chain;
  if (amount > 0n && ledger.tryMove(escrow.asset, escrow.address, escrow.owner, amount)) escrow.refundedTotal += amount;
}
