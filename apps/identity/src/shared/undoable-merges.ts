import { MERGE_UNDO_DAYS } from '@questp/messages/identity';
import type { ProvenAccount } from '@questp/messages/integrations';
import { AppError, opensAt } from '@questp/messages/language';
import type { LinkedAccountProvider } from '@questp/messages/shared';
import { sql, type Queries, type Tx } from '@questp/postgres';

/** Record of what a merge moved, kept until it cannot be undone any more. */
export interface MovedMethods {
  walletIds: string[];
  primaryWalletId: string | null;
  /** The primary wallet of the survivor before the merge. */
  survivorPrimaryWalletId?: string | null;
  /** When the e-mail address was verified. */
  emailVerifiedAt: string | null;
  accounts: { provider: LinkedAccountProvider; accountId: string }[];
  refereeIds: string[];
  /** The absorbed account had referred the survivor. */
  referredSurvivor?: boolean;
  /** Methods removed by a merge of an earlier version; today they stay with the absorbed account. */
  dropped?: { email: string | null; accounts: ProvenAccount[] };
}

/** End of the undo period. */
export const UNDOABLE_UNTIL = sql`merged_at + make_interval(days => ${MERGE_UNDO_DAYS})`;

/** What an account received by merges that can still be undone. */
export function undoableMerges(
  on: Queries,
  survivorId: string,
): Promise<{ moved: MovedMethods; undoableUntil: Date }[]> {
  return on.rows(sql`
    SELECT moved, ${UNDOABLE_UNTIL} AS undoable_until FROM account_merge
    WHERE survivor_id = ${survivorId} AND state IN ('moving', 'done') AND moved IS NOT NULL
      AND ${UNDOABLE_UNTIL} > now()`);
}

/**
 * MERGE_UNDOABLE for a method from a merge that can still be undone: it cannot be changed until then. Safe only while
 * the user is locked.
 */
export async function requireNotMoved(
  tx: Tx,
  userId: string,
  isAmong: (moved: MovedMethods) => boolean,
): Promise<void> {
  const merges = (await undoableMerges(tx, userId)).filter(({ moved }) => isAmong(moved));
  if (merges.length === 0) return;
  const latest = Math.max(...merges.map(({ undoableUntil }) => undoableUntil.getTime()));
  throw new AppError('MERGE_UNDOABLE', { extra: opensAt(new Date(latest)) });
}
