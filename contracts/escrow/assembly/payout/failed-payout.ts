import { U128 } from '@questp/std/assembly';
import { StateRecord } from '../records/state-record';

// Failed payouts are reserved, not paid. Only these functions change the reserve.

/** A failed payout is sent again: from here on it counts as paid. */
export function settleFailed(state: StateRecord, amount: U128): void {
  state.failedCount--;
  state.failedOutstanding = state.failedOutstanding - amount;
  state.paidCount++;
  state.paidTotal = state.paidTotal + amount;
}

/** The chain refused a payout: it is reserved for its recipient. */
export function reserveFailed(state: StateRecord, amount: U128): void {
  state.paidCount--;
  state.paidTotal = state.paidTotal - amount;
  state.failedCount++;
  state.failedOutstanding = state.failedOutstanding + amount;
}

/** Claims are over: the reserve is part of the owner's leftover. Its entries stay marked. */
export function lapseFailed(state: StateRecord): void {
  state.failedCount = 0;
  state.failedOutstanding = U128.zero();
}
