import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { EarnerSearchRepository } from '../../people/earners/earner-search.repository.js';
import { ParticipantsHandlers } from './participants.handlers.js';
import { ParticipantsRepository } from './participants.repository.js';

@Module({
  imports: [CampaignsModule],
  controllers: [ParticipantsHandlers],
  providers: [ParticipantsRepository, EarnerSearchRepository],
})
export class ParticipantsModule {}
