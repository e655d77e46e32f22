import type { Creating, Page, PageRequest, Timestamp } from '../common.js';
import { contract } from '../contract.js';

export const CAMPAIGN_STATUSES = ['draft', 'active', 'ended', 'archived'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const REWARD_MODES = ['manual', 'automatic'] as const;
export type RewardMode = (typeof REWARD_MODES)[number];

/** Settings of the reward pool; amounts are base units as decimal strings. automatic: the pool sits in an escrow. */
export interface RewardPool {
  mode: RewardMode;
  chainId: string;
  denom: string;
  symbol: string;
  /** 0..18 */
  decimals: number;
  totalAmount: string;
  minPayout: string | null;
  maxPayout: string | null;
}

export interface CampaignDraft {
  title: string;
  description: string | null;
  imageUrl: string | null;
  startsAt: Timestamp | null;
  endsAt: Timestamp | null;
  rewardPool: RewardPool | null;
}

export interface Campaign extends CampaignDraft {
  id: string;
  projectId: string;
  /** unique in the project */
  slug: string;
  status: CampaignStatus;
  activatedAt: Timestamp | null;
  endedAt: Timestamp | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** SLUG_TAKEN */
export const createCampaign = contract<
  Creating & { projectId: string; slug: string; title: string } & Partial<CampaignDraft>,
  Campaign
>('quests.campaigns.create');
export const listCampaigns = contract<PageRequest & { projectId: string; status?: CampaignStatus }, Page<Campaign>>(
  'quests.campaigns.list',
);
export const getCampaign = contract<{ projectId: string; campaignId: string }, Campaign>('quests.campaigns.get');
/** The reward pool and the start are fixed once the campaign is active: INVALID_TRANSITION. */
export const updateCampaign = contract<
  { projectId: string; campaignId: string; slug?: string } & Partial<CampaignDraft>,
  Campaign
>('quests.campaigns.update');

export const CAMPAIGN_STEPS = ['activate', 'end', 'archive'] as const;
export type CampaignStep = (typeof CAMPAIGN_STEPS)[number];
/** draft -> active -> ended -> archived (draft may be archived). Idempotent; INVALID_TRANSITION, CAMPAIGN_NOT_READY. */
export const moveCampaign = contract<{ projectId: string; campaignId: string; step: CampaignStep }, Campaign>(
  'quests.campaigns.move',
);

export interface CampaignTotals {
  participants: number;
  submissions: Record<'pending' | 'in_review' | 'claimed' | 'rejected' | 'reversed', number>;
  /** Sum of the ledger, and of the standings; equal unless something is broken. */
  pointsLedger: string;
  pointsStandings: string;
  xp: string;
}

export const getCampaignTotals = contract<{ projectId: string; campaignId: string }, CampaignTotals>(
  'quests.campaigns.totals',
);
