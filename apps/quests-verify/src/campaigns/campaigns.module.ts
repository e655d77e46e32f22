import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { CampaignsHandlers } from './campaigns.handlers.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { CreateCampaign } from './create-campaign.js';
import { EndDueCampaigns } from './end-due-campaigns.js';
import { MoveCampaign } from './move-campaign.js';
import { chainsProvider } from '../wallets/chains.js';
import { UpdateCampaign } from './update-campaign.js';

@Module({
  imports: [ProjectsModule],
  controllers: [CampaignsHandlers],
  providers: [CampaignsRepository, CreateCampaign, UpdateCampaign, MoveCampaign, EndDueCampaigns, chainsProvider],
  exports: [CampaignsRepository],
})
export class CampaignsModule {}
