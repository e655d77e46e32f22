import { done, send, wait, type Decision, type Done, type OperatorMessage } from './decision.js';
import { timeOf } from './contract-time.js';
import { finalizedContradiction } from './finalized-contradiction.js';
import type { OperatedEscrow, OperatedPlan } from './operated-escrow.js';

const FIRST_PAUSE_MS = 600_000;
const MAX_PAUSE_MS = 7 * 86_400_000;
/** Time after the commit deadline until the pool is returned. */
const RECLAIM_AFTER_MS = 86_400_000;
/** Milliseconds per second of the claim window: in a short window failed payouts are first retried after a tenth of it. */
const FIRST_PART_MS = 100;

/** Once the escrow has examined every entry: failed payouts until claims are over, then the leftover. */
export function afterCompletion(escrow: OperatedEscrow, plan: OperatedPlan | undefined, now: Date): Decision {
  const { status } = escrow;
  const claimsEnd = timeOf(status.deadlines.claim_deadline);
  if (claimsEnd === null || now >= claimsEnd) return returnLeftover(escrow, now, 'paid_out');
  if (status.failed_count > 0) {
    return finalizedContradiction(escrow, plan) ?? retryFailed(escrow, now, claimsEnd);
  }
  if (status.balance === '0') return done('paid_out', 'Every payout is made.');
  return wait('claims_open', 'What is left can be returned when claims are over.', claimsEnd);
}

/** Failed payouts are sent again in rounds, with a pause that doubles. */
function retryFailed({ status, config, failed, memory }: OperatedEscrow, now: Date, claimsEnd: Date): Decision {
  if (status.paused) return wait('paused', 'The escrow is paused.', timeOf(status.paused_until));
  const last = memory.repeated?.action === 'retry_failed' ? memory.repeated : undefined;
  const isInRound = last !== undefined && last.after !== '';
  const begun = last ? new Date(last.at) : (timeOf(status.completed_at) ?? now);
  const firstPause = Math.min(FIRST_PAUSE_MS, config.parameters.claim_window_secs * FIRST_PART_MS);
  const due = new Date(begun.getTime() + pauseAfter(last?.times ?? 1, firstPause));
  if (failed.length === 0 || (!isInRound && now < due)) {
    const until = due < claimsEnd ? due : claimsEnd;
    return wait('retry_later', `${status.failed_count} payouts failed and are retried later.`, until);
  }
  const message = { retry_failed: { addresses: [...failed] } };
  return send('payouts_failed', message, `${failed.length} failed payouts are sent again.`);
}

/** The decision while a closed escrow still has a balance. Its owner may be unable to receive it at first. */
export function returnLeftover(escrow: OperatedEscrow, now: Date, ended: Done['code']): Decision {
  const { status, config, memory } = escrow;
  if (status.balance === '0') {
    const lapsed = ended === 'paid_out' ? escrow.failed.length : 0;
    if (lapsed > 0)
      return done('reserve_lapsed', 'Failed payouts were not claimed in time; the owner got the reserve.');
    return done(ended, 'Nothing is left in the escrow.');
  }
  if (status.balance === null) return wait('balance_unreadable', 'The balance of the escrow cannot be read.');
  // The value of a token is unknown. The smallest payout of the team is the limit.
  const isToken = 'cw20' in config.asset;
  if (isToken && BigInt(status.balance) < BigInt(config.parameters.min_payout)) {
    return wait('leftover_too_small', 'What is left is less than the smallest payout.');
  }
  const message: OperatorMessage = ended === 'expired' ? { reclaim_expired: {} } : { sweep_leftover: {} };
  const reclaimAt = ended === 'expired' ? reclaimTime(escrow) : null;
  if (reclaimAt !== null && now < reclaimAt) {
    return wait('reclaim_later', 'No allocation was finalized in time; the owner gets the pool back later.', reclaimAt);
  }
  const last = memory.repeated?.action === Object.keys(message)[0] ? memory.repeated : undefined;
  const due = last && new Date(Date.parse(last.at) + pauseAfter(last.times));
  if (due && now < due) return wait('retry_later', 'The owner could not receive what is left.', due);
  if (ended === 'expired') {
    return send('not_finalized_in_time', message, 'No allocation was finalized in time; the owner gets the pool back.');
  }
  return send('leftover', message, 'The owner gets what is left.');
}

/** Operators have a day to investigate; less if the commit window was shorter than five days. */
function reclaimTime({ status: { deadlines } }: OperatedEscrow): Date | null {
  const [endsAt, deadline] = [timeOf(deadlines.ends_at), timeOf(deadlines.commit_deadline)];
  if (endsAt === null || deadline === null) return null;
  const window = deadline.getTime() - endsAt.getTime();
  return new Date(deadline.getTime() + Math.min(RECLAIM_AFTER_MS, window / 5));
}

const pauseAfter = (times: number, first = FIRST_PAUSE_MS): number => Math.min(first * 2 ** (times - 1), MAX_PAUSE_MS);
