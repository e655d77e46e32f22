import type { Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { AdminId, Count, Flag, Id, Time, combine } from '../language/fields/index.js';
import { OfCampaign } from './of-campaign.js';

/** When the payouts of an ended campaign are listed and approved. A pause of its escrow moves the times. */
class ScheduleTimes {
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

  @Count({ description: 'Submissions made before the end that are undecided', example: 30 })
  undecided!: number;
}

export class PayoutScheduleChanged extends combine(OfCampaign, ScheduleTimes) {
  @Flag({ optional: true, description: 'True if an operator moved the freeze' })
  isFreezeMoved?: boolean;
}

export class OfSchedule {
  @Id()
  campaignId!: string;
}

/** The schedule of a campaign, as operators see it. */
export class PayoutSchedule extends combine(OfCampaign, ScheduleTimes) {
  @Count({ description: 'Submissions made before the end', example: 120 })
  submitted!: number;

  @AdminId({ nullable: true, description: 'Operator who moved the freeze; null: it was not moved', example: null })
  freezeMovedBy!: string | null;

  @Time({ nullable: true, description: 'When the freeze was moved; null: it was not', example: null })
  freezeMovedAt!: Timestamp | null;

  @Time({
    nullable: true,
    description: 'Latest time to which the freeze can be moved; null: it cannot be moved',
    example: '2026-06-14T00:00:00.000Z',
  })
  movableTo!: Timestamp | null;
}

export const getPayoutSchedule = contract({
  subject: 'escrow.payout-schedules.get',
  request: OfSchedule,
  reply: PayoutSchedule,
  errors: ['NOT_FOUND'],
  http: {
    id: 'adminGetPayoutSchedule',
    route: 'GET /v1/admin/campaigns/:campaignId/payout-schedule',
    tag: 'admin',
    summary: 'Get when the payouts of an ended campaign are listed and approved',
    description: 'NOT_FOUND for a campaign that has not ended, or has no reward pool.',
  },
});

/** A list froze with more than a fifth of the submissions undecided, which do not count unless the freeze is moved. */
export class PayoutsUndecided {
  @Id()
  campaignId!: string;

  @Count({ description: 'Submissions made before the end', example: 120 })
  submitted!: number;

  @Count({ description: 'Those of them that are undecided', example: 30 })
  undecided!: number;
}
