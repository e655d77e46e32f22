import { send, stop, wait, type Decision } from './decision.js';
import { timeOf } from './contract-time.js';
import type { OperatedEscrow, OperatedPlan } from './operated-escrow.js';
import { grossOf, poolDifferences } from './pool-figures.js';

/** The decision in the phases in which an allocation can be committed. */
export function nextCommit(escrow: OperatedEscrow, plan: OperatedPlan | undefined): Decision {
  const { status, differingTerms, memory } = escrow;
  const deadline = timeOf(status.deadlines.commit_deadline);
  if (differingTerms.length > 0) {
    return stop('terms_differ', `The escrow differs from its ticket: ${differingTerms.join(', ')}.`);
  }
  if (status.paused) return wait('paused', 'The escrow is paused.', timeOf(status.paused_until));
  if (plan === undefined) return wait('plan_not_approved', 'No payout plan of this funding is approved.', deadline);
  const isSentBefore = memory.finalized?.planId === plan.id && memory.finalized.version < status.version;
  if (plan.finalizedAt !== null || isSentBefore) {
    return wait(
      'plan_rejected',
      'The allocation of the plan was rejected; the next plan has to be approved.',
      deadline,
    );
  }
  if (status.balance === null) return wait('balance_unreadable', 'The balance of the escrow cannot be read.', deadline);
  if (grossOf(status) !== plan.pool.gross) {
    return wait('pool_changed', 'The pool has changed; the next plan has to be approved.', deadline);
  }
  const figures = poolDifferences(escrow, plan.pool);
  if (figures.length > 0) return stop('pool_differs', `The plan was made with another ${figures.join(', ')}.`);
  if (!plan.isIntact) return stop('plan_damaged', 'The stored entries of the plan do not have its hash or sum.');
  if (status.entry_count > 0 && !isPrefix(escrow, plan)) return discard(escrow, plan);
  if (status.entry_count < plan.entries) return commit(escrow, plan);
  if (plan.equalEntries < status.entry_count) {
    return wait('comparing_entries', 'The committed entries are being compared with the plan.');
  }
  return finalize(escrow, plan);
}

/** True if the committed entries equal the first ones of the plan, as far as they were compared. */
function isPrefix({ status }: OperatedEscrow, { prefix, differingEntry }: OperatedPlan): boolean {
  return (
    differingEntry === null &&
    status.entry_count === prefix.entries &&
    status.total_points === prefix.total &&
    status.last_committed === prefix.lastAddress
  );
}

function discard({ status, memory }: OperatedEscrow, plan: OperatedPlan): Decision {
  const { version } = status;
  const message = { reset_allocations: { version } };
  const { committed } = memory;
  if (committed?.version === version && committed.planId !== plan.id) {
    return send('plan_replaced', message, 'The committed entries are of an earlier plan.');
  }
  if (memory.discardedFor !== plan.id) {
    return send('entries_unknown', message, 'The committed entries are not those of the plan.');
  }
  return stop('entries_differ', 'Entries that are not in the plan were committed again after a reset.');
}

function commit({ status, config, memory }: OperatedEscrow, { next, entries: all }: OperatedPlan): Decision {
  const batch = next.slice(0, Math.min(memory.commitBatch, config.limits.max_commit_batch));
  const entries = batch.map(({ address, weight }) => ({ address, points: weight }));
  const [from, to] = [status.entry_count + 1, status.entry_count + entries.length];
  const message = { commit_allocations: { version: status.version, entries } };
  return send('commit_entries', message, `Entries ${from} to ${to} of ${all} are committed next.`);
}

function finalize({ status, allocationUri }: OperatedEscrow, plan: OperatedPlan): Decision {
  const message = {
    finalize_allocations: {
      version: status.version,
      expected_count: plan.entries,
      expected_total_points: plan.total,
      allocation_sha256: plan.sha256,
      allocation_uri: allocationUri,
    },
  };
  return send('allocation_committed', message, 'All entries are committed and equal those of the plan.');
}
