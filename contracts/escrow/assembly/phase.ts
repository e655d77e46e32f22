import { present } from '@questp/std/assembly';
import { Parameters, Phase } from '@questp/message-schema/assembly';
import { Clock } from './clock/clock';
import { SnapshotRecord } from './records/snapshot-record';
import { Stage, StateRecord } from './records/state-record';

/** The phase at the clock's time (docs/guides/contracts.md, Escrow phases). `snapshot` is there in the finalized stage. */
export function phaseAt(
  state: StateRecord,
  snapshot: SnapshotRecord | null,
  parameters: Parameters,
  clock: Clock,
): Phase {
  switch (state.stage) {
    case Stage.Open:
      return openPhase(state, parameters, clock);
    case Stage.Finalized:
      return finalizedPhase(present(snapshot), clock);
    case Stage.Completed:
      return Phase.Completed;
    case Stage.Cancelled:
      return Phase.Cancelled;
    default:
      return Phase.Expired;
  }
}

function openPhase(state: StateRecord, parameters: Parameters, clock: Clock): Phase {
  if (!clock.isPast(parameters.startsAt)) return Phase.Upcoming;
  if (!clock.isPast(parameters.endsAt)) return Phase.Active;
  if (clock.isPast(state.commitDeadline)) return Phase.Expired;
  return state.entryCount == 0 ? Phase.Ended : Phase.Committing;
}

function finalizedPhase(snapshot: SnapshotRecord, clock: Clock): Phase {
  if (clock.isPast(snapshot.payoutsStartAt)) return Phase.Distributing;
  return snapshot.disputedAt ? Phase.Disputed : Phase.Challenge;
}
