import type { Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { Amount, Count, enumeration, Id, ListOf, omit, OneOf, Time, UserId, Whole } from '../fields/index.js';
import { pageOf, PageRequest } from '../paging.js';
import { PublicUser } from '../public-user.js';

/** Points descending, then the earlier last credit, then the public id; equal points share no rank. */
export class LeaderboardRow extends PublicUser {
  @Count()
  rank!: number;

  @Amount()
  points!: string;

  @Amount()
  xp!: string;

  @Count()
  completions!: number;

  @Time()
  lastVerifiedAt!: Timestamp;
}

export class Standing {
  @Count({ nullable: true, description: 'Null: no credit yet, or suspended' })
  rank!: number | null;

  @Amount()
  points!: string;

  @Amount()
  xp!: string;

  @Count()
  completions!: number;

  @Count({ description: 'Earners with a rank' })
  participants!: number;

  @Time({ nullable: true })
  lastVerifiedAt!: Timestamp | null;
}

/** `7d` and `30d`: the last 7 and 30 UTC days, today included; what was taken back since does not count. */
export const LEADERBOARD_WINDOWS = enumeration('LeaderboardWindow', ['all', '7d', '30d']);
export type LeaderboardWindow = (typeof LEADERBOARD_WINDOWS)[number];

const OF_CAMPAIGN = '/v1/campaigns/:campaignId/leaderboard';
const OF_PROJECT = '/v1/projects/:projectId/leaderboard';
const OF_PLATFORM = '/v1/leaderboard';
const tag = 'leaderboard';
/** What boards of windows and of the platform have in common. */
const LATE = 'Windows, and the ranks of the platform, follow a credit within seconds.';

/** The ranks of one campaign, over all of one project, or over all projects: a request names one of the two, or none. */
class LeaderboardRequest extends PageRequest {
  @Id({ optional: true })
  campaignId?: string;

  @Id({ optional: true })
  projectId?: string;

  @OneOf(LEADERBOARD_WINDOWS, {
    default: 'all',
    description: 'Credits that count: all, or of the last 7 or 30 UTC days',
  })
  window!: LeaderboardWindow;

  @Id({ optional: true, from: 'apiKeyProjectId', description: 'A key sees what is of its own project alone' })
  tenantProjectId?: string;
}

/** Suspended earners are left out. NOT_FOUND for a draft or archived scope. */
export const getLeaderboard = contract({
  subject: 'quests.leaderboard.page',
  request: LeaderboardRequest,
  reply: pageOf(LeaderboardRow),
  http: [
    {
      id: 'getCampaignLeaderboard',
      route: `GET ${OF_CAMPAIGN}`,
      tag,
      summary: 'The ranks of a campaign',
      description: LATE,
      set: { projectId: undefined },
    },
    {
      id: 'getProjectLeaderboard',
      route: `GET ${OF_PROJECT}`,
      tag,
      summary: 'The ranks over all campaigns of a project',
      description: LATE,
      set: { campaignId: undefined },
    },
    {
      id: 'getPlatformLeaderboard',
      route: `GET ${OF_PLATFORM}`,
      tag,
      summary: 'The ranks over all projects',
      description: LATE,
      set: { campaignId: undefined, projectId: undefined },
    },
  ],
});

class StandingRequest extends omit(LeaderboardRequest, 'limit', 'cursor', 'tenantProjectId') {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const getStanding = contract({
  subject: 'quests.leaderboard.standing',
  request: StandingRequest,
  reply: Standing,
  http: [
    {
      id: 'getMyCampaignStanding',
      route: `GET ${OF_CAMPAIGN}/me`,
      tag,
      summary: 'The own standing in a campaign',
      set: { projectId: undefined },
    },
    {
      id: 'getMyProjectStanding',
      route: `GET ${OF_PROJECT}/me`,
      tag,
      summary: 'The own standing in a project',
      set: { campaignId: undefined },
    },
    {
      id: 'getMyPlatformStanding',
      route: `GET ${OF_PLATFORM}/me`,
      tag,
      summary: 'The own standing over all projects',
      set: { campaignId: undefined, projectId: undefined },
    },
  ],
});

const MOST_AROUND = 25;

class AroundRequest extends StandingRequest {
  @Whole({ min: 1, max: MOST_AROUND, default: 5, description: 'Most rows on either side of the own one' })
  radius!: number;
}

export class LeaderboardAround {
  @ListOf(() => LeaderboardRow, {
    max: 2 * MOST_AROUND + 1,
    description: 'In rank order, the own row among them; none for who has no rank',
  })
  items!: LeaderboardRow[];
}

export const getLeaderboardAround = contract({
  subject: 'quests.leaderboard.around',
  request: AroundRequest,
  reply: LeaderboardAround,
  http: [
    {
      id: 'getMyCampaignNeighbours',
      route: `GET ${OF_CAMPAIGN}/around`,
      tag,
      summary: 'The ranks of a campaign around the own one',
      set: { projectId: undefined },
    },
    {
      id: 'getMyProjectNeighbours',
      route: `GET ${OF_PROJECT}/around`,
      tag,
      summary: 'The ranks of a project around the own one',
      set: { campaignId: undefined },
    },
    {
      id: 'getMyPlatformNeighbours',
      route: `GET ${OF_PLATFORM}/around`,
      tag,
      summary: 'The ranks over all projects around the own one',
      set: { campaignId: undefined, projectId: undefined },
    },
  ],
});
