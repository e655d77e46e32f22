import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { Database, isUuid, sql, type Tx } from '@questp/postgres';
import { campaignShareLock } from '../../shared/campaign-locks.js';

interface QuestPath {
  projectId: string | null;
  campaignId: string;
  questId: string;
}

/** A submission that a row of a list names. */
export interface Named {
  row: number;
  /** Null: unknown earner, or no submission. */
  userId: string | null;
  submissionId: string | null;
}

@Injectable()
export class ListedRepository {
  constructor(private readonly database: Database) {}

  /** NOT_FOUND unless the quest belongs to the campaign and the project. */
  async requireQuest({ projectId, campaignId, questId }: QuestPath): Promise<void> {
    const found = [campaignId, questId].every(isUuid)
      ? await this.database.row(sql`
          SELECT FROM quest WHERE id = ${questId} AND campaign_id = ${campaignId} AND project_id = ${projectId}`)
      : undefined;
    if (found === undefined) throw new AppError('NOT_FOUND');
  }

  /**
   * The submissions in review of the earners of a list, named by id or by the address of a linked wallet, or else their
   * latest submission. Ordered by earner and row; at least one entry per row, and at most `most` + 1 entries.
   */
  find(tx: Tx, questId: string, rows: readonly { row: number; earner: string }[], most: number): Promise<Named[]> {
    return tx.rows<Named>(sql`
      SELECT named.row, e.user_id, s.id AS submission_id
      FROM unnest(${rows.map(({ row }) => row)}::integer[], ${rows.map(({ earner }) => earner)}::text[])
        AS named (row, earner)
      LEFT JOIN LATERAL (
        SELECT user_id FROM earner WHERE user_id = lower(named.earner)
        UNION
        SELECT user_id FROM earner
        WHERE wallets @> jsonb_build_array(jsonb_build_object('address', lower(named.earner)))
      ) e ON true
      LEFT JOIN LATERAL (
        (SELECT id FROM submission WHERE quest_id = ${questId} AND user_id = e.user_id AND status = 'in_review')
        UNION
        (SELECT id FROM submission
        WHERE quest_id = ${questId} AND user_id = e.user_id AND NOT EXISTS (
          SELECT FROM submission WHERE quest_id = ${questId} AND user_id = e.user_id AND status = 'in_review'
        )
        ORDER BY id DESC LIMIT 1)
      ) s ON true
      ORDER BY e.user_id, named.row, s.id LIMIT ${most + 1}`);
  }

  /**
   * Locks all submissions of the list before any decision takes its locks: a single decision holds its submission while
   * it waits for the quest.
   */
  async lock(tx: Tx, campaignId: string, submissionIds: readonly string[]): Promise<void> {
    await tx.execute(sql`SELECT ${campaignShareLock(sql`${campaignId}`)}`);
    await tx.execute(sql`SELECT FROM submission WHERE id = ANY (${submissionIds}::uuid[]) ORDER BY id FOR UPDATE`);
  }
}
