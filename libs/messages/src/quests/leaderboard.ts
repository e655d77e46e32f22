import { USERNAME, DISPLAY_NAME, type Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { Amount, Count, Id, Text, Time, UserId } from '../fields/index.js';
import { pageOf, PageRequest } from '../paging.js';

/** Points descending, then the earlier last credit, then the public id; equal points share no rank. */
export class LeaderboardRow {
  @Count()
  rank!: number;

  @UserId()
  userId!: string;

  @Text({ ...USERNAME, nullable: true })
  username!: string | null;

  @Text({ ...DISPLAY_NAME, nullable: true })
  displayName!: string | null;

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

const OF_CAMPAIGN = '/v1/campaigns/:campaignId/leaderboard';
const OF_PROJECT = '/v1/projects/:projectId/leaderboard';
const tag = 'leaderboard';

// The ranks of one campaign, or over all of one project: a request names either.

class LeaderboardRequest extends PageRequest {
  @Id({ optional: true })
  campaignId?: string;

  @Id({ optional: true })
  projectId?: string;

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
      set: { projectId: undefined },
    },
    {
      id: 'getProjectLeaderboard',
      route: `GET ${OF_PROJECT}`,
      tag,
      summary: 'The ranks over all campaigns of a project',
      set: { campaignId: undefined },
    },
  ],
});

class StandingRequest {
  @Id({ optional: true })
  campaignId?: string;

  @Id({ optional: true })
  projectId?: string;

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
  ],
});
