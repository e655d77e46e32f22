import { Id, Nested, OneOf } from '../language/fields/index.js';
import { ESCROW_PHASES, EscrowState, type EscrowPhase } from './escrow-state.js';

/** The state of an escrow after a change. */
export class EscrowSnapshot {
  @Id()
  campaignId!: string;

  @Id()
  projectId!: string;

  @Nested(() => EscrowState, { description: 'State of the escrow after the change' })
  escrow!: EscrowState;
}

/** Phases can be passed over: those that ended between two readings. */
export class EscrowPhaseChanged extends EscrowSnapshot {
  @OneOf(ESCROW_PHASES, { description: 'Phase before' })
  previousPhase!: EscrowPhase;
}
