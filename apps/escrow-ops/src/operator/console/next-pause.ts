import type { EscrowExecuteMsg, EscrowStatusResponse } from '@questp/message-schema';
import type { WantedPause } from './pauses.repository.js';

/** Next step of a pause: a message to send; applied: the chain is paused as requested; over: nothing is left to do. */
export type PauseStep = { message: EscrowExecuteMsg } | 'applied' | 'over';

type Wanted = Pick<WantedPause, 'pauseUntil' | 'isApplied' | 'isReleased' | 'isLifted'>;

const nanoseconds = (at: Date): bigint => BigInt(at.getTime()) * 1_000_000n;

/**
 * @param now time of the block at which the status was read
 */
export function nextPause(
  { pauseUntil, isApplied, isReleased, isLifted }: Wanted,
  { paused, paused_until }: Pick<EscrowStatusResponse, 'paused' | 'paused_until'>,
  now: Date,
): PauseStep {
  if (now >= pauseUntil) return 'over';
  // A pause of the whole factory can go on after the one of the escrow was lifted.
  if (isReleased) return paused && !isLifted ? { message: { unpause: {} } } : 'over';
  const until = nanoseconds(pauseUntil);
  if (paused && BigInt(paused_until ?? 0) >= until) return 'applied';
  // The guardian may lift what the pauser has paused.
  return isApplied ? 'over' : { message: { pause: { until: `${until}` } } };
}
