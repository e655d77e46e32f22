import { emit } from '@questp/events';
import type { Tx } from '@questp/postgres';
import { queueAnnouncement } from '../announcements/queue-announcement.js';
import type { CampaignRow } from './campaign.js';
import { isFunded } from '../pool-lock.js';

/** Announces the start of a campaign, and to its team that its automatic pool is not funded. */
export async function announceStart(tx: Tx, campaign: CampaignRow): Promise<void> {
  const { id: campaignId, projectId, rewardPool } = campaign;
  await queueAnnouncement(tx, 'campaign.started', { projectId, campaignId });
  if (rewardPool?.mode !== 'automatic' || isFunded(campaign)) return;
  await emit(tx, 'campaign.pool_unfunded', campaignId, { projectId, campaignId });
}
