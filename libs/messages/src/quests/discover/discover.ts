import { CONFIG_BYTES } from '../../language/byte-budget.js';
import type { Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import type { ErrorCode } from '../../language/errors/error-table.js';
import {
  Amount,
  AnyObject,
  Count,
  Id,
  ListOf,
  ListOfOneOf,
  Nested,
  OneOf,
  Slug,
  TaskTypeId,
  Text,
  Time,
  UserId,
  enumeration,
  omit,
  pick,
} from '../../language/fields/index.js';
import { LINKED_ACCOUNT_PROVIDERS, type LinkedAccountProvider } from '../../shared/oauth-providers.js';
import { Campaign } from '../studio/campaigns.js';
import { PublicProject } from '../studio/projects.js';
import { MAX_PREREQUISITES, QUEST_CATEGORIES, Quest, type QuestCategory } from '../studio/quest.js';
import { Search } from '../studio/search.js';
import { Submission } from '../verification/submissions.js';

export class ProjectSummary extends pick(PublicProject, 'id', 'slug', 'name', 'logoUrl') {}

/** Progress of an earner in a campaign. */
export class CampaignProgress {
  @Count({ description: 'How many of `questCount` the earner has completed at least once' })
  quests!: number;

  @Amount({ description: 'Points, as a decimal string' })
  points!: string;

  @Amount({ description: 'Experience, as a decimal string' })
  xp!: string;
}

/** The public view of a campaign. */
export class PublicCampaign extends omit(Campaign, 'checkBudgetUsd', 'createdAt', 'updatedAt') {
  @Nested(() => ProjectSummary, { description: 'Project of the campaign' })
  project!: ProjectSummary;

  @Count({ description: 'Number of published quests' })
  questCount!: number;

  @Amount({ description: 'Points for completing each quest once' })
  questPoints!: string;

  @Count({ description: 'Earners with a completion, updated within seconds', example: 12 })
  participants!: number;

  @Nested(() => CampaignProgress, { nullable: true, description: 'For the signed-in earner; null otherwise' })
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

/** Error codes that `availability` can predict for an attempt. */
export const AVAILABILITY_REASONS = enumeration('AvailabilityReason', [
  'ACCOUNT_RELINK_NEEDED',
  'ACCOUNT_SUSPENDED',
  'ALREADY_COMPLETED',
  'CAMPAIGN_NOT_ACTIVE',
  'MEMBER_CANNOT_EARN',
  'NOT_LINKED',
  'PREREQUISITES_NOT_MET',
  'PROOF_NEEDED',
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

/** A quest to complete first. */
export class MissingPrerequisite {
  @Id({ description: 'Id of the quest to complete first' })
  id!: string;

  @Text({ max: 160, nullable: true, description: 'Null for a draft', example: 'Your first impressions' })
  title!: string | null;
}

/** Whether the caller can make an attempt now, and if not, why not and when; agrees with the result of an attempt. */
export class Availability {
  @OneOf(AVAILABILITY_STATES, { description: 'Whether the earner can complete it now, and why not' })
  state!: AvailabilityState;

  @OneOf(AVAILABILITY_REASONS, {
    nullable: true,
    description: 'Error code of an attempt now; null if available',
    example: null,
  })
  reason!: AvailabilityReason | null;

  @Time({ nullable: true, description: 'When an attempt is possible again; null: now, never or unknown' })
  availableAt!: Timestamp | null;

  @ListOf(() => MissingPrerequisite, {
    max: MAX_PREREQUISITES,
    description: 'Prerequisites that the earner has not completed',
    example: [],
  })
  missingPrerequisites!: MissingPrerequisite[];

  @OneOf(LINKED_ACCOUNT_PROVIDERS, {
    nullable: true,
    description: 'Platform whose account the earner has to link (NOT_LINKED) or link again (ACCOUNT_RELINK_NEEDED)',
    example: null,
  })
  missingAccount!: LinkedAccountProvider | null;
}

/** The caller's submission to a quest. */
export class LatestSubmission extends pick(
  Submission,
  'id',
  'status',
  'reason',
  'nextTryAt',
  'proofUntil',
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
    description: 'Configuration without secrets',
    example: { instructions: 'Tell us what you would improve.' },
  })
  config!: Record<string, unknown>;

  @Nested(() => Availability, {
    nullable: true,
    description: 'Availability for the signed-in earner; null otherwise',
  })
  availability!: Availability | null;

  @Nested(() => LatestSubmission, {
    nullable: true,
    description: 'Latest submission of the signed-in earner; null: none or not signed in',
  })
  submission!: LatestSubmission | null;
}

const DISCOVER = '/v1/discover';
const tag = 'discover';
const ORDER =
  'With a project or campaign: all, newest campaign first. Otherwise at most three per project, in an order of projects that changes daily (UTC).';

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
    summary: 'List active projects with an active or ended campaign',
    description: 'The order of projects changes daily (UTC).',
  },
});

class DiscoverProjectRequest {
  @Slug({ description: 'Slug of the project', example: 'orbit' })
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
    summary: 'Get an active project by its slug',
  },
});

const OPEN_TO_ALL = enumeration('PublicCampaignStatus', ['active', 'ended']);

class DiscoverCampaignsRequest extends PageRequest {
  @Id({ optional: true, description: 'Only this project' })
  projectId?: string;

  @Slug({ optional: true, description: 'Slug of the project', example: 'orbit' })
  projectSlug?: string;

  @ListOfOneOf(OPEN_TO_ALL, { min: 1, optional: true, description: 'Only campaigns with one of these statuses' })
  status?: (typeof OPEN_TO_ALL)[number][];

  @Search()
  search?: string;

  @UserId({ optional: true, from: 'userId' })
  userId?: string;
}

/** Campaigns of active projects only. */
export const discoverCampaigns = contract({
  subject: 'quests.discover.campaigns',
  request: DiscoverCampaignsRequest,
  reply: pageOf(PublicCampaign),
  http: {
    id: 'discoverCampaigns',
    route: `GET ${DISCOVER}/campaigns`,
    tag,
    summary: 'List active and ended campaigns',
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
    summary: 'Get an active or ended campaign',
  },
});

class CampaignBySlugRequest extends DiscoverProjectRequest {
  @Slug({ description: 'Slug of the campaign', example: 'spring-season' })
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
    summary: 'Get an active or ended campaign by project and campaign slug',
  },
});

class DiscoverQuestsRequest extends PageRequest {
  @Id({ optional: true, description: 'Only this project' })
  projectId?: string;

  @Slug({ optional: true, description: 'Slug of the project', example: 'orbit' })
  projectSlug?: string;

  @Id({ optional: true, description: 'Only quests of this campaign' })
  campaignId?: string;

  @OneOf(QUEST_CATEGORIES, { optional: true, description: 'Only quests of this category', example: 'custom' })
  category?: QuestCategory;

  @TaskTypeId({ optional: true, description: 'Only quests of this task type' })
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
    summary: 'List the quests of active campaigns, with availability for a signed-in earner',
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
  http: { id: 'getQuest', route: 'GET /v1/quests/:questId', tag, summary: 'Get a quest as earners see it' },
});

class QuestBySlugRequest extends CampaignBySlugRequest {
  @Slug({ description: 'Slug of the quest', example: 'first-impressions' })
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
    summary: 'Get a quest as earners see it by project, campaign and quest slug',
  },
});
