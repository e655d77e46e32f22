import { Env, Ownership, Response, SECOND, addU64, make, mulU64 } from '@questp/std/assembly';
import { Phase } from '@questp/message-schema/assembly';
import { Clock } from './clock/clock';
import { ClockRecord } from './clock/clock-record';
import { readClock } from './clock/read-clock';
import { phaseAt } from './phase';
import { ConfigRecord } from './records/config-record';
import { SnapshotRecord } from './records/snapshot-record';
import { Stage, StateRecord } from './records/state-record';
import { SharedRecord } from './roles/shared-record';

/** Everything a message or query looks at, read once. */
@unmanaged
export class Context {
  env: Env;
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

  static load(env: Env): Context {
    const context = make<Context>();
    const config = ConfigRecord.load();
    const state = StateRecord.load();
    const shared = SharedRecord.query(config.factory, env.blockTime);
    const clockRecord = ClockRecord.load();
    const hasSnapshot = state.stage == Stage.Finalized || state.stage == Stage.Completed;
    context.env = env;
    context.config = config;
    context.state = state;
    context.ownership = Ownership.load();
    context.shared = shared;
    context.clockRecord = clockRecord;
    context.clock = readClock(clockRecord, shared, config, env.blockTime);
    context.snapshot = hasSnapshot ? SnapshotRecord.load() : null;
    context.phase = phaseAt(state, context.snapshot, config.parameters, context.clock);
    return context;
  }

  /** Escrow clock (ns) `seconds` from now. */
  later(seconds: u32): u64 {
    return addU64(this.clock.now, mulU64(seconds, SECOND));
  }

  /** Escrow clock (ns) from which claims and retries are over. Only with a snapshot. */
  get claimDeadline(): u64 {
    return addU64(this.snapshot!.payoutsStartAt, mulU64(this.config.parameters.claimWindowSecs, SECOND));
  }

  /** Ends an accepted message: stores what the clock has learnt, then answers. */
  finish(response: Response): usize {
    if (this.clockRecord.isChanged) this.clockRecord.save();
    return response.finish();
  }
}
