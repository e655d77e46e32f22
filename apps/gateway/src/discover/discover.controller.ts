import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  discoverCampaign,
  discoverCampaigns,
  discoverProject,
  discoverProjects,
  discoverQuest,
  discoverQuests,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { CallerUserId } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import {
  DiscoverCampaignsQuery,
  DiscoverProjectsQuery,
  DiscoverQuestsQuery,
  EarnerQuestDto,
  EarnerQuestPageDto,
  PublicCampaignDto,
  PublicCampaignPageDto,
  PublicProjectDto,
  PublicProjectPageDto,
} from './discover.dto.js';

@ApiTags('discover')
@Controller('v1')
export class DiscoverController {
  constructor(private readonly bus: Bus) {}

  @Get('discover/projects')
  @Endpoint({
    id: 'discoverProjects',
    summary: 'Active projects',
    reply: PublicProjectPageDto,
    errors: ['INVALID_CURSOR'],
  })
  projects(@Query() query: DiscoverProjectsQuery) {
    return this.bus.call(discoverProjects, { ...query });
  }

  @Get('discover/projects/:slug')
  @Endpoint({ id: 'discoverProject', summary: 'An active project by its slug', reply: PublicProjectDto })
  project(@Param('slug') slug: string) {
    return this.bus.call(discoverProject, { slug });
  }

  @Get('discover/campaigns')
  @Endpoint({
    id: 'discoverCampaigns',
    summary: 'Active and ended campaigns',
    reply: PublicCampaignPageDto,
    errors: ['INVALID_CURSOR'],
  })
  campaigns(@Query() query: DiscoverCampaignsQuery) {
    return this.bus.call(discoverCampaigns, { ...query });
  }

  @Get('discover/campaigns/:campaignId')
  @Endpoint({ id: 'discoverCampaign', summary: 'An active or ended campaign', reply: PublicCampaignDto })
  campaign(@Param('campaignId') campaignId: string) {
    return this.bus.call(discoverCampaign, { campaignId });
  }

  @Get('discover/quests')
  @Endpoint({
    id: 'discoverQuests',
    summary: 'Quests of active campaigns, for a signed-in earner with what can be done now',
    reply: EarnerQuestPageDto,
    errors: ['INVALID_CURSOR'],
  })
  quests(@Query() query: DiscoverQuestsQuery, @CallerUserId() userId?: string) {
    return this.bus.call(discoverQuests, { ...query, userId });
  }

  @Get('quests/:questId')
  @Endpoint({ id: 'getQuest', summary: 'A quest as earners see it', reply: EarnerQuestDto })
  quest(@Param('questId') questId: string, @CallerUserId() userId?: string) {
    return this.bus.call(discoverQuest, { questId, userId });
  }
}
