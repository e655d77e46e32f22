import { U128 } from '@questp/std/assembly';
import { ConfigRecord } from './config-record';
import { SnapshotRecord } from './snapshot-record';
import { StateRecord } from './state-record';

/** The amount for `points`: min(floor(points * distributable / total_points), cap). */
export function plannedAmount(state: StateRecord, snapshot: SnapshotRecord, points: U128): U128 {
  return U128.min(U128.mulDiv(points, snapshot.distributable, state.totalPoints), snapshot.cap);
}

/** True if an amount is sent: at least min_payout, and not zero, which the bank refuses. */
export function isPayable(config: ConfigRecord, amount: U128): bool {
  return !amount.isZero && amount >= config.parameters.minPayout;
}
