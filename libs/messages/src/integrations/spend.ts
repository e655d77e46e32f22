import { CREDENTIAL_PROVIDERS, type CredentialProvider } from './credential-providers.js';
import type { Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import { Amount, Id, OneOf, Text, Time, combine, enumeration } from '../language/fields/index.js';

/** Days that the spend is listed for. */
export const SPEND_DAYS = 400;

export const SPEND_PERIODS = enumeration('SpendPeriod', ['day', 'month']);
export type SpendPeriod = (typeof SPEND_PERIODS)[number];

export const SPENT_USD = { max: 20, form: 'spent_usd', example: '12.345000' } as const;

/** Requests to one platform for one campaign in one period. */
export class Spend {
  @Time({ description: 'Start of the day or month in UTC' })
  periodStart!: Timestamp;

  @Id({ nullable: true, description: 'Project that the requests were counted for; null: the platform itself' })
  projectId!: string | null;

  @Id({ nullable: true, description: 'Campaign of the quests; null: requests for the settings of quests' })
  campaignId!: string | null;

  @OneOf(CREDENTIAL_PROVIDERS, { description: 'Platform', example: 'microblog' })
  provider!: CredentialProvider;

  @Amount({ description: 'Requests, of which each uses a unit of the quota or rate limit of the platform' })
  requests!: string;

  @Text({ ...SPENT_USD, description: 'What the platform charges for the answers, in US dollars' })
  spentUsd!: string;
}

class SpendFilter extends PageRequest {
  @OneOf(SPEND_PERIODS, { default: 'day', description: 'What is summed up in one item; day by default' })
  period!: SpendPeriod;

  @Time({ optional: true, description: 'Only periods that begin at this time or later' })
  from?: Timestamp;

  @Time({ optional: true, description: 'Only periods that begin before this time' })
  to?: Timestamp;

  @OneOf(CREDENTIAL_PROVIDERS, { optional: true, description: 'Only this platform', example: 'microblog' })
  provider?: CredentialProvider;

  @Id({ optional: true, description: 'Only this campaign' })
  campaignId?: string;
}

class ProjectId {
  @Id()
  projectId!: string;
}

class ListProjectSpendRequest extends combine(SpendFilter, ProjectId) {}

class ListSpendRequest extends SpendFilter {
  @Id({ optional: true, description: 'Only this project' })
  projectId?: string;
}

const LISTED = `Newest periods first; kept for ${SPEND_DAYS} days.`;
const reply = pageOf(Spend);

export const listProjectSpend = contract({
  subject: 'integrations.spend.list-of-project',
  request: ListProjectSpendRequest,
  reply,
  http: {
    id: 'listProjectSpend',
    route: 'GET /v1/projects/:projectId/spend',
    tag: 'campaigns',
    summary: 'List what the checks of a project cost at each platform',
    description: LISTED,
  },
});

export const listSpend = contract({
  subject: 'integrations.spend.list',
  request: ListSpendRequest,
  reply,
  http: {
    id: 'adminListSpend',
    route: 'GET /v1/admin/spend',
    tag: 'admin',
    summary: 'List what the checks of all projects cost at each platform',
    description: LISTED,
  },
});

class CampaignId {
  @Id()
  campaignId!: string;
}

export class CampaignSpend {
  @Text({ ...SPENT_USD, description: 'What the checks of the campaign have cost, in US dollars' })
  spentUsd!: string;
}

/** What has been spent since the campaign exists. */
export const readCampaignSpend = contract({
  subject: 'integrations.spend.of-campaign',
  callers: ['quests-verify'],
  reads: true,
  request: CampaignId,
  reply: CampaignSpend,
});

export const BUDGET_LEVELS = enumeration('BudgetLevel', ['nearly_used', 'used']);
export type BudgetLevel = (typeof BUDGET_LEVELS)[number];

/** The spend of a campaign has reached a level of its budget, for the first time with this budget. */
export class BudgetReached extends combine(ProjectId, CampaignId) {
  @OneOf(BUDGET_LEVELS, { description: 'nearly_used: 80 %; used: a request was not sent' })
  level!: BudgetLevel;

  @Text({ max: 20, form: 'usd', description: 'The budget in US dollars' })
  budgetUsd!: string;
}
