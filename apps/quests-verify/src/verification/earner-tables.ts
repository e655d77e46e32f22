import type { EarnerTables } from '../people/earners/earner-tables.js';

/** Tables with rows per earner that do not depend on the task type. */
export const CORE_TABLES: EarnerTables = [
  { name: 'earner', onDeletion: 'kept' },
  { name: 'earner_method', onDeletion: 'deleted' },
  // With the ledger they change their account by ledger/credits.
  { name: 'submission', onDeletion: 'kept' },
  { name: 'points_ledger', onDeletion: 'kept' },
  { name: 'standing', onDeletion: 'kept' },
  // They follow the ledger and the standings.
  { name: 'board_standing', onDeletion: 'kept' },
  { name: 'rank_bucket', onDeletion: 'kept' },
  { name: 'rank_change', onDeletion: 'kept' },
  // Checks that decide a submission are kept for good, all others for 30 days.
  {
    name: 'verification_check',
    onDeletion: 'kept',
    follows: 'submission',
    staleWhere:
      "(submission_id IS NULL OR outcome IN ('inconclusive', 'relink', 'misconfigured')) AND at < now() - interval '30 days'",
  },
  { name: 'pending_check', onDeletion: 'deleted', follows: 'submission' },
  { name: 'credit_recheck', onDeletion: 'deleted', follows: 'submission' },
  // What completes a quest once stays taken.
  { name: 'completion_subject', onDeletion: 'kept', follows: 'period' },
  { name: 'platform_report', onDeletion: 'deleted', staleWhere: "reported_at < now() - interval '1 day'" },
  {
    name: 'negative_check',
    onDeletion: 'deleted',
    follows: 'quest',
    attempts: { as: 'negativeChecks', count: 'negatives' },
  },
];
