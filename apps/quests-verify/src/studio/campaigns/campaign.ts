import type { ChainRegistry } from '@questp/service-kit/chains';
import type { FieldError } from '@questp/messages/language';
import type { Campaign, CampaignFields, CampaignStatus, RewardPool } from '@questp/messages/quests';
import { iso } from '@questp/postgres';
import type { Campaign as CampaignColumns } from '../../generated/prisma/client.js';
import type { Narrowed } from '../../shared/narrowed.js';
import { poolChainErrors, rewardPoolErrors } from './reward-pool.js';

/** A row of the table `campaign`. */
export type CampaignRow = Narrowed<
  CampaignColumns,
  { rewardPool: RewardPool | null; status: CampaignStatus; checkBudgetUsd: string | null }
>;

/** The fields that a team sets, as stored. */
export type NewCampaign = Pick<CampaignRow, keyof CampaignFields>;

export const EMPTY_CAMPAIGN = {
  description: null,
  imageUrl: null,
  startsAt: null,
  endsAt: null,
  rewardPool: null,
  checkBudgetUsd: null,
};

/** Errors of the reward pool after the request, and of its chain if the request has one. */
export const poolErrors = (
  { rewardPool }: Pick<NewCampaign, 'rewardPool'>,
  told: RewardPool | null | undefined,
  chains: ChainRegistry,
): FieldError[] => [
  ...(rewardPool === null ? [] : rewardPoolErrors(rewardPool)),
  ...(told ? poolChainErrors(told, chains) : []),
];

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
    activatedAt: iso(row.activatedAt),
    endedAt: iso(row.endedAt),
  };
}

export function toCampaign(row: CampaignRow): Campaign {
  const { checkBudgetUsd } = row;
  return { ...toPublicFields(row), checkBudgetUsd, createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) };
}
