import { Injectable } from '@nestjs/common';
import type { AnnouncedType } from '@questp/messages/quests';
import { empty, sql, type Tx } from '@questp/postgres';
import { earnersAfter } from '../../ledger/submissions/earners-after.js';

export interface Announcement {
  id: string;
  type: AnnouncedType;
  projectId: string;
  campaignId: string;
  campaignTitle: string;
  afterUserId: string;
}

@Injectable()
export class AnnouncementsRepository {
  /** The oldest announcement that no other replica is working on. */
  take(tx: Tx, passedOver: readonly string[]): Promise<Announcement | undefined> {
    return tx.row<Announcement>(sql`
      SELECT a.id, a.type, a.project_id, a.campaign_id, c.title AS campaign_title, a.after_user_id
      FROM announcement a JOIN campaign c ON c.id = a.campaign_id
      WHERE a.id <> ALL (${passedOver}::uuid[])
      ORDER BY a.id LIMIT 1 FOR UPDATE OF a SKIP LOCKED`);
  }

  /** Next recipients by user id: the team and, for a campaign that ended, its participants. */
  async people(tx: Tx, { type, projectId, campaignId, afterUserId }: Announcement, limit: number): Promise<string[]> {
    const rows = await tx.rows<{ userId: string }>(sql`
      SELECT user_id FROM (
        (SELECT user_id FROM project_member WHERE project_id = ${projectId} AND user_id > ${afterUserId}
          ORDER BY user_id LIMIT ${limit})
        ${type === 'campaign.ended' ? sql`UNION (${earnersAfter(campaignId, afterUserId, limit)})` : empty}
      ) AS people
      ORDER BY user_id LIMIT ${limit}`);
    return rows.map(({ userId }) => userId);
  }

  async moveOn(tx: Tx, { id }: Announcement, afterUserId: string): Promise<void> {
    await tx.execute(sql`UPDATE announcement SET after_user_id = ${afterUserId} WHERE id = ${id}`);
  }

  async remove(tx: Tx, { id }: Announcement): Promise<void> {
    await tx.execute(sql`DELETE FROM announcement WHERE id = ${id}`);
  }
}
