import { Bytes, Env, Ownership, Response, SECOND, addU64, make, mulU64, present } from '@questp/std/assembly';
import { Phase } from '@questp/message-schema/assembly';
import { Clock } from './clock/clock';
import { ClockRecord } from './clock/clock-record';
import { readClock } from './clock/read-clock';
import { phaseAt } from './phase';
import { ConfigRecord } from './records/config-record';
import { SnapshotRecord } from './records/snapshot-record';
import { Stage, StateRecord } from './records/state-record';
import { SharedRecord } from './roles/shared-record';

/** The inputs of a message or query, read once. */
@unmanaged
export class Context {
  env: Env;
  /** Who sent the message; empty in a query. */
  sender: Bytes;
  config: ConfigRecord;
  state: StateRecord;
  ownership: Ownership;
  /** null: the factory cannot be read. */
  shared: SharedRecord | null;
  clockRecord: ClockRecord;
  clock: Clock;
  /** There in the finalized and the completed stage. */
  snapshot: SnapshotRecord | null;
  phase: Phase;

  static load(env: Env, sender: Bytes = Bytes.empty()): Context {
    const context = make<Context>();
    const config = ConfigRecord.load();
    const state = StateRecord.load();
    const shared = SharedRecord.query(config.factory, env.blockTime);
    const clockRecord = ClockRecord.load();
    const hasSnapshot = state.stage == Stage.Finalized || state.stage == Stage.Completed;
    context.env = env;
    context.sender = sender;
    context.config = config;
    context.state = state;
    context.ownership = Ownership.load();
    context.shared = shared;
    context.clockRecord = clockRecord;
    context.clock = readClock(clockRecord, shared, config, state.readAt, env.blockTime);
    context.snapshot = hasSnapshot ? SnapshotRecord.load() : null;
    context.phase = phaseAt(state, context.snapshot, config.parameters, context.clock);
    return context;
  }

  /** Escrow clock (ns) `seconds` from now. */
  later(seconds: u32): u64 {
    return addU64(this.clock.now, mulU64(seconds, SECOND));
  }

  /** Escrow clock (ns) at which claims and retries end, unless payouts are not completed by then. Needs a snapshot. */
  get claimDeadline(): u64 {
    const window = mulU64(this.config.parameters.claimWindowSecs, SECOND);
    return max(addU64(present(this.snapshot).payoutsStartAt, window), this.state.reservedUntil);
  }

  /** True if failed payouts can no longer be claimed or retried: their reserve then belongs to the owner. */
  get claimsAreOver(): bool {
    return this.state.stage == Stage.Completed && this.clock.isPast(this.claimDeadline);
  }

  /** Ends an accepted message: stores the state and what the clock has read, then answers. */
  finish(response: Response): usize {
    this.state.readAt = this.env.blockTime;
    this.state.save();
    if (this.clockRecord.isChanged) this.clockRecord.save();
    return response.finish();
  }
}
