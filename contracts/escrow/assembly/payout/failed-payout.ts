import { U128 } from '@questp/std/assembly';
import { StateRecord } from '../records/state-record';

// Failed payouts are reserved, not paid. These are the only two ways between the one and the other.

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
