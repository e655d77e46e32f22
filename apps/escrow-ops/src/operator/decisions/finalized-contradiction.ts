import { stop, wait, type Decision } from './decision.js';
import type { OperatedEscrow, OperatedPlan } from './operated-escrow.js';

/**
 * Why a finalized allocation is not paid; undefined: it equals the plan. The contract cannot check the hash, so the
 * entries are compared one by one as well.
 */
export function finalizedContradiction(escrow: OperatedEscrow, plan: OperatedPlan | undefined): Decision | undefined {
  const { status, differingTerms } = escrow;
  if (differingTerms.length > 0) {
    return stop('terms_differ', `The escrow differs from its ticket: ${differingTerms.join(', ')}.`);
  }
  if (plan === undefined) {
    return stop(
      'finalized_without_plan',
      'An allocation is finalized, and no payout plan of this funding is approved.',
    );
  }
  const names = differences(escrow, plan);
  if (names.length > 0) {
    return stop('finalized_differs', `The finalized allocation differs from the plan: ${names.join(', ')}.`);
  }
  if (plan.differingEntry !== null) {
    return stop('entries_differ', `The finalized entry of ${plan.differingEntry} is another one in the plan.`);
  }
  if (plan.equalEntries < status.entry_count) {
    return wait('comparing_entries', 'The finalized entries are being compared with the plan.');
  }
  return undefined;
}

function differences({ status }: OperatedEscrow, { sha256, entries, total, pool }: OperatedPlan): string[] {
  const { finalized } = status;
  const same: [string, boolean][] = [
    ['allocation_sha256', finalized?.allocation_sha256 === sha256],
    ['entry_count', status.entry_count === entries],
    ['total_points', status.total_points === total],
    ['gross_balance', finalized?.gross_balance === pool.gross],
    ['max_fee', finalized?.max_fee === pool.maxFee],
    ['distributable', finalized?.distributable === pool.distributable],
    ['cap', finalized?.cap === pool.cap],
  ];
  return same.flatMap(([name, isSame]) => (isSame ? [] : [name]));
}
