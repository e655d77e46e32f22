import {
  Bytes,
  BytesBuilder,
  Key,
  RecordReader,
  addU64,
  make,
  panic,
  storageGet,
  storageRemove,
  storageSet,
  subU64,
} from '@questp/std/assembly';
import { ACCEPTED, CommonError, isPausedTooRecently, pauserBudget, refusal } from '@questp/message-schema/assembly';

const LAYOUT: u8 = 1;

/** Budget that the current pauser has used (ns). No record: none. */
@unmanaged
export class PauserAllowance {
  spent: u64;
  /** Block time (ns) of the pauser's latest pause, 0 when there was none. */
  lastPauseAt: u64;
  private hasChanged: bool;

  static load(): PauserAllowance {
    const allowance = make<PauserAllowance>();
    const stored = storageGet(allowanceKey());
    if (!stored) return allowance;
    const reader = RecordReader.of(stored);
    if (reader.u8() != LAYOUT) panic('the pauser record has an unknown layout');
    allowance.spent = reader.u64();
    allowance.lastPauseAt = reader.u64();
    return allowance;
  }

  /** A newly set pauser starts with the whole budget. */
  static restart(): void {
    storageRemove(allowanceKey());
  }

  save(): void {
    if (!this.hasChanged) return;
    const record = BytesBuilder.create(17).u8(LAYOUT).u64le(this.spent).u64le(this.lastPauseAt);
    storageSet(allowanceKey(), record.toBytes());
  }

  /** Returns the rest of a pause, at most what this pauser has spent: the pause may be an earlier pauser's. */
  giveBack(duration: u64): void {
    this.spent = subU64(this.spent, min(duration, this.spent));
    this.hasChanged = true;
  }

  /** Takes `duration` (ns) from the budget, or refuses and leaves the allowance as it was. */
  spend(duration: u64, now: u64, maxPauseSecs: u32): usize {
    if (isPausedTooRecently(this.lastPauseAt, now)) return refusal(CommonError.PauseRateLimited);
    const spent = addU64(this.spent, duration);
    if (spent > pauserBudget(maxPauseSecs)) return refusal(CommonError.PauseBudgetExhausted);
    this.spent = spent;
    this.lastPauseAt = now;
    this.hasChanged = true;
    return ACCEPTED;
  }
}

function allowanceKey(): Bytes {
  return Key.of('pauser').bytes();
}
