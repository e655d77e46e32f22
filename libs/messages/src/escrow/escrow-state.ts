import { ACCOUNT_ADDRESS, ACCOUNT_CHAIN, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { Amount, Count, Flag, Id, ListOf, Nested, OneOf, Text, Time, enumeration } from '../language/fields/index.js';
import { ChainAsset } from '../shared/chain-asset.js';

/** Phases of an escrow, as the contract names them. */
export const ESCROW_PHASES = enumeration('EscrowPhase', [
  'upcoming',
  'active',
  'ended',
  'committing',
  'challenge',
  'disputed',
  'distributing',
  'completed',
  'cancelled',
  'expired',
]);
export type EscrowPhase = (typeof ESCROW_PHASES)[number];

const CONTRACT = {
  ...ACCOUNT_ADDRESS,
  example: 'neutron1qg5ega6dykkxc307y25pecuufrjkxkaggkkxh7nad0vhyhtuhw3sk3ugrm',
} as const;
const OWNER = { ...ACCOUNT_ADDRESS, example: 'neutron1m9l358xunhhwds0568za49mzhvuxx9ux8xafx2' } as const;

/** Funding attempts that a reply lists. */
export const MAX_ATTEMPTS = 50;

/** An escrow of a campaign in the list of all its funding attempts. */
export class EscrowAttempt {
  @Count({ description: 'Number of the funding attempt, from 1', example: 1 })
  attempt!: number;

  @Text({ ...CONTRACT, description: 'Address of the escrow contract' })
  address!: string;

  @OneOf(ESCROW_PHASES, { description: 'Phase of the escrow' })
  phase!: EscrowPhase;

  @Amount({ description: 'Base units of the asset that were funded, including top-ups', example: '250000000' })
  fundedTotal!: string;

  @Time({ description: 'When the escrow was created on the chain' })
  createdAt!: Timestamp;
}

/** Deadlines of an escrow. A pause moves them: they are what they are if a running pause ends when it says. */
export class EscrowDeadlines {
  @Time({ description: 'When the campaign starts' })
  startsAt!: Timestamp;

  @Time({ description: 'When the campaign ends and allocations can be committed' })
  endsAt!: Timestamp;

  @Time({ description: 'When the escrow expires unless its allocations are finalized' })
  commitDeadline!: Timestamp;

  @Time({ nullable: true, description: 'When the challenge window ends; null before allocations are finalized' })
  challengeEndsAt!: Timestamp | null;

  @Time({ nullable: true, description: 'Until when failed payouts can be claimed; null: not known yet' })
  claimDeadline!: Timestamp | null;
}

/** What the escrow recorded when its allocations were finalized. */
export class EscrowFinalized {
  @Time({ description: 'When the allocations were finalized' })
  at!: Timestamp;

  @Amount({ description: 'Base units of the pool at that time', example: '250000000' })
  grossBalance!: string;

  @Amount({ description: 'Largest possible fee, in base units', example: '5000000' })
  maxFee!: string;

  @Amount({ description: 'Base units for earners', example: '245000000' })
  distributable!: string;

  @Amount({ description: 'Largest payout of one earner, in base units', example: '24500000' })
  cap!: string;

  @Text({ form: 'sha256', description: 'SHA-256 of the allocation', example: 'ab'.repeat(32) })
  allocationSha256!: string;

  @Text({
    max: 512,
    description: 'URL of the allocation file',
    example: 'https://api.example.org/v1/discover/campaigns/0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a02/allocation.json',
  })
  allocationUri!: string;
}

export class EscrowDispute {
  @Time({ description: 'When the owner raised the dispute' })
  raisedAt!: Timestamp;

  @Text({ max: 280, description: 'Reason that the owner gave', example: 'The third address is not a participant.' })
  reason!: string;

  @Time({ description: 'When the dispute lapses and payouts start unless the guardian decides' })
  expiresAt!: Timestamp;

  @Time({ nullable: true, description: 'When the guardian decided; null: undecided' })
  resolvedAt!: Timestamp | null;
}

export class EscrowPayouts {
  @Count({ description: 'Committed entries', example: 120 })
  entries!: number;

  @Count({ description: 'Entries that were examined for a payout', example: 100 })
  examined!: number;

  @Count({ description: 'Entries that were paid', example: 98 })
  paid!: number;

  @Amount({ description: 'Base units that were paid', example: '200000000' })
  paidTotal!: string;

  @Count({ description: 'Entries whose payout failed and can be claimed', example: 1 })
  failed!: number;

  @Amount({ description: 'Base units reserved for failed payouts', example: '2000000' })
  failedTotal!: string;

  @Count({ description: 'Entries below the minimum payout', example: 1 })
  skipped!: number;

  @Amount({ description: 'Base units of skipped entries', example: '900' })
  skippedTotal!: string;

  @Amount({ description: 'Base units of the fee that was paid', example: '0' })
  feePaid!: string;

  @Amount({ description: 'Base units that were returned to the owner', example: '0' })
  refundedTotal!: string;
}

export class EscrowOwnership {
  @Text({ ...OWNER, description: 'Owner of the escrow' })
  owner!: string;

  @Text({ ...OWNER, nullable: true, description: 'Proposed owner; null: no transfer is pending' })
  pendingOwner!: string | null;

  @Time({ nullable: true, description: 'When the proposal expires; null: never, or no transfer is pending' })
  pendingUntil!: Timestamp | null;
}

/** The state of an escrow at one height of its chain, as nodes of the chain reported it. */
export class EscrowState {
  @Count({ description: 'Number of the funding attempt, from 1', example: 1 })
  attempt!: number;

  @Text({ ...ACCOUNT_CHAIN })
  chainId!: string;

  @Text({ ...CONTRACT, description: 'Address of the factory that created the escrow' })
  factory!: string;

  @Text({ ...CONTRACT, description: 'Address of the escrow contract' })
  address!: string;

  @Nested(() => ChainAsset, { description: 'Asset of the pool' })
  asset!: ChainAsset;

  @Time({ description: 'When the escrow was created on the chain' })
  createdAt!: Timestamp;

  @OneOf(ESCROW_PHASES, { description: 'Phase of the escrow' })
  phase!: EscrowPhase;

  @Nested(() => EscrowDeadlines, { description: 'Deadlines, moved by pauses' })
  deadlines!: EscrowDeadlines;

  @Flag({ description: 'Whether a pause holds; it stops the clock of the escrow' })
  paused!: boolean;

  @Time({ nullable: true, description: 'When the running pause ends; null: not paused' })
  pausedUntil!: Timestamp | null;

  @Nested(() => EscrowOwnership, { description: 'Owner of the campaign on the chain' })
  ownership!: EscrowOwnership;

  @Amount({ description: 'Base units that were funded, including top-ups', example: '250000000' })
  fundedTotal!: string;

  @Amount({
    nullable: true,
    description: 'Base units of the asset that the escrow has now; null: its CW20 contract does not answer',
    example: '250000000',
  })
  balance!: string | null;

  @Count({ description: 'Version of the allocation, raised when one is discarded', example: 1 })
  version!: number;

  @Nested(() => EscrowFinalized, { nullable: true, description: 'Null before the allocations are finalized' })
  finalized!: EscrowFinalized | null;

  @Nested(() => EscrowDispute, { nullable: true, description: 'Null: no dispute about this version' })
  dispute!: EscrowDispute | null;

  @Nested(() => EscrowPayouts, { description: 'Counters of the payouts' })
  payouts!: EscrowPayouts;

  @Time({ nullable: true, description: 'When the payouts were completed' })
  completedAt!: Timestamp | null;

  @Time({ nullable: true, description: 'When the escrow was cancelled' })
  cancelledAt!: Timestamp | null;

  @Time({
    nullable: true,
    description: 'Since when the chain, started anew, no longer has the escrow; null: it has',
    example: null,
  })
  missingSince!: Timestamp | null;

  @Count({ description: 'Height of the chain at which the state was read', example: 1_234_567 })
  height!: number;

  @Time({ description: 'Time of the block at that height' })
  blockTime!: Timestamp;

  @Time({ description: 'When the state was read' })
  readAt!: Timestamp;
}

export class CampaignEscrow {
  @Id()
  campaignId!: string;

  @Nested(() => EscrowState, { description: 'State of the escrow of the latest funding attempt' })
  current!: EscrowState;

  @ListOf(() => EscrowAttempt, { max: MAX_ATTEMPTS, description: 'Funding attempts, latest first' })
  attempts!: EscrowAttempt[];
}

class CampaignEscrowRequest {
  @Id()
  campaignId!: string;
}

export const getCampaignEscrow = contract({
  subject: 'escrow.escrows.get',
  request: CampaignEscrowRequest,
  reply: CampaignEscrow,
  errors: ['NOT_FOUND'],
  http: {
    id: 'getCampaignEscrow',
    route: 'GET /v1/discover/campaigns/:campaignId/escrow',
    tag: 'escrow',
    summary: 'Get the escrow of a campaign',
    description:
      'The state that the nodes of the chain reported last, which `height` and `readAt` date. NOT_FOUND until the escrow is created on the chain.',
  },
});
