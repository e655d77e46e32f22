import {
  CAMPAIGN_STATUSES,
  REWARD_MODES,
  SUBMISSION_STATUSES,
  type Campaign,
  type CampaignDraft,
  type CampaignStatus,
  type CampaignTotals,
  type RewardMode,
  type RewardPool,
} from '@questp/messages';
import {
  Amount,
  Count,
  CountsOf,
  HttpsUrl,
  Id,
  Line,
  Nested,
  OneOf,
  Slug,
  Text,
  Time,
  Whole,
} from '../edge/fields/index.js';
import { PageQuery, pageOf } from '../edge/paging.dto.js';

const BASE_UNITS = /^(0|[1-9]\d{0,38})$/;

export class RewardPoolDto implements RewardPool {
  @OneOf(REWARD_MODES, { description: 'automatic: the pool sits in an escrow contract' })
  mode!: RewardMode;

  @Line({ max: 64, example: 'osmosis-1' })
  chainId!: string;

  @Line({ max: 128, example: 'uosmo' })
  denom!: string;

  @Line({ max: 20, example: 'OSMO' })
  symbol!: string;

  @Whole({ min: 0, max: 18 })
  decimals!: number;

  @Text({ pattern: BASE_UNITS, example: '1000000000' })
  totalAmount!: string;

  @Text({ pattern: BASE_UNITS, nullable: true })
  minPayout!: string | null;

  @Text({ pattern: BASE_UNITS, nullable: true })
  maxPayout!: string | null;
}

export class CampaignDto implements Campaign {
  @Id()
  id!: string;

  @Id()
  projectId!: string;

  @Slug()
  slug!: string;

  @Text({ example: 'Spring season' })
  title!: string;

  @Text({ nullable: true })
  description!: string | null;

  @Text({ nullable: true })
  imageUrl!: string | null;

  @Time({ nullable: true })
  startsAt!: string | null;

  @Time({ nullable: true })
  endsAt!: string | null;

  @Nested(() => RewardPoolDto, { nullable: true })
  rewardPool!: RewardPoolDto | null;

  @OneOf(CAMPAIGN_STATUSES)
  status!: CampaignStatus;

  @Time({ nullable: true })
  activatedAt!: string | null;

  @Time({ nullable: true })
  endedAt!: string | null;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

export const CampaignPageDto = pageOf(CampaignDto);

export class UpdateCampaignBody implements Partial<CampaignDraft> {
  @Slug({ optional: true })
  slug?: string;

  @Line({ max: 160, optional: true })
  title?: string;

  @Text({ max: 10_000, optional: true, nullable: true })
  description?: string | null;

  @HttpsUrl({ optional: true, nullable: true })
  imageUrl?: string | null;

  @Time({ optional: true, nullable: true })
  startsAt?: string | null;

  @Time({ optional: true, nullable: true })
  endsAt?: string | null;

  @Nested(() => RewardPoolDto, { optional: true, nullable: true })
  rewardPool?: RewardPoolDto | null;
}

export class CreateCampaignBody implements Partial<CampaignDraft> {
  @Slug({ description: 'Unique in the project' })
  slug!: string;

  @Line({ max: 160, example: 'Spring season' })
  title!: string;

  @Text({ max: 10_000, optional: true, nullable: true })
  description?: string | null;

  @HttpsUrl({ optional: true, nullable: true })
  imageUrl?: string | null;

  @Time({ optional: true, nullable: true })
  startsAt?: string | null;

  @Time({ optional: true, nullable: true })
  endsAt?: string | null;

  @Nested(() => RewardPoolDto, { optional: true, nullable: true })
  rewardPool?: RewardPoolDto | null;
}

export class CampaignsQuery extends PageQuery {
  @OneOf(CAMPAIGN_STATUSES, { optional: true })
  status?: CampaignStatus;
}

export class CampaignTotalsDto implements CampaignTotals {
  @Count()
  participants!: number;

  @CountsOf(SUBMISSION_STATUSES, { description: 'Submissions by status' })
  submissions!: CampaignTotals['submissions'];

  @Amount({ description: 'Sum of the ledger' })
  pointsLedger!: string;

  @Amount({ description: 'Sum of the standings; equal to the ledger' })
  pointsStandings!: string;

  @Amount()
  xp!: string;
}
