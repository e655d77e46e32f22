import { Injectable } from '@nestjs/common';
import type { Page, RequestOf } from '@questp/messages/language';
import { listOwnLedger, type LedgerEntry } from '@questp/messages/quests';
import { Database, decodeCursor, empty, sql, toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import type { PointsLedger } from '../../generated/prisma/client.js';

type LedgerRow = Omit<LedgerEntry, 'at' | 'points' | 'xp'> & Pick<PointsLedger, 'createdAt' | 'points' | 'xp'>;

@Injectable()
export class LedgerRepository {
  constructor(private readonly database: Database) {}

  /** The earner's own ledger, newest first. */
  @Rpc(listOwnLedger)
  async listOwn({ userId, campaignId, limit, cursor }: RequestOf<typeof listOwnLedger>): Promise<Page<LedgerEntry>> {
    const after = decodeCursor(cursor, ['uuid']);
    const rows = await this.database.rows<LedgerRow>(sql`
      SELECT l.id, l.created_at, l.kind, l.points, l.xp, l.project_id, l.campaign_id, l.quest_id,
        q.title AS quest_title, l.submission_id, l.period_key, l.merge_id
      FROM points_ledger l JOIN quest q ON q.id = l.quest_id
      WHERE l.user_id = ${userId}
        ${campaignId === undefined ? empty : sql`AND l.campaign_id = ${campaignId}`}
        ${after === undefined ? empty : sql`AND l.id < ${after[0]}`}
      ORDER BY l.id DESC LIMIT ${limit + 1}`);
    return toPage(rows, limit, ({ id }) => [id], toEntry);
  }
}

const toEntry = ({ createdAt, points, xp, ...row }: LedgerRow): LedgerEntry => ({
  ...row,
  at: createdAt.toISOString(),
  points: String(points),
  xp: String(xp),
});
