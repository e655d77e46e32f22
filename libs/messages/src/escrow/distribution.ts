import type { Timestamp } from '../language/contract/common.js';
import { ACCOUNT_ADDRESS, ACCOUNT_CHAIN } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { pageOf } from '../language/contract/paging.js';
import {
  Amount,
  Count,
  Id,
  Line,
  ListOf,
  OneOf,
  Text,
  Time,
  UserId,
  Whole,
  combine,
  enumeration,
} from '../language/fields/index.js';
import { EXCLUDED_REASONS, type ExcludedReason } from '../shared/excluded-reasons.js';
import { CHAIN_ASSET_KINDS, type ChainAsset } from '../shared/chain-asset.js';
import { CampaignPageRequest, OfCampaign, PLAN_ID } from './of-campaign.js';

/** wallet: linked on the chain. derived: of the same key as a wallet on another chain. manual: chosen by the earner. */
export const PAYOUT_ADDRESS_SOURCES = enumeration('PayoutAddressSource', ['wallet', 'derived', 'manual']);
export type PayoutAddressSource = (typeof PAYOUT_ADDRESS_SOURCES)[number];

export const PAYOUT_STATUSES = enumeration('PayoutStatus', [
  'projected',
  'pending',
  'committed',
  'paid',
  'failed',
  'skipped',
  'excluded',
]);
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** What amounts of payouts are counted in. */
export class PayoutAsset {
  @Text({ ...ACCOUNT_CHAIN })
  chainId!: string;

  @OneOf(CHAIN_ASSET_KINDS, { description: 'native: coins of a denomination. cw20: tokens of a CW20 contract' })
  assetKind!: ChainAsset['kind'];

  @Text({ max: 128, description: 'Denomination of the coins, or address of the CW20 contract', example: 'untrn' })
  denom!: string;

  @Line({ max: 20, example: 'NTRN', description: 'Ticker symbol' })
  symbol!: string;

  @Whole({ min: 0, max: 18, description: 'Decimal places of the symbol', example: 6 })
  decimals!: number;
}

/** The payout of an earner in a plan, or why there is none. */
export class Payout {
  @Count({ description: 'Rank by points, from 1', example: 1 })
  rank!: number;

  @UserId()
  userId!: string;

  @Amount({ description: 'Points of the earner in the campaign', example: '120' })
  points!: string;

  @Text({
    ...ACCOUNT_ADDRESS,
    nullable: true,
    example: 'neutron1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq',
    description: 'Address on the chain that is paid; null: none is known',
  })
  address!: string | null;

  @OneOf(PAYOUT_ADDRESS_SOURCES, {
    nullable: true,
    example: 'wallet',
    description:
      'wallet: linked on the chain. derived: of the same key as a wallet on another chain. manual: chosen by the earner',
  })
  addressSource!: PayoutAddressSource | null;

  @Amount({ nullable: true, description: 'Base units of the asset; null: excluded', example: '2500000' })
  amount!: string | null;

  @OneOf(EXCLUDED_REASONS, { nullable: true, description: 'Why the earner is not paid; null: included', example: null })
  excludedReason!: ExcludedReason | null;

  @OneOf(PAYOUT_STATUSES, {
    example: 'pending',
    description:
      'projected: in a preview. pending: planned. committed: in the allocation on the chain. failed: the transfer was refused and can be claimed. skipped: below the minimum on the chain',
  })
  status!: PayoutStatus;

  @Text({ form: 'transaction_hash', nullable: true, description: 'Transaction that paid; null: none is known' })
  txHash!: string | null;

  @Text({
    ...ACCOUNT_ADDRESS,
    nullable: true,
    example: 'neutron1m9l358xunhhwds0568za49mzhvuxx9ux8xafx2',
    description: 'Account that paid: the escrow, or the sender of a manual payout; null: not paid, or not known',
  })
  payer!: string | null;

  @Count({ nullable: true, description: 'Number of the payout batch; null: none', example: null })
  batch!: number | null;

  @Time({ nullable: true, description: 'When the payout was recorded; null: not paid' })
  paidAt!: Timestamp | null;
}

export class PayoutsChanged extends OfCampaign {
  @Count({ description: 'Version of the plan', example: 1 })
  version!: number;

  @Count({ description: 'Payouts whose status changed', example: 250 })
  changed!: number;
}

class OwnPayoutRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id()
  campaignId!: string;
}

/** Maximum payouts of merged accounts that are shown. */
export const MAX_MERGED_PAYOUTS = 50;

/** An earner's own payout, with what its amount is counted in. */
export class OwnPayout extends combine(Payout, PayoutAsset) {
  @Time({
    nullable: true,
    example: '2026-06-01T12:00:00.000Z',
    description: 'When the plan was approved; null: the amount can change',
  })
  approvedAt!: Timestamp | null;

  @ListOf(() => Payout, {
    max: MAX_MERGED_PAYOUTS,
    example: [],
    description: 'Payouts of accounts that were merged into yours after the plan was made, to their addresses',
  })
  mergedPayouts!: Payout[];
}

export const getOwnPayout = contract({
  subject: 'escrow.payouts.get-own',
  request: OwnPayoutRequest,
  reply: OwnPayout,
  http: {
    id: 'getMyPayout',
    route: 'GET /v1/campaigns/:campaignId/payout',
    tag: 'escrow',
    summary: 'Get your payout from a campaign',
    description:
      'Your row of the current plan: the amount and address, or the reason why you are not paid. If only accounts that were merged into yours have a payout, it is the row of one of them. NOT_FOUND before a plan exists, and without points as of its time.',
  },
});

export class ListPayoutsRequest extends CampaignPageRequest {
  @Id(PLAN_ID)
  planId!: string;

  @OneOf(PAYOUT_STATUSES, { optional: true, description: 'Only with this status' })
  status?: PayoutStatus;

  @OneOf(EXCLUDED_REASONS, { optional: true, description: 'Only excluded for this reason' })
  excludedReason?: ExcludedReason;

  @UserId({ optional: true, description: 'Only of this earner' })
  earnerId?: string;
}

export const listPayouts = contract({
  subject: 'escrow.payouts.list',
  request: ListPayoutsRequest,
  reply: pageOf(Payout),
  http: {
    id: 'listPayouts',
    route: 'GET /v1/projects/:projectId/campaigns/:campaignId/payout-plans/:planId/payouts',
    tag: 'escrow',
    summary: 'List the payouts of a plan by rank',
  },
});
