import type { Wing } from '@questp/service-kit';
import { DiscoverCampaigns } from './discover-campaigns.js';
import { DiscoverQuests } from './discover-quests.js';
import { DiscoverHandlers } from './discover.handlers.js';
import { DiscoverRepository } from './discover.repository.js';

export const discover: Wing = {
  providers: [DiscoverHandlers, DiscoverCampaigns, DiscoverQuests, DiscoverRepository],
};
