import type { Facts } from '../../catalog/definition/facts.js';
import type { Outcome } from '../../catalog/definition/outcome.js';

/** An entry waits for the draw, which decides it; a listed one is decided by its place in the list alone. */
export function drawRule({ closesAt }: { closesAt: string }, _inputs: object, { draw, now }: Facts<'draw'>): Outcome {
  const closes = new Date(closesAt);
  if (draw === null) return closed('The quest has no draw.');
  const { state, isWaiting, isListed, prize } = draw;
  if (isListed && state === 'drawn') {
    return prize === null
      ? { kind: 'fail', code: 'DRAW_LOST', detail: 'The draw took place; the entry won no prize.' }
      : { kind: 'pass', points: prize.points };
  }
  const isTaken = state === 'open' && (isWaiting || now < closes);
  if (isListed || isTaken) return waiting(closes);
  return closed(`The list of entries closed at ${closesAt} without this one.`);
}

const closed = (detail: string): Outcome => ({ kind: 'fail', code: 'DRAW_CLOSED', detail });

const waiting = (retryAt: Date): Outcome => ({
  kind: 'inconclusive',
  cause: 'not_ready',
  code: 'DRAW_PENDING',
  detail: `The draw takes place at ${retryAt.toISOString()}.`,
  retryAt,
});
