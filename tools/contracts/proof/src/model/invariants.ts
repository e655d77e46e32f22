import assert from 'node:assert/strict';
import { type Entry, type EscrowModel, type Phase, SECOND } from './escrow.js';

/** Where a phase can lead, by a message or by time; time can pass several phases at once. */
export const PHASE_LEADS_TO: Record<Phase, readonly Phase[]> = {
  upcoming: ['active', 'ended', 'expired', 'cancelled'],
  active: ['ended', 'expired', 'cancelled'],
  ended: ['committing', 'expired', 'cancelled'],
  committing: ['ended', 'challenge', 'expired', 'cancelled'],
  challenge: ['disputed', 'distributing', 'ended', 'expired'],
  disputed: ['distributing', 'ended', 'expired'],
  distributing: ['completed'],
  completed: [],
  cancelled: [],
  expired: ['cancelled'],
};

/** Of an entry in one version. */
export const STATE_LEADS_TO: Record<Entry['state'], readonly Entry['state'][]> = {
  pending: ['paid', 'failed', 'skipped'],
  failed: ['paid'],
  paid: [],
  skipped: [],
};

interface Moment {
  now: bigint;
  clock: bigint;
  phase: Phase;
  version: number;
  states: Entry['state'][];
}

/** Invariants of an escrow at every moment and between two moments, for any calls in any order. */
export class EscrowInvariants {
  private last: Moment | undefined;

  /** @param onChange called for every change of a phase or of an entry's state, with `<from> -> <to>` */
  constructor(private readonly onChange: (change: string) => void) {}

  check(escrow: EscrowModel): void {
    checkMoney(escrow);
    checkPauser(escrow);
    const moment = momentOf(escrow);
    if (this.last) for (const change of checkStep(this.last, moment)) this.onChange(change);
    this.last = moment;
  }
}

function checkMoney(escrow: EscrowModel): void {
  const { snapshot, balance, asset, address } = escrow;
  const [paid, failed, pending] = (['paid', 'failed', 'pending'] as const).map((state) => escrow.inState(state).total);
  const received = escrow.chain.ledger.received(asset, address);
  const left = (paid ?? 0n) + escrow.feePaid + escrow.refundedTotal;
  assert.equal(balance + left, received, 'what came in is here, or was paid, taken as fee or refunded');
  assert.ok(escrow.fundedTotal <= received, 'what was funded has come in');
  if (!snapshot) return;
  const owed = (failed ?? 0n) + (pending ?? 0n);
  assert.ok((paid ?? 0n) + owed + escrow.feeDue <= snapshot.gross, 'payouts and fee fit into the pool');
  assert.ok(escrow.feeDue <= snapshot.maxFee, 'the fee is at most the reserved one');
  if (!escrow.claimsAreOver) assert.ok(owed <= balance, 'what is owed is here');
}

function checkPauser({ pauses, limits }: EscrowModel): void {
  assert.ok(pauses.budgetLeft(limits.max_pause_secs) >= 0n, 'the pauser has not spent more than there was');
  const longest = BigInt(limits.max_pause_secs) * SECOND;
  assert.ok(
    pauses.all.every(({ start, end }) => start <= end && end - start <= longest),
    'no pause is too long',
  );
}

function checkStep(before: Moment, after: Moment): string[] {
  const elapsed = after.clock - before.clock;
  assert.ok(
    elapsed >= 0n && elapsed <= after.now - before.now,
    'the escrow clock runs forward, never faster than time',
  );
  assert.ok(after.version >= before.version, 'versions only grow');
  const isUntouched = before.states.every((state) => state === 'pending');
  assert.ok(after.version === before.version || isUntouched, 'no allocation is discarded after a payout');
  const changes = [change(PHASE_LEADS_TO, before.phase, after.phase)];
  if (after.version === before.version) {
    assert.ok(after.states.length >= before.states.length, 'no entry of a version goes away');
    changes.push(...before.states.map((state, index) => change(STATE_LEADS_TO, state, after.states[index] ?? state)));
  }
  return changes.filter((text) => text !== undefined);
}

function change<T extends string>(leadsTo: Record<T, readonly T[]>, from: T, to: T): string | undefined {
  if (from === to) return undefined;
  assert.ok(leadsTo[from].includes(to), `${from} does not lead to ${to}`);
  return `${from} -> ${to}`;
}

function momentOf({ chain, clock, phase, version, entries }: EscrowModel): Moment {
  return { now: chain.now, clock, phase, version, states: entries.map(({ state }) => state) };
}
