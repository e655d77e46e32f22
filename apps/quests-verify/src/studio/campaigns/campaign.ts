import type { Campaign, CampaignFields, CampaignStatus, RewardPool, RewardTerms } from '@questp/messages/quests';
import { EXCLUDED_REASONS } from '@questp/messages/shared';
import { iso } from '@questp/postgres';
import { Prisma, type Campaign as Columns } from '../../generated/prisma/browser.js';
import type { Narrowed } from '../../shared/narrowed.js';
import { isFunded, lockedUntil } from '../pool-lock.js';
import { payoutBounds } from './reward-pool.js';

/** A row of the table `campaign`. */
export type CampaignRow = Narrowed<
  Columns,
  { rewardPool: RewardPool | null; status: CampaignStatus; checkBudgetUsd: string | null }
>;

export const CAMPAIGN_COLUMNS = Object.keys(Prisma.CampaignScalarFieldEnum);

/** The fields that a team sets, as stored, and the fee of an automatic pool. */
export type NewCampaign = Pick<CampaignRow, keyof CampaignFields | 'poolFeeBps'>;

export const EMPTY_CAMPAIGN = {
  description: null,
  imageUrl: null,
  startsAt: null,
  endsAt: null,
  rewardPool: null,
  poolFeeBps: null,
  checkBudgetUsd: null,
};

/** Members that earners may see. */
export function toPublicFields(row: CampaignRow): Omit<Campaign, 'checkBudgetUsd' | 'createdAt' | 'updatedAt'> {
  return {
    id: row.id,
    projectId: row.projectId,
    slug: row.slug,
    title: row.title,
    description: row.description,
    imageUrl: row.imageUrl,
    status: row.status,
    startsAt: iso(row.startsAt),
    endsAt: iso(row.endsAt),
    rewardPool: row.rewardPool,
    rewardTerms: row.rewardPool && toTerms(row, row.rewardPool),
    activatedAt: iso(row.activatedAt),
    endedAt: iso(row.endedAt),
  };
}

const toTerms = (row: CampaignRow, pool: RewardPool): RewardTerms => ({
  feeBps: row.poolFeeBps,
  ...payoutBounds(pool, row.poolFeeBps),
  rounding: 'largest_remainder',
  ties: 'more_points_then_lower_address',
  exclusions: [...EXCLUDED_REASONS],
  lockedUntil: iso(lockedUntil(row, new Date())),
  funded: isFunded(row),
});

export function toCampaign(row: CampaignRow): Campaign {
  const { checkBudgetUsd } = row;
  return { ...toPublicFields(row), checkBudgetUsd, createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) };
}
