import { Injectable } from '@nestjs/common';
import type { RewardPool } from '@questp/messages/quests';
import type { ChainAsset } from '@questp/messages/shared';
import { sql, type Tx } from '@questp/postgres';

/** Settings of a reward pool. */
export interface RewardSettings extends RewardPool {
  assetKind: ChainAsset['kind'];
  maxShareBps: number;
  forbiddenAddresses: readonly string[];
}

/** A campaign as quests-verify publishes it. */
export interface PublishedCampaign {
  id: string;
  projectId: string;
  /** Null: it has not ended. */
  endedAt: Date | null;
  rewardPool: RewardSettings | null;
}

/** What a pool has that was stored before there were these settings. */
const DEFAULTS = { assetKind: 'native', maxShareBps: 10_000, forbiddenAddresses: [] } as const;

@Injectable()
export class CampaignsRepository {
  async get(tx: Tx, campaignId: string): Promise<PublishedCampaign | undefined> {
    const row = await tx.row<PublishedCampaign>(sql`
      SELECT id, project_id, ended_at, reward_pool FROM quests.published_campaign_v2 WHERE id = ${campaignId}`);
    return row && { ...row, rewardPool: row.rewardPool && { ...DEFAULTS, ...row.rewardPool } };
  }
}
