import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createCampaign,
  getCampaign,
  getCampaignTotals,
  listCampaigns,
  moveCampaign,
  updateCampaign,
  type Idempotency,
} from '@questp/messages';
import { Bus } from '@questp/service';
import { IdempotencyOf } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import {
  CampaignDto,
  CampaignPageDto,
  CampaignsQuery,
  CampaignTotalsDto,
  CreateCampaignBody,
  UpdateCampaignBody,
} from './campaigns.dto.js';

@ApiTags('campaigns')
@Controller('v1/projects/:projectId/campaigns')
export class CampaignsController {
  constructor(private readonly bus: Bus) {}

  @Post()
  @Endpoint({
    id: 'createCampaign',
    summary: 'Creates a campaign as a draft',
    reply: CampaignDto,
    status: 201,
    errors: ['SLUG_TAKEN', 'INVALID_TRANSITION'],
    idempotent: true,
  })
  create(
    @Param('projectId') projectId: string,
    @Body() body: CreateCampaignBody,
    @IdempotencyOf() idempotency?: Idempotency,
  ) {
    return this.bus.call(createCampaign, { ...body, projectId, idempotency });
  }

  @Get()
  @Endpoint({
    id: 'listCampaigns',
    summary: 'The campaigns of a project',
    reply: CampaignPageDto,
    errors: ['INVALID_CURSOR'],
  })
  list(@Param('projectId') projectId: string, @Query() query: CampaignsQuery) {
    return this.bus.call(listCampaigns, { projectId, ...query });
  }

  @Get(':campaignId')
  @Endpoint({ id: 'getCampaign', summary: 'A campaign', reply: CampaignDto })
  get(@Param('projectId') projectId: string, @Param('campaignId') campaignId: string) {
    return this.bus.call(getCampaign, { projectId, campaignId });
  }

  @Patch(':campaignId')
  @Endpoint({
    id: 'updateCampaign',
    summary: 'Changes a campaign',
    description: 'Reward pool and start are fixed once the campaign is active.',
    reply: CampaignDto,
    errors: ['SLUG_TAKEN', 'INVALID_TRANSITION'],
  })
  update(
    @Param('projectId') projectId: string,
    @Param('campaignId') campaignId: string,
    @Body() body: UpdateCampaignBody,
  ) {
    return this.bus.call(updateCampaign, { ...body, projectId, campaignId });
  }

  @Post(':campaignId/activate')
  @Endpoint({
    id: 'activateCampaign',
    summary: 'Opens a draft for earners',
    reply: CampaignDto,
    errors: ['INVALID_TRANSITION', 'CAMPAIGN_NOT_READY'],
  })
  activate(@Param('projectId') projectId: string, @Param('campaignId') campaignId: string) {
    return this.bus.call(moveCampaign, { projectId, campaignId, step: 'activate' });
  }

  @Post(':campaignId/end')
  @Endpoint({ id: 'endCampaign', summary: 'Ends a campaign', reply: CampaignDto, errors: ['INVALID_TRANSITION'] })
  end(@Param('projectId') projectId: string, @Param('campaignId') campaignId: string) {
    return this.bus.call(moveCampaign, { projectId, campaignId, step: 'end' });
  }

  @Post(':campaignId/archive')
  @Endpoint({
    id: 'archiveCampaign',
    summary: 'Archives a campaign',
    reply: CampaignDto,
    errors: ['INVALID_TRANSITION'],
  })
  archive(@Param('projectId') projectId: string, @Param('campaignId') campaignId: string) {
    return this.bus.call(moveCampaign, { projectId, campaignId, step: 'archive' });
  }

  @Get(':campaignId/totals')
  @Endpoint({ id: 'getCampaignTotals', summary: 'Sums over a campaign', reply: CampaignTotalsDto })
  totals(@Param('projectId') projectId: string, @Param('campaignId') campaignId: string) {
    return this.bus.call(getCampaignTotals, { projectId, campaignId });
  }
}
