import { type EscrowModel, SECOND } from './escrow.js';
import { demand, demandSender } from './refusal.js';
import { demandPhase, demandRunning, textLength } from './roles.js';

const MAX_POINTS = 2n ** 128n - 1n;
const URI_LENGTH = 512;

export interface Finalize {
  version: number;
  expectedCount: number;
  expectedTotalPoints: bigint;
  sha256: string;
  uri: string;
}

/** `isAddress`: the text is an address of the chain in lower case. */
export function commit(
  escrow: EscrowModel,
  sender: string,
  version: number,
  batch: readonly { address: string; points: bigint }[],
  isAddress: (text: string) => boolean,
): void {
  demandOperatorIn(escrow, sender);
  demand(version === escrow.version, 'wrong_version');
  demand(batch.length >= 1 && batch.length <= escrow.limits.max_commit_batch, 'batch_size');
  let last = escrow.entries.at(-1)?.address ?? '';
  let total = escrow.totalPoints;
  for (const { address, points } of batch) {
    demand(isAddress(address), 'invalid_address');
    demand(address > last, 'out_of_order');
    demand(!escrow.isPrivileged(address), 'privileged_address');
    demand(points > 0n, 'zero_points');
    total += points;
    demand(total <= MAX_POINTS, 'points_overflow');
    last = address;
  }
  escrow.entries.push(...batch.map(({ address, points }) => ({ address, points, state: 'pending' as const })));
}

export function reset(escrow: EscrowModel, sender: string, version: number): void {
  demandOperatorIn(escrow, sender);
  demand(version === escrow.version, 'wrong_version');
  discard(escrow);
}

export function finalize(escrow: EscrowModel, sender: string, message: Finalize): void {
  demandOperatorIn(escrow, sender);
  demand(message.version === escrow.version, 'wrong_version');
  demand(escrow.entries.length > 0, 'empty_allocation');
  demand(message.expectedCount === escrow.entries.length, 'count_mismatch');
  demand(message.expectedTotalPoints === escrow.totalPoints, 'points_mismatch');
  demand(/^[0-9a-f]{64}$/.test(message.sha256), 'invalid_sha256');
  demand(textLength(message.uri) >= 1 && textLength(message.uri) <= URI_LENGTH, 'invalid_uri');
  const gross = escrow.fundedTotal < escrow.balance ? escrow.fundedTotal : escrow.balance;
  const maxFee = (gross * BigInt(escrow.terms.feeBps)) / 10_000n;
  const distributable = gross - maxFee;
  escrow.snapshot = {
    at: escrow.chain.now,
    endsAt: escrow.clock + BigInt(escrow.terms.challengeSecs) * SECOND,
    gross,
    maxFee,
    distributable,
    cap: (distributable * BigInt(escrow.terms.maxShareBps)) / 10_000n,
    treasury: escrow.chain.factory.config.treasury,
    sha256: message.sha256,
    uri: message.uri,
  };
  escrow.stage = 'finalized';
}

/** A new version begins: nothing committed, nothing finalized, no dispute. */
export function discard(escrow: EscrowModel): void {
  escrow.version += 1;
  escrow.allocations.set(escrow.version, []);
  escrow.snapshot = undefined;
  escrow.dispute = undefined;
  escrow.stage = 'open';
}

function demandOperatorIn(escrow: EscrowModel, sender: string): void {
  demandSender(sender === escrow.chain.factory.config.operator);
  demandRunning(escrow);
  demandPhase(escrow, 'ended', 'committing');
}
