import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { CampaignsHandlers } from './campaigns.handlers.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { CreateCampaign } from './create-campaign.js';
import { DeleteCampaign } from './delete-campaign.js';
import { DuplicateCampaign } from './duplicate-campaign.js';
import { EndDueCampaigns } from './end-due-campaigns.js';
import { MoveCampaign } from './move-campaign.js';
import { StartDueCampaigns } from './start-due-campaigns.js';
import { chainsProvider } from '../../shared/chains.js';
import { UpdateCampaign } from './update-campaign.js';
import { DailyLimits } from '../../shared/daily-limits.js';

@Module({
  imports: [AuditModule, ProjectsModule],
  controllers: [CampaignsHandlers],
  providers: [
    CampaignsRepository,
    DailyLimits,
    CreateCampaign,
    DuplicateCampaign,
    UpdateCampaign,
    MoveCampaign,
    DeleteCampaign,
    EndDueCampaigns,
    StartDueCampaigns,
    chainsProvider,
  ],
  exports: [CampaignsRepository],
})
export class CampaignsModule {}
