import { DiscoverProjects } from './discover-projects.js';
import type { Wing } from '@questp/service-kit';
import { DiscoverCampaigns } from './discover-campaigns.js';
import { DiscoverQuests } from './discover-quests.js';
import { DiscoverRepository } from './discover.repository.js';
import { ShowVerificationStatus } from './show-verification-status.js';

export const discover: Wing = {
  providers: [DiscoverProjects, DiscoverCampaigns, DiscoverQuests, DiscoverRepository, ShowVerificationStatus],
};
