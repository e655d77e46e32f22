import { Bytes, countCodePoints } from '@questp/std/assembly';
import { ACCEPTED, CommonError, EscrowError, Phase, refusal } from '@questp/message-schema/assembly';
import { Context } from './context';

const MAX_REASON: i32 = 280;

export function requireUnpaused(context: Context): usize {
  return context.clock.isPaused ? refusal(CommonError.Paused) : ACCEPTED;
}

/** Refuses unless the phase is the one or the other. */
export function requirePhase(context: Context, one: Phase, other: Phase = one): usize {
  return context.phase == one || context.phase == other ? ACCEPTED : refusal(EscrowError.WrongPhase);
}

export function requireVersion(context: Context, version: u32): usize {
  return version == context.state.version ? ACCEPTED : refusal(EscrowError.WrongVersion);
}

/** 1 to 280 Unicode code points. */
export function requireReason(reason: Bytes): usize {
  const length = <i32>countCodePoints(reason);
  return length >= 1 && length <= MAX_REASON ? ACCEPTED : refusal(EscrowError.InvalidReason);
}

/** Payouts can be claimed, and failed ones retried, from the first payout until the reserve for failed ones lapses. */
export function requireClaimsOpen(context: Context): usize {
  const refused = requirePhase(context, Phase.Distributing, Phase.Completed);
  if (refused) return refused;
  return context.claimsAreOver ? refusal(EscrowError.ClaimDeadlinePassed) : ACCEPTED;
}
