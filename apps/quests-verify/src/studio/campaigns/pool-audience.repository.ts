import { Injectable } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@questp/messages/language';
import { getPoolAudience, type PoolAudience } from '@questp/messages/quests';
import { Database, sql } from '@questp/postgres';
import { Rpc } from '@questp/service';

@Injectable()
export class PoolAudienceRepository {
  constructor(private readonly database: Database) {}

  @Rpc(getPoolAudience)
  async get({ campaignId }: RequestOf<typeof getPoolAudience>): Promise<ReplyOf<typeof getPoolAudience>> {
    const pool = await this.database.row<PoolAudience>(sql`
      SELECT title AS campaign_title, reward_pool ->> 'symbol' AS symbol,
        (reward_pool ->> 'decimals')::integer AS decimals,
        ARRAY(SELECT user_id FROM project_member m WHERE m.project_id = c.project_id ORDER BY user_id) AS user_ids
      FROM campaign c WHERE id = ${campaignId} AND reward_pool IS NOT NULL`);
    return { pool: pool ?? null };
  }
}
