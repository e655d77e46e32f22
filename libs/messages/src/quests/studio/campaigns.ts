import { Changing, Creating, type Timestamp } from '../../language/contract/common.js';
import { SAME_AGAIN, contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import {
  Amount,
  Count,
  CountsOf,
  Id,
  Line,
  ListOfOneOf,
  Nested,
  OneOf,
  PictureUrl,
  Prose,
  Slug,
  Text,
  Time,
  combine,
  enumeration,
  partial,
  pick,
} from '../../language/fields/index.js';
import { SPENT_USD } from '../../integrations/spend.js';
import { REVIEWER_SIDES, type ReviewerSide } from '../../shared/reviewer-side.js';
import { duplicating } from './duplicating.js';
import { QUEST_STATUSES, type QuestStatus } from './quest.js';
import { RewardPool, RewardPoolSettings, RewardTerms } from './reward-pool.js';
import { Search } from './search.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../../shared/submission-status.js';

export const CAMPAIGN_STATUSES = enumeration('CampaignStatus', ['draft', 'active', 'ended', 'archived']);
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

const STARTS_AT = {
  nullable: true,
  description: 'Start; null: at activation, which sets it',
} as const;

/** Members that a team sets. */
export class CampaignFields {
  @Slug({ description: 'Unique in the project', example: 'spring-season' })
  slug!: string;

  @Line({ max: 160, example: 'Spring season', description: 'Title of the campaign' })
  title!: string;

  @Prose({ max: 10_000, nullable: true, description: 'Text for earners; null: none' })
  description!: string | null;

  @PictureUrl({
    nullable: true,
    example: null,
    description: 'Image of the campaign: an https URL, or /v1/files/<id>/image of an uploaded one; null: none',
  })
  imageUrl!: string | null;

  @Time({ ...STARTS_AT, example: '2099-05-01T12:00:00.000Z' })
  startsAt!: Timestamp | null;

  @Time({
    nullable: true,
    example: '2099-06-01T12:00:00.000Z',
    description: 'When earning ends; null: when the team ends the campaign',
  })
  endsAt!: Timestamp | null;

  @Nested(() => RewardPoolSettings, { nullable: true, description: 'Reward pool; null: none' })
  rewardPool!: RewardPoolSettings | null;

  @Text({
    max: 20,
    form: 'usd',
    nullable: true,
    example: '250.00',
    description:
      'What the checks of its quests may cost at platforms that charge for answers, in US dollars; null: the default of the platform. ' +
      'Beyond it, submissions stay pending until it is raised',
  })
  checkBudgetUsd!: string | null;
}

/** For views of a started campaign, whose `startsAt` has passed. */
class Begun {
  @Time({ ...STARTS_AT, example: '2026-05-01T12:00:00.000Z' })
  startsAt!: Timestamp | null;
}

/** The reward pool with what holds for it. */
class Pooled {
  @Nested(() => RewardPool, { nullable: true, description: 'Reward pool; null: none' })
  rewardPool!: RewardPool | null;

  @Nested(() => RewardTerms, { nullable: true, description: 'What holds for the reward pool; null: no pool' })
  rewardTerms!: RewardTerms | null;
}

/** A campaign as its team sees it. */
export class Campaign extends combine(CampaignFields, Begun, Pooled) {
  @Id({ description: 'Id of the campaign' })
  id!: string;

  @Id()
  projectId!: string;

  @OneOf(CAMPAIGN_STATUSES, { example: 'active', description: 'Status of the campaign' })
  status!: CampaignStatus;

  @Time({ nullable: true, description: 'When it was activated; null: not yet', example: '2026-05-01T12:00:00.000Z' })
  activatedAt!: Timestamp | null;

  @Time({ nullable: true, description: 'When it ended; null: not yet' })
  endedAt!: Timestamp | null;

  @Time()
  createdAt!: Timestamp;

  @Time()
  updatedAt!: Timestamp;
}

/** Refusals of a reward pool in automatic mode. */
const POOL_ERRORS = ['CHAIN_DISABLED', 'CHAIN_NOT_CONFIGURED', 'ESCROW_NOT_RELEASED', 'CHAIN_UNAVAILABLE'] as const;

const PROJECT = '/v1/projects/:projectId';
const CAMPAIGN = `${PROJECT}/campaigns/:campaignId`;
const BY_TEAM = { by: 'team' };
const BY_PLATFORM = { by: 'platform' };
const ADMIN_CAMPAIGN = '/v1/admin/projects/:projectId/campaigns/:campaignId';
const tag = 'campaigns';
const DRAFT = { status: 'draft', startsAt: null, endsAt: null, activatedAt: null };

class CreateCampaignRequest extends combine(partial(CampaignFields), pick(CampaignFields, 'slug', 'title'), Creating) {
  @Id()
  projectId!: string;
}

export const createCampaign = contract({
  subject: 'quests.campaigns.create',
  request: CreateCampaignRequest,
  reply: Campaign,
  errors: ['SLUG_TAKEN', 'INVALID_TRANSITION', 'FILE_NOT_USABLE', ...POOL_ERRORS],
  http: {
    id: 'createCampaign',
    route: `POST ${PROJECT}/campaigns`,
    tag,
    summary: 'Create a campaign as a draft',
    status: 201,
    idempotent: true,
    replies: DRAFT,
  },
});

export const CAMPAIGN_ORDERS = enumeration('CampaignOrder', ['newest', 'oldest', 'title']);
export type CampaignOrder = (typeof CAMPAIGN_ORDERS)[number];

class ListCampaignsRequest extends PageRequest {
  @Id()
  projectId!: string;

  @OneOf(CAMPAIGN_ORDERS, { default: 'newest', description: 'newest by default; title: case-insensitive' })
  order!: CampaignOrder;

  @ListOfOneOf(CAMPAIGN_STATUSES, { min: 1, optional: true, description: 'Only campaigns with one of these statuses' })
  status?: CampaignStatus[];

  @Search()
  search?: string;
}

export const listCampaigns = contract({
  subject: 'quests.campaigns.list',
  request: ListCampaignsRequest,
  reply: pageOf(Campaign),
  http: { id: 'listCampaigns', route: `GET ${PROJECT}/campaigns`, tag, summary: 'List the campaigns of a project' },
});

class CampaignRequest {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;
}

export const getCampaign = contract({
  subject: 'quests.campaigns.get',
  request: CampaignRequest,
  reply: Campaign,
  http: { id: 'getCampaign', route: `GET ${CAMPAIGN}`, tag, summary: 'Get a campaign', versioned: true },
});

class UpdateCampaignRequest extends combine(CampaignRequest, partial(CampaignFields), Changing) {}

export const updateCampaign = contract({
  subject: 'quests.campaigns.update',
  request: UpdateCampaignRequest,
  reply: Campaign,
  errors: ['SLUG_TAKEN', 'INVALID_TRANSITION', 'PRECONDITION_FAILED', 'FILE_NOT_USABLE', 'POOL_LOCKED', ...POOL_ERRORS],
  http: {
    id: 'updateCampaign',
    versioned: true,
    route: `PATCH ${CAMPAIGN}`,
    tag,
    summary: 'Update a campaign',
    description:
      'Reward pool and start cannot change once the campaign is active. POOL_LOCKED: pool, start and end cannot change ' +
      'while a ticket to fund the pool can be used, and after the pool was funded.',
    example: { title: 'Spring season' },
  },
});

class DuplicateCampaignRequest extends duplicating(CampaignRequest, CampaignFields) {}

export const duplicateCampaign = contract({
  subject: 'quests.campaigns.duplicate',
  request: DuplicateCampaignRequest,
  reply: Campaign,
  errors: ['SLUG_TAKEN', 'INVALID_TRANSITION', ...POOL_ERRORS],
  http: {
    id: 'duplicateCampaign',
    route: `POST ${CAMPAIGN}/duplicate`,
    tag,
    summary: 'Duplicate a campaign with its quests as a draft',
    description:
      'Its quests become drafts with the same settings, secrets, order and prerequisites; archived quests are omitted. ' +
      'Start and end of the campaign and its quests are not copied.',
    status: 201,
    idempotent: true,
    example: { slug: 'summer-season' },
    replies: { slug: 'summer-season', ...DRAFT },
  },
});

/** HAS_PARTICIPANTS for a draft that was active before and has participants; archive it instead. */
export const deleteCampaign = contract({
  subject: 'quests.campaigns.delete',
  request: CampaignRequest,
  reply: null,
  errors: ['INVALID_TRANSITION', 'HAS_PARTICIPANTS', 'POOL_LOCKED'],
  http: {
    id: 'deleteCampaign',
    route: `DELETE ${CAMPAIGN}`,
    tag,
    summary: 'Delete a draft campaign without attempts',
    description: 'A draft that earners have tried returns HAS_PARTICIPANTS; archive it instead.',
  },
});

/** The budget of a campaign for checks, and the amount used. */
export class CampaignBudget {
  @Text({
    max: 20,
    form: 'usd',
    nullable: true,
    example: '250.00',
    description: 'Budget in US dollars; null: the default of the platform',
  })
  checkBudgetUsd!: string | null;

  @Text({
    ...SPENT_USD,
    description: 'What the checks have cost in US dollars; requests in flight count with the most they can cost',
  })
  spentUsd!: string;
}

export const getCampaignBudget = contract({
  subject: 'quests.campaigns.budget',
  request: CampaignRequest,
  reply: CampaignBudget,
  http: {
    id: 'getCampaignBudget',
    route: `GET ${CAMPAIGN}/budget`,
    tag,
    summary: 'Get the budget of a campaign for checks, and what is spent of it',
  },
});

export const CAMPAIGN_STEPS = enumeration('CampaignStep', ['activate', 'deactivate', 'end', 'archive']);
export type CampaignStep = (typeof CAMPAIGN_STEPS)[number];

class MoveCampaignRequest extends CampaignRequest {
  @OneOf(CAMPAIGN_STEPS)
  step!: CampaignStep;

  @OneOf(REVIEWER_SIDES, { optional: true })
  by?: ReviewerSide;
}

/**
 * Transitions: draft, active, ended, archived in this order; draft to archived; and active to draft without
 * participants.
 * Idempotent.
 */
export const moveCampaign = contract({
  subject: 'quests.campaigns.move',
  request: MoveCampaignRequest,
  reply: Campaign,
  errors: ['INVALID_TRANSITION'],
  http: [
    {
      id: 'activateCampaign',
      route: `POST ${CAMPAIGN}/activate`,
      tag,
      summary: 'Activate a draft campaign',
      set: { ...BY_TEAM, step: 'activate' },
      errors: ['CAMPAIGN_NOT_READY', ...POOL_ERRORS],
      description: 'Requires a published quest, and an automatic reward pool that the chain accepts.',
      again: SAME_AGAIN,
    },
    {
      id: 'deactivateCampaign',
      route: `POST ${CAMPAIGN}/deactivate`,
      tag,
      summary: 'Turn a campaign back into a draft while it has no participants',
      set: { ...BY_TEAM, step: 'deactivate' },
      errors: ['HAS_PARTICIPANTS', 'POOL_LOCKED'],
      description: 'POOL_LOCKED if the pool is funded.',
      again: SAME_AGAIN,
      replies: DRAFT,
    },
    {
      id: 'endCampaign',
      route: `POST ${CAMPAIGN}/end`,
      tag,
      summary: 'End a campaign',
      set: { ...BY_TEAM, step: 'end' },
      errors: ['POOL_LOCKED'],
      description:
        'Earning ends; submissions in review can still be decided. POOL_LOCKED if the pool is funded: the campaign then ends at its end date, and only an operator can end it earlier.',
      again: SAME_AGAIN,
      replies: { status: 'ended', endedAt: '2026-06-01T12:00:00.000Z' },
    },
    {
      id: 'archiveCampaign',
      route: `POST ${CAMPAIGN}/archive`,
      tag,
      summary: 'Archive a campaign',
      set: { ...BY_TEAM, step: 'archive' },
      errors: ['POOL_LOCKED'],
      description:
        'Hides a draft or ended campaign from earners. POOL_LOCKED while the pool is funded or decisions still change the payouts.',
      again: SAME_AGAIN,
      replies: { status: 'archived', endedAt: '2026-06-01T12:00:00.000Z' },
    },
    {
      id: 'adminEndCampaign',
      route: `POST ${ADMIN_CAMPAIGN}/end`,
      tag: 'admin',
      summary: 'End a campaign of any project',
      set: { ...BY_PLATFORM, step: 'end' },
      description: 'Also if its pool is funded. Its escrow still pays only after its own end date.',
      again: SAME_AGAIN,
      replies: { status: 'ended', endedAt: '2026-06-01T12:00:00.000Z' },
    },
    {
      id: 'adminArchiveCampaign',
      route: `POST ${ADMIN_CAMPAIGN}/archive`,
      tag: 'admin',
      summary: 'Archive a campaign of any project',
      set: { ...BY_PLATFORM, step: 'archive' },
      description: 'Also while decisions still change its payouts: submissions that are undecided then earn nothing.',
      again: SAME_AGAIN,
      replies: { status: 'archived', endedAt: '2026-06-01T12:00:00.000Z' },
    },
  ],
});

export class ProjectTotals {
  @CountsOf(CAMPAIGN_STATUSES, { description: 'Campaigns by status' })
  campaigns!: Record<CampaignStatus, number>;

  @CountsOf(QUEST_STATUSES, { description: 'Quests by status' })
  quests!: Record<QuestStatus, number>;

  @CountsOf(SUBMISSION_STATUSES, { description: 'Submissions of all campaigns by status' })
  submissions!: Record<SubmissionStatus, number>;

  @Count({ description: 'Earners with a credit that was not reversed' })
  earners!: number;

  @Count({ description: 'Credits that were not reversed', example: 3 })
  completions!: number;

  @Amount({ description: 'Points, as a decimal string' })
  points!: string;

  @Amount({ description: 'Experience, as a decimal string' })
  xp!: string;
}

class ProjectTotalsRequest {
  @Id()
  projectId!: string;
}

export const getProjectTotals = contract({
  subject: 'quests.campaigns.project-totals',
  request: ProjectTotalsRequest,
  reply: ProjectTotals,
  http: {
    id: 'getProjectTotals',
    route: `GET ${PROJECT}/totals`,
    tag: 'projects',
    summary: 'Get the totals of a project',
  },
});

export class CampaignTotals {
  @Count({ description: 'Earners with at least one submission', example: 12 })
  participants!: number;

  @CountsOf(SUBMISSION_STATUSES, { description: 'Submissions by status' })
  submissions!: Record<SubmissionStatus, number>;

  @Amount({ description: 'Sum of the ledger' })
  pointsLedger!: string;

  @Amount({ description: 'Sum of the standings; equal to the ledger' })
  pointsStandings!: string;

  @Amount({ description: 'Experience, as a decimal string' })
  xp!: string;
}

export const getCampaignTotals = contract({
  subject: 'quests.campaigns.totals',
  request: CampaignRequest,
  reply: CampaignTotals,
  http: { id: 'getCampaignTotals', route: `GET ${CAMPAIGN}/totals`, tag, summary: 'Get the totals of a campaign' },
});

export class CampaignMoved {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;
}
