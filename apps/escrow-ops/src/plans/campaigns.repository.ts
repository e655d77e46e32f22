import { Injectable } from '@nestjs/common';
import type { RewardPool } from '@questp/messages/quests';
import { sql, type Tx } from '@questp/postgres';

/** A campaign as quests-verify publishes it. */
export interface PublishedCampaign {
  id: string;
  projectId: string;
  /** Null: it has not ended. */
  endedAt: Date | null;
  rewardPool: RewardPool | null;
}

@Injectable()
export class CampaignsRepository {
  get(tx: Tx, campaignId: string): Promise<PublishedCampaign | undefined> {
    return tx.row<PublishedCampaign>(sql`
      SELECT id, project_id, ended_at, reward_pool FROM quests.published_campaign_v2 WHERE id = ${campaignId}`);
  }
}
