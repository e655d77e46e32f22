import type { MergeNotice } from '@questp/messages/notifier';
import { sql, found, iso, type Tx } from '@questp/postgres';
import { hashSecret, newSecret } from '@questp/service';
import { UNDOABLE_UNTIL } from '../../shared/undoable-merges.js';

interface NoticeRow {
  survivor: string;
  absorbed: string;
  mergedAt: Date;
  undoableUntil: Date;
}

/**
 * Makes a mail about a merge, with a new token for an objection, which is stored as a hash. The mail contains no
 * display name, because the recipient may not know the account that chose it.
 */
export async function newMergeNotice(tx: Tx, mergeId: string): Promise<MergeNotice> {
  const objectionToken = newSecret();
  await tx.execute(sql`
    INSERT INTO merge_objection_token (hash, merge_id) VALUES (${hashSecret(objectionToken)}, ${mergeId})`);
  const { survivor, absorbed, mergedAt, undoableUntil } = found(
    await tx.row<NoticeRow>(sql`
      SELECT coalesce(s.username, s.id) AS survivor, coalesce(a.username, a.id) AS absorbed, merged_at,
        ${UNDOABLE_UNTIL} AS undoable_until
      FROM account_merge AS m
        JOIN user_account AS s ON s.id = m.survivor_id
        JOIN user_account AS a ON a.id = m.absorbed_id
      WHERE m.id = ${mergeId}`),
  );
  const times = { mergedAt: iso(mergedAt), undoableUntil: iso(undoableUntil) };
  return { objectionToken, survivor, absorbed, ...times };
}
