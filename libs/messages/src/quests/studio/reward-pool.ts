import type { Timestamp } from '../../language/contract/common.js';
import {
  Flag,
  Line,
  ListOfOneOf,
  ListOfText,
  OneOf,
  Text,
  Time,
  Whole,
  combine,
  enumeration,
  omit,
  partial,
  pick,
} from '../../language/fields/index.js';
import { CHAIN_ASSET_KINDS, type ChainAsset } from '../../shared/chain-asset.js';
import { EXCLUDED_REASONS, type ExcludedReason } from '../../shared/excluded-reasons.js';

export const REWARD_MODES = enumeration('RewardMode', ['manual', 'automatic']);
export type RewardMode = (typeof REWARD_MODES)[number];

const BASE_UNITS = { form: 'base_units', example: '1000000000' } as const;
const DAY = 86_400;
const AUTOMATIC = 'required if mode is automatic';

export const MAX_FORBIDDEN_ADDRESSES = 100;

/** Settings of the reward pool; amounts are base units as decimal strings. */
export class RewardPool {
  @OneOf(REWARD_MODES, { description: 'automatic: the pool is in an escrow contract. manual: the team pays' })
  mode!: RewardMode;

  @Text({ min: 1, max: 64, form: 'chain_id', example: 'osmosis-1' })
  chainId!: string;

  @OneOf(CHAIN_ASSET_KINDS, {
    description: 'native: coins of a denomination (default). cw20: tokens of a CW20 contract',
  })
  assetKind!: ChainAsset['kind'];

  @Text({
    min: 1,
    max: 128,
    form: 'denom',
    example: 'uosmo',
    description: 'Denomination of the coin, or address of the CW20 contract',
  })
  denom!: string;

  @Line({ max: 20, example: 'OSMO', description: 'Ticker symbol of the coin' })
  symbol!: string;

  @Whole({ min: 0, max: 18, description: 'Decimal places of the symbol' })
  decimals!: number;

  @Text({ ...BASE_UNITS, description: 'Total amount in base units, below 2^128' })
  totalAmount!: string;

  @Text({ ...BASE_UNITS, nullable: true, description: 'Earners below this amount are not paid' })
  minPayout!: string | null;

  @Text({
    ...BASE_UNITS,
    nullable: true,
    description: 'Maximum amount per earner; null in automatic mode, where maxShareBps limits it',
  })
  maxPayout!: string | null;

  @Whole({
    min: 1,
    max: 10_000,
    example: 10_000,
    description: 'Maximum share per earner of what is distributed, in basis points; 10000 by default',
  })
  maxShareBps!: number;

  @Whole({
    min: 1,
    max: 7 * DAY,
    nullable: true,
    example: null,
    description: `Seconds in which the owner can dispute the allocation before payouts start; ${AUTOMATIC}`,
  })
  challengeSeconds!: number | null;

  @Whole({
    min: 1,
    max: 90 * DAY,
    nullable: true,
    example: null,
    description: `Seconds after the end in which the allocation has to be committed; ${AUTOMATIC}`,
  })
  commitWindowSeconds!: number | null;

  @Whole({
    min: 1,
    max: 365 * DAY,
    nullable: true,
    example: null,
    description: `Seconds in which earners can claim a failed payout; ${AUTOMATIC}`,
  })
  claimWindowSeconds!: number | null;

  @ListOfText({
    max: MAX_FORBIDDEN_ADDRESSES,
    maxLength: 128,
    form: 'address',
    description: 'Addresses on the chain that are not paid; none by default',
    example: [],
  })
  forbiddenAddresses!: string[];
}

const ADDED = [
  'assetKind',
  'maxShareBps',
  'challengeSeconds',
  'commitWindowSeconds',
  'claimWindowSeconds',
  'forbiddenAddresses',
] as const satisfies (keyof RewardPool)[];

/** A reward pool in requests: the members with a default are optional. */
export class RewardPoolSettings extends combine(omit(RewardPool, ...ADDED), partial(pick(RewardPool, ...ADDED))) {}

/** How base units that a division leaves are given out: one each, to the largest remainders first. */
export const REWARD_ROUNDINGS = enumeration('RewardRounding', ['largest_remainder']);
/** Which of equal remainders counts as the larger. */
export const REWARD_TIES = enumeration('RewardTie', ['more_points_then_lower_address']);

/** What holds for a reward pool besides its settings. */
export class RewardTerms {
  @Whole({
    min: 0,
    max: 1_000,
    nullable: true,
    example: 250,
    description: 'Fee in basis points of the payouts; null: manual mode, which has none',
  })
  feeBps!: number | null;

  @Text({ ...BASE_UNITS, example: '1000', description: 'Least that an earner is paid, in base units' })
  leastPayout!: string;

  @Text({
    ...BASE_UNITS,
    description: 'Most that an earner is paid, in base units, of a pool of the planned amount',
  })
  mostPayout!: string;

  @OneOf(REWARD_ROUNDINGS, {
    description: 'Amounts are rounded down; the units left go one each to the largest remainders',
  })
  rounding!: (typeof REWARD_ROUNDINGS)[number];

  @OneOf(REWARD_TIES, {
    description: 'Of equal remainders, that of more points counts as larger, then that of the bytewise lower address',
  })
  ties!: (typeof REWARD_TIES)[number];

  @ListOfOneOf(EXCLUDED_REASONS, {
    description: 'Earners who are not paid, whatever their points',
    example: [...EXCLUDED_REASONS],
  })
  exclusions!: ExcludedReason[];

  @Time({
    nullable: true,
    example: null,
    description: 'Pool and dates are fixed until then, because a ticket to fund it was issued; null: none is open',
  })
  lockedUntil!: Timestamp | null;

  @Flag({
    description:
      'True if the escrow is funded: pool and dates are fixed. False in automatic mode: nothing can be paid yet',
    example: false,
  })
  funded!: boolean;
}
