import type { LedgerEntry, listOwnLedger, Page, RequestOf } from '@questp/messages';
import { decodeCursor, empty, isUuid, sql, toPage, type Queries } from '@questp/postgres';

interface LedgerRow {
  id: string;
  createdAt: Date;
  kind: 'credit' | 'reversal';
  points: number;
  xp: number;
  projectId: string;
  campaignId: string;
  questId: string;
  questTitle: string;
  submissionId: string;
  periodKey: string;
}

/** The earner's own ledger, newest first. */
export async function ownLedger(
  db: Queries,
  { userId, campaignId, limit, cursor }: RequestOf<typeof listOwnLedger>,
): Promise<Page<LedgerEntry>> {
  const after = decodeCursor(cursor, ['uuid']);
  if (campaignId !== undefined && !isUuid(campaignId)) return { items: [], nextCursor: null };
  const rows = await db.rows<LedgerRow>(sql`
    SELECT l.id, l.created_at, l.kind, l.points, l.xp, l.project_id, l.campaign_id, l.quest_id,
      q.title AS quest_title, l.submission_id, l.period_key
    FROM points_ledger l JOIN quest q ON q.id = l.quest_id
    WHERE l.user_id = ${userId}
      ${campaignId === undefined ? empty : sql`AND l.campaign_id = ${campaignId}`}
      ${after === undefined ? empty : sql`AND l.id < ${after[0]}`}
    ORDER BY l.id DESC LIMIT ${limit + 1}`);
  return toPage(rows, limit, ({ id }) => [id], toEntry);
}

const toEntry = (row: LedgerRow): LedgerEntry => ({
  id: row.id,
  at: row.createdAt.toISOString(),
  kind: row.kind,
  points: String(row.points),
  xp: String(row.xp),
  projectId: row.projectId,
  campaignId: row.campaignId,
  questId: row.questId,
  questTitle: row.questTitle,
  submissionId: row.submissionId,
  periodKey: row.periodKey,
});
