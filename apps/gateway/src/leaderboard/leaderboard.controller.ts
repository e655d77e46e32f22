import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { getLeaderboard, getStanding, type Principal, type UserPrincipal } from '@questp/messages';
import { Bus } from '@questp/service';
import { PageQuery } from '../edge/paging.dto.js';
import { Caller, CurrentUser } from '../edge/request.js';
import { Endpoint } from '../openapi/endpoint.js';
import { LeaderboardPageDto, StandingDto } from './leaderboard.dto.js';

@ApiTags('leaderboard')
@Controller('v1')
export class LeaderboardController {
  constructor(private readonly bus: Bus) {}

  @Get('campaigns/:campaignId/leaderboard')
  @Endpoint({
    id: 'getCampaignLeaderboard',
    summary: 'The ranks of a campaign',
    reply: LeaderboardPageDto,
    errors: ['INVALID_CURSOR'],
  })
  campaign(@Param('campaignId') campaignId: string, @Query() query: PageQuery, @Caller() caller: Principal | null) {
    // A key sees campaigns of its own project alone; the service knows which these are.
    const projectId = caller?.family === 'api_key' ? caller.projectId : undefined;
    return this.bus.call(getLeaderboard, { ...query, scope: { campaignId }, projectId });
  }

  @Get('campaigns/:campaignId/leaderboard/me')
  @Endpoint({ id: 'getMyCampaignStanding', summary: 'The own standing in a campaign', reply: StandingDto })
  campaignStanding(@CurrentUser() { userId }: UserPrincipal, @Param('campaignId') campaignId: string) {
    return this.bus.call(getStanding, { scope: { campaignId }, userId });
  }

  @Get('projects/:projectId/leaderboard')
  @Endpoint({
    id: 'getProjectLeaderboard',
    summary: 'The ranks over all campaigns of a project',
    reply: LeaderboardPageDto,
    errors: ['INVALID_CURSOR'],
  })
  project(@Param('projectId') projectId: string, @Query() query: PageQuery) {
    return this.bus.call(getLeaderboard, { ...query, scope: { projectId } });
  }

  @Get('projects/:projectId/leaderboard/me')
  @Endpoint({ id: 'getMyProjectStanding', summary: 'The own standing in a project', reply: StandingDto })
  projectStanding(@CurrentUser() { userId }: UserPrincipal, @Param('projectId') projectId: string) {
    return this.bus.call(getStanding, { scope: { projectId }, userId });
  }
}
