import { Module } from '@nestjs/common';
import { PipelineModule } from '../verification/attempts/pipeline.module.js';
import { DiscoverCampaigns } from './discover-campaigns.js';
import { DiscoverQuests } from './discover-quests.js';
import { DiscoverHandlers } from './discover.handlers.js';
import { DiscoverRepository } from './discover.repository.js';

@Module({
  imports: [PipelineModule],
  controllers: [DiscoverHandlers],
  providers: [DiscoverCampaigns, DiscoverQuests, DiscoverRepository],
})
export class DiscoverModule {}
