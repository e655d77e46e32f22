import type { Timestamp } from '../common.js';
import { CONFIG_BYTES } from '../byte-budget.js';
import { contract } from '../contract.js';
import {
  enumeration,
  AnyObject,
  Id,
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
import { Quest, QUEST_CATEGORIES, type QuestCategory } from './quests.js';
import { Search } from './search.js';

export class ProjectSummary extends pick(PublicProject, 'id', 'slug', 'name', 'logoUrl') {}

/** A campaign as anybody sees it. */
export class PublicCampaign extends omit(Campaign, 'createdAt', 'updatedAt') {
  @Nested(() => ProjectSummary)
  project!: ProjectSummary;
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

/** Whether the asking earner can act now, why not, and when next. */
export class Availability {
  @OneOf(AVAILABILITY_STATES)
  state!: AvailabilityState;

  @Text({
    max: 64,
    nullable: true,
    description: 'The error code the action would answer with; null when available',
    example: 'QUEST_COOLDOWN',
  })
  reason!: string | null;

  @Time({ nullable: true })
  availableAt!: Timestamp | null;
}

/** A quest as an earner sees it. */
export class EarnerQuest extends omit(Quest, 'status', 'config', 'createdAt', 'updatedAt') {
  @AnyObject({ maxBytes: CONFIG_BYTES, description: 'Without anything secret' })
  config!: Record<string, unknown>;

  @Nested(() => Availability, {
    nullable: true,
    description: 'Whether the asking earner can act now; null for anyone else',
  })
  availability!: Availability | null;
}

const DISCOVER = '/v1/discover';
const tag = 'discover';

class DiscoverProjectsRequest extends PageRequest {
  @Search()
  search?: string;
}

export const discoverProjects = contract({
  subject: 'quests.discover.projects',
  request: DiscoverProjectsRequest,
  reply: pageOf(PublicProject),
  http: { id: 'discoverProjects', route: `GET ${DISCOVER}/projects`, tag, summary: 'Active projects' },
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

  @OneOf(OPEN_TO_ALL, { optional: true })
  status?: (typeof OPEN_TO_ALL)[number];

  @Search()
  search?: string;
}

/** Of active projects. */
export const discoverCampaigns = contract({
  subject: 'quests.discover.campaigns',
  request: DiscoverCampaignsRequest,
  reply: pageOf(PublicCampaign),
  http: { id: 'discoverCampaigns', route: `GET ${DISCOVER}/campaigns`, tag, summary: 'Active and ended campaigns' },
});

class DiscoverCampaignRequest {
  @Id()
  campaignId!: string;
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

class DiscoverQuestsRequest extends PageRequest {
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
