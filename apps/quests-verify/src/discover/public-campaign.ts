import type { PublicCampaign } from '@questp/messages';
import { toPublicFields } from '../campaigns/campaign.js';
import type { PublicCampaignRow } from './discover.repository.js';

export const toPublicCampaign = (row: PublicCampaignRow): PublicCampaign => ({
  ...toPublicFields(row),
  project: row.project,
});
