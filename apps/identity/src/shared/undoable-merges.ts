import { MERGE_UNDO_DAYS } from '@questp/messages/identity';
import type { ProvenAccount } from '@questp/messages/integrations';
import { AppError, opensAt } from '@questp/messages/language';
import type { OAuthProvider } from '@questp/messages/shared';
import { sql, type Queries, type Tx } from '@questp/postgres';

/** What an undo needs to find what moved; kept until the merge cannot be undone any more. */
export interface MovedMethods {
  walletIds: string[];
  primaryWalletId: string | null;
  /** The primary wallet of the survivor before the merge. */
  survivorPrimaryWalletId?: string | null;
  /** When the e-mail address was proven. */
  emailVerifiedAt: string | null;
  accounts: { provider: OAuthProvider; accountId: string }[];
  refereeIds: string[];
  /** The account that went had referred the survivor. */
  referredSurvivor?: boolean;
  /** What a merge of an earlier version removed. Today it stays with the account that went. */
  dropped?: { email: string | null; accounts: ProvenAccount[] };
}

/** The end of the time in which a merge can be undone. */
export const UNDOABLE_UNTIL = sql`merged_at + make_interval(days => ${MERGE_UNDO_DAYS})`;

/** What came to an account by merges that can still be undone. */
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
 * MERGE_UNDOABLE for what came with a merge that can still be undone: it stays as it is until then. Only safe while the
 * user is locked.
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
