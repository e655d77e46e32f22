import type { Timestamp } from '../common.js';
import { CONFIG_BYTES } from '../byte-budget.js';
import { contract } from '../contract.js';
import type { ErrorCode } from '../errors/error-table.js';
import {
  Amount,
  AnyObject,
  Count,
  enumeration,
  Id,
  ListOf,
  ListOfOneOf,
  Nested,
  omit,
  OneOf,
  pick,
  Slug,
  TaskTypeId,
  Text,
  Time,
  UserId,
} from '../fields/index.js';
import { pageOf, PageRequest } from '../paging.js';
import { Campaign } from './campaigns.js';
import { PublicProject } from './projects.js';
import { MOST_PREREQUISITES, Quest, QUEST_CATEGORIES, type QuestCategory } from './quest.js';
import { Search } from './search.js';
import { Submission } from './submissions.js';

export class ProjectSummary extends pick(PublicProject, 'id', 'slug', 'name', 'logoUrl') {}

/** What an earner has done of a campaign. */
export class CampaignProgress {
  @Count({ description: 'Of `questCount`: those the earner has completed at least once' })
  quests!: number;

  @Amount()
  points!: string;

  @Amount()
  xp!: string;
}

/** A campaign as anybody sees it. */
export class PublicCampaign extends omit(Campaign, 'createdAt', 'updatedAt') {
  @Nested(() => ProjectSummary)
  project!: ProjectSummary;

  @Count({ description: 'Quests that are published' })
  questCount!: number;

  @Amount({ description: 'What completing each of them once earns' })
  questPoints!: string;

  @Count({ description: 'Earners with a completion that stands, within seconds' })
  participants!: number;

  @Nested(() => CampaignProgress, { nullable: true, description: 'Of the asking earner; null for anyone else' })
  progress!: CampaignProgress | null;
}

export const AVAILABILITY_STATES = enumeration('AvailabilityState', [
  'available',
  'cooldown',
  'completed',
  'reversed',
  'in_review',
  'pending',
  'locked',
  'full',
  'not_started',
  'ended',
]);
export type AvailabilityState = (typeof AVAILABILITY_STATES)[number];

/** Codes of errors an attempt may be foretold to answer with. */
export const AVAILABILITY_REASONS = enumeration('AvailabilityReason', [
  'ACCOUNT_SUSPENDED',
  'ALREADY_COMPLETED',
  'CAMPAIGN_NOT_ACTIVE',
  'MEMBER_CANNOT_EARN',
  'PREREQUISITES_NOT_MET',
  'QUEST_ARCHIVED',
  'QUEST_COOLDOWN',
  'QUEST_ENDED',
  'QUEST_FULL',
  'QUEST_NOT_STARTED',
  'QUIZ_ATTEMPTS_EXHAUSTED',
  'SECRET_CODE_LOCKED',
  'SUBMISSION_FINAL',
  'SUBMISSION_IN_REVIEW',
  'TASK_TYPE_NOT_AVAILABLE',
  'WALLET_ALREADY_USED',
  'WALLET_NOT_LINKED',
] as const satisfies readonly ErrorCode[]);
export type AvailabilityReason = (typeof AVAILABILITY_REASONS)[number];

/** A quest that comes first. */
export class MissingPrerequisite {
  @Id()
  id!: string;

  @Text({ max: 160, nullable: true, description: 'Null while it is a draft', example: 'Your first impressions' })
  title!: string | null;
}

/** Whether the asking earner can act now, why not, and when next: what an attempt would answer. */
export class Availability {
  @OneOf(AVAILABILITY_STATES)
  state!: AvailabilityState;

  @OneOf(AVAILABILITY_REASONS, {
    nullable: true,
    description: 'The error code the action would answer with; null when available',
    example: null,
  })
  reason!: AvailabilityReason | null;

  @Time({ nullable: true, description: 'When an attempt is possible again; null: now, never or not known' })
  availableAt!: Timestamp | null;

  @ListOf(() => MissingPrerequisite, {
    max: MOST_PREREQUISITES,
    description: 'What the earner has not completed of `prerequisites`',
    example: [],
  })
  missingPrerequisites!: MissingPrerequisite[];
}

/** The asking earner's submission to a quest. */
export class LatestSubmission extends pick(
  Submission,
  'id',
  'status',
  'reason',
  'nextTryAt',
  'periodKey',
  'pointsAwarded',
  'xpAwarded',
  'createdAt',
  'updatedAt',
  'claimedAt',
) {}

/** A quest as an earner sees it. */
export class EarnerQuest extends omit(Quest, 'status', 'config', 'createdAt', 'updatedAt') {
  @AnyObject({
    maxBytes: CONFIG_BYTES,
    description: 'Without anything secret',
    example: { instructions: 'Tell us what you would improve.' },
  })
  config!: Record<string, unknown>;

  @Nested(() => Availability, {
    nullable: true,
    description: 'Whether the asking earner can act now; null for anyone else',
  })
  availability!: Availability | null;

  @Nested(() => LatestSubmission, {
    nullable: true,
    description: "The asking earner's submission of the latest period; null: none, or for anyone else",
  })
  submission!: LatestSubmission | null;
}

const DISCOVER = '/v1/discover';
const tag = 'discover';
const ORDER =
  'Of one project or campaign: all, the newest campaign first. Otherwise: at most three of each project, in an order of projects that changes from day to day (UTC).';

class DiscoverProjectsRequest extends PageRequest {
  @Search()
  search?: string;
}

export const discoverProjects = contract({
  subject: 'quests.discover.projects',
  request: DiscoverProjectsRequest,
  reply: pageOf(PublicProject),
  http: {
    id: 'discoverProjects',
    route: `GET ${DISCOVER}/projects`,
    tag,
    summary: 'Active projects that have an active or ended campaign',
    description: 'The order changes from day to day (UTC), so that each project comes first on some days.',
  },
});

class DiscoverProjectRequest {
  @Slug()
  slug!: string;
}

export const discoverProject = contract({
  subject: 'quests.discover.project',
  request: DiscoverProjectRequest,
  reply: PublicProject,
  http: {
    id: 'discoverProject',
    route: `GET ${DISCOVER}/projects/:slug`,
    tag,
    summary: 'An active project by its slug',
  },
});

const OPEN_TO_ALL = enumeration('PublicCampaignStatus', ['active', 'ended']);

class DiscoverCampaignsRequest extends PageRequest {
  @Id({ optional: true })
  projectId?: string;

  @Slug({ optional: true, description: 'Of the project with this slug' })
  projectSlug?: string;

  @ListOfOneOf(OPEN_TO_ALL, { min: 1, optional: true, description: 'Any of these' })
  status?: (typeof OPEN_TO_ALL)[number][];

  @Search()
  search?: string;

  @UserId({ optional: true, from: 'userId' })
  userId?: string;
}

/** Of active projects. */
export const discoverCampaigns = contract({
  subject: 'quests.discover.campaigns',
  request: DiscoverCampaignsRequest,
  reply: pageOf(PublicCampaign),
  http: {
    id: 'discoverCampaigns',
    route: `GET ${DISCOVER}/campaigns`,
    tag,
    summary: 'Active and ended campaigns',
    description: ORDER,
  },
});

class DiscoverCampaignRequest {
  @Id()
  campaignId!: string;

  @UserId({ optional: true, from: 'userId' })
  userId?: string;
}

export const discoverCampaign = contract({
  subject: 'quests.discover.campaign',
  request: DiscoverCampaignRequest,
  reply: PublicCampaign,
  http: {
    id: 'discoverCampaign',
    route: `GET ${DISCOVER}/campaigns/:campaignId`,
    tag,
    summary: 'An active or ended campaign',
  },
});

class CampaignBySlugRequest extends DiscoverProjectRequest {
  @Slug()
  campaignSlug!: string;

  @UserId({ optional: true, from: 'userId' })
  userId?: string;
}

export const discoverCampaignBySlug = contract({
  subject: 'quests.discover.campaign-by-slug',
  request: CampaignBySlugRequest,
  reply: PublicCampaign,
  http: {
    id: 'discoverCampaignBySlug',
    route: `GET ${DISCOVER}/projects/:slug/campaigns/:campaignSlug`,
    tag,
    summary: 'An active or ended campaign by the slugs of its project and its own',
  },
});

class DiscoverQuestsRequest extends PageRequest {
  @Id({ optional: true })
  projectId?: string;

  @Slug({ optional: true, description: 'Of the project with this slug' })
  projectSlug?: string;

  @Id({ optional: true })
  campaignId?: string;

  @OneOf(QUEST_CATEGORIES, { optional: true })
  category?: QuestCategory;

  @TaskTypeId({ optional: true })
  taskTypeId?: string;

  @Search()
  search?: string;

  @UserId({ optional: true, from: 'userId' })
  userId?: string;
}

export const discoverQuests = contract({
  subject: 'quests.discover.quests',
  request: DiscoverQuestsRequest,
  reply: pageOf(EarnerQuest),
  http: {
    id: 'discoverQuests',
    route: `GET ${DISCOVER}/quests`,
    tag,
    summary: 'Quests of active campaigns, for a signed-in earner with what can be done now',
    description: ORDER,
  },
});

class DiscoverQuestRequest {
  @Id()
  questId!: string;

  @UserId({ optional: true, from: 'userId' })
  userId?: string;
}

export const discoverQuest = contract({
  subject: 'quests.discover.quest',
  request: DiscoverQuestRequest,
  reply: EarnerQuest,
  http: { id: 'getQuest', route: 'GET /v1/quests/:questId', tag, summary: 'A quest as earners see it' },
});

class QuestBySlugRequest extends CampaignBySlugRequest {
  @Slug()
  questSlug!: string;
}

export const discoverQuestBySlug = contract({
  subject: 'quests.discover.quest-by-slug',
  request: QuestBySlugRequest,
  reply: EarnerQuest,
  http: {
    id: 'discoverQuestBySlug',
    route: `GET ${DISCOVER}/projects/:slug/campaigns/:campaignSlug/quests/:questSlug`,
    tag,
    summary: 'A quest as earners see it, by the slugs of its project, its campaign and its own',
  },
});
