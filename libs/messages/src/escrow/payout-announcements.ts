import type { Timestamp } from '../language/contract/common.js';
import {
  Amount,
  Count,
  ListOf,
  OneOf,
  Text,
  Time,
  UserId,
  combine,
  enumeration,
  omit,
} from '../language/fields/index.js';
import { EXCLUDED_REASONS, type ExcludedReason } from '../shared/excluded-reasons.js';
import { PayoutAsset } from './distribution.js';
import { OfPlanVersion } from './of-campaign.js';

/**
 * What earners are notified of.
 * - interim: the campaign has ended; the amount so far. address_missing: so far there is no address to pay.
 * - listed, unlisted: in the final list, until it is approved.
 * - skipped: the amount is below the minimum payout of the escrow.
 * - claim_ending: a failed payout can be claimed for seven more days.
 * - lapsed: a failed payout was not claimed in time.
 * - void: the escrow was cancelled or expired before it paid.
 */
export const PAYOUT_ANNOUNCEMENTS = enumeration('PayoutAnnouncement', [
  'interim',
  'address_missing',
  'listed',
  'unlisted',
  'projected',
  'excluded',
  'skipped',
  'paid',
  'failed',
  'claim_ending',
  'lapsed',
  'void',
]);
export type PayoutAnnouncement = (typeof PAYOUT_ANNOUNCEMENTS)[number];

/** Maximum payouts per event. */
export const MAX_PAYOUTS_ANNOUNCED = 200;

/** The payout of an earner who is notified. */
export class AnnouncedPayout {
  @UserId({ description: 'The earner, or the account that the earner was merged into' })
  userId!: string;

  @Count({ description: 'Rank in the plan' })
  rank!: number;

  @Amount({ nullable: true, description: 'Base units of the asset; null: excluded' })
  amount!: string | null;

  @OneOf(EXCLUDED_REASONS, { nullable: true, description: 'Why the earner is not paid; null: included' })
  excludedReason!: ExcludedReason | null;

  @Text({ form: 'transaction_hash', nullable: true, description: 'Transaction that paid; null: none is known' })
  txHash!: string | null;
}

/** Payouts of a plan whose earners are notified of the same change. */
export class PayoutsAnnounced extends combine(OfPlanVersion, omit(PayoutAsset, 'assetKind')) {
  @OneOf(PAYOUT_ANNOUNCEMENTS)
  announced!: PayoutAnnouncement;

  @Time({ nullable: true, description: 'Until when the payouts can be claimed; null: they have not failed' })
  claimDeadline!: Timestamp | null;

  @Time({ nullable: true, description: 'When the platform approves the list; null: the plan is approved' })
  autoApproveAt!: Timestamp | null;

  @Time({
    optional: true,
    description: 'Until when decisions change an amount so far, if an operator moved the freeze',
  })
  movedFreezeAt?: Timestamp;

  @ListOf(() => AnnouncedPayout, { max: MAX_PAYOUTS_ANNOUNCED, description: 'Payouts of different earners' })
  payouts!: AnnouncedPayout[];
}
