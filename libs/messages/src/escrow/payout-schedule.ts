import type { Timestamp } from '../language/contract/common.js';
import { Count, Id, Time } from '../language/fields/index.js';
import { OfCampaign } from './of-campaign.js';

/** When the payouts of an ended campaign are listed and approved. A pause of its escrow moves the times. */
export class PayoutScheduleChanged extends OfCampaign {
  @Time({ description: 'When the campaign ended: submissions made before it count' })
  endedAt!: Timestamp;

  @Time({ description: 'From when on platform moderators review what the team left undecided' })
  moderatorsFrom!: Timestamp;

  @Time({ description: 'When the list of payouts freezes: credits decided before it count' })
  freezesAt!: Timestamp;

  @Time({ description: 'When the platform approves the list' })
  approvesAt!: Timestamp;

  @Time({ nullable: true, description: 'When the escrow expires unless its allocations are finalized; null: manual' })
  commitDeadline!: Timestamp | null;

  @Count({ description: 'Submissions made before the end that are undecided' })
  undecided!: number;
}

/** A list froze with more than a fifth of the submissions undecided, which do not count. */
export class PayoutsUndecided {
  @Id()
  campaignId!: string;

  @Count({ description: 'Submissions made before the end', example: 120 })
  submitted!: number;

  @Count({ description: 'Those of them that are undecided', example: 30 })
  undecided!: number;
}
