import type { Timestamp } from '../../language/contract/common.js';
import { contract, type HttpBinding } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import {
  Amount,
  Count,
  Id,
  ListOf,
  OneOf,
  Time,
  UserId,
  Whole,
  enumeration,
  omit,
} from '../../language/fields/index.js';
import { PublicUser } from '../../shared/public-user.js';

/** Order: points descending, then earlier last credit, then public id. Ranks are unique. */
export class LeaderboardRow extends PublicUser {
  @Count({ description: 'Rank, from 1', example: 1 })
  rank!: number;

  @Amount({ description: 'Points, as a decimal string' })
  points!: string;

  @Amount({ description: 'Experience, as a decimal string' })
  xp!: string;

  @Count({ description: 'Completions that were not reversed', example: 3 })
  completions!: number;

  @Time({ description: 'When points were last credited', example: '2026-05-01T12:00:00.000Z' })
  lastVerifiedAt!: Timestamp;
}

export class Standing {
  @Count({ nullable: true, description: 'Null: no credit yet, or suspended', example: 1 })
  rank!: number | null;

  @Amount({ description: 'Points, as a decimal string' })
  points!: string;

  @Amount({ description: 'Experience, as a decimal string' })
  xp!: string;

  @Count({ description: 'Completions that were not reversed', example: 3 })
  completions!: number;

  @Count({ description: 'Number of ranked earners', example: 12 })
  participants!: number;

  @Time({
    nullable: true,
    description: 'When points were last credited; null: never',
    example: '2026-05-01T12:00:00.000Z',
  })
  lastVerifiedAt!: Timestamp | null;
}

/** `7d` and `30d`: the last 7 or 30 UTC days, including today. Reversed credits do not count. */
export const LEADERBOARD_WINDOWS = enumeration('LeaderboardWindow', ['all', '7d', '30d']);
export type LeaderboardWindow = (typeof LEADERBOARD_WINDOWS)[number];

const SCOPES = {
  campaign: '/v1/campaigns/:campaignId/leaderboard',
  project: '/v1/projects/:projectId/leaderboard',
  platform: '/v1/leaderboard',
} as const;

/** Common members of the boards of a time window and of the platform. */
const LATE = 'Time windows and the platform leaderboard are updated within seconds.';

/** Ranks in one campaign, one project, or all projects: a request names one of the two, or neither. */
class LeaderboardRequest extends PageRequest {
  @Id({ optional: true })
  campaignId?: string;

  @Id({ optional: true })
  projectId?: string;

  @OneOf(LEADERBOARD_WINDOWS, {
    default: 'all',
    description: 'Time window: all credits, or those of the last 7 or 30 UTC days',
  })
  window!: LeaderboardWindow;

  @Id({ optional: true, from: 'apiKeyProjectId', description: 'API keys see only their own project' })
  tenantProjectId?: string;
}

/** The HTTP binding of each scope, which sets the members of the request that select it. */
function facesOf(
  below: '' | '/me' | '/around',
  bindings: Record<keyof typeof SCOPES, Pick<HttpBinding, 'id' | 'summary' | 'description'>>,
): HttpBinding[] {
  const { campaign, project, platform } = SCOPES;
  const tag = 'leaderboard';
  return [
    { ...bindings.campaign, route: `GET ${campaign}${below}`, tag, set: { projectId: undefined } },
    { ...bindings.project, route: `GET ${project}${below}`, tag, set: { campaignId: undefined } },
    {
      ...bindings.platform,
      route: `GET ${platform}${below}`,
      tag,
      set: { campaignId: undefined, projectId: undefined },
    },
  ];
}

/** Leaves out suspended earners. NOT_FOUND for a draft or archived scope. */
export const getLeaderboard = contract({
  subject: 'quests.leaderboard.page',
  request: LeaderboardRequest,
  reply: pageOf(LeaderboardRow),
  http: facesOf('', {
    campaign: { id: 'getCampaignLeaderboard', summary: 'Get the leaderboard of a campaign', description: LATE },
    project: { id: 'getProjectLeaderboard', summary: 'Get the leaderboard of a project', description: LATE },
    platform: { id: 'getPlatformLeaderboard', summary: 'Get the leaderboard of all projects', description: LATE },
  }),
});

class StandingRequest extends omit(LeaderboardRequest, 'limit', 'cursor', 'tenantProjectId') {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const getStanding = contract({
  subject: 'quests.leaderboard.standing',
  request: StandingRequest,
  reply: Standing,
  http: facesOf('/me', {
    campaign: { id: 'getMyCampaignStanding', summary: 'Get your standing in a campaign' },
    project: { id: 'getMyProjectStanding', summary: 'Get your standing in a project' },
    platform: { id: 'getMyPlatformStanding', summary: 'Get your standing over all projects' },
  }),
});

const MAX_AROUND = 25;

class AroundRequest extends StandingRequest {
  @Whole({ min: 1, max: MAX_AROUND, default: 5, description: 'Maximum number of rows on each side of your row' })
  radius!: number;
}

export class LeaderboardAround {
  @ListOf(() => LeaderboardRow, {
    max: 2 * MAX_AROUND + 1,
    description: 'Rows in rank order including your row; empty without a rank',
  })
  items!: LeaderboardRow[];
}

export const getLeaderboardAround = contract({
  subject: 'quests.leaderboard.around',
  request: AroundRequest,
  reply: LeaderboardAround,
  http: facesOf('/around', {
    campaign: { id: 'getMyCampaignNeighbours', summary: 'Get the leaderboard of a campaign around your rank' },
    project: { id: 'getMyProjectNeighbours', summary: 'Get the leaderboard of a project around your rank' },
    platform: { id: 'getMyPlatformNeighbours', summary: 'Get the leaderboard of all projects around your rank' },
  }),
});
