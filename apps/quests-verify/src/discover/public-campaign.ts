import type { PublicCampaign } from '@questp/messages/quests';
import { toPublicFields } from '../studio/campaigns/campaign.js';
import type { CampaignSums, PublicCampaignRow } from './discover.repository.js';

export const toPublicCampaign = (row: PublicCampaignRow, sums: CampaignSums): PublicCampaign => ({
  ...toPublicFields(row),
  ...sums,
  project: row.project,
});
