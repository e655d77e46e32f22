import { Client, ClientInfo, type Timestamp } from '../language/contract/common.js';
import { SAME_AGAIN, contract } from '../language/contract/contract.js';
import { AdminId, Flag, Id, Nested, OneOf, Prose, Text, Time, Whole, enumeration } from '../language/fields/index.js';
import { OfCampaign } from './of-campaign.js';

/**
 * - hold: the platform signs no message of the operator key for the campaign.
 * - pause: the contract is paused, for everybody.
 */
export const INTERVENTION_KINDS = enumeration('InterventionKind', ['hold', 'pause']);
export type InterventionKind = (typeof INTERVENTION_KINDS)[number];

/** Minutes for which a requested release can be confirmed. */
export const RELEASE_MINUTES = 60;

const ADMIN = 'svcadmin_0190b5e46f0e7c3a9d7a3f1f0c5a2c01';
const SECOND_ADMIN = 'svcadmin_0190b5e46f0e7c3a9d7a3f1f0c5a2c02';
const REASON = { max: 500, description: 'Reason', example: 'The addresses of two earners are in question.' } as const;

/** A hold of a campaign. Two operators release it. */
export class EscrowHold {
  @Id({ description: 'Id, which the confirmation of the release names' })
  id!: string;

  @Prose(REASON)
  reason!: string;

  @AdminId({ description: 'Operator who started it', example: ADMIN })
  startedBy!: string;

  @Time({ description: 'When it was started' })
  startedAt!: Timestamp;

  @AdminId({ nullable: true, description: 'Operator who requested the release; null: nobody, or too long ago' })
  releaseRequestedBy!: string | null;

  @Time({ nullable: true, description: 'Until when another operator can confirm the release; null: not requested' })
  releaseExpiresAt!: Timestamp | null;

  @AdminId({ nullable: true, description: 'Operator who confirmed the release; null: not released' })
  releasedBy!: string | null;

  @Time({ nullable: true, description: 'When it was released; null: not released' })
  releasedAt!: Timestamp | null;
}

/** A pause of the contract. It ends by itself, or when two operators release it. */
export class EscrowPause extends EscrowHold {
  @Time({ description: 'When it ends by itself' })
  until!: Timestamp;

  @Time({ nullable: true, description: 'When the chain was seen to be paused until then; null: not yet' })
  appliedAt!: Timestamp | null;

  @Text({
    max: 1_000,
    nullable: true,
    description: 'Why the contract last refused the message; null: it did not',
    example: null,
  })
  lastError!: string | null;

  @Time({ nullable: true, description: 'When it was over, or its message useless; null: it is not' })
  endedAt!: Timestamp | null;
}

class InterventionRequest {
  @Id()
  campaignId!: string;

  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

class HoldRequest extends InterventionRequest {
  @Prose(REASON)
  reason!: string;
}

class PauseRequest extends HoldRequest {
  @Whole({
    min: 60,
    max: 604_800,
    description: "Length in seconds, at most the contract's longest pause and what is left of the pauser's budget",
    example: 3_600,
  })
  seconds!: number;
}

class ConfirmRequest extends InterventionRequest {
  @Id({ description: 'Id of the hold or pause, as the operator who confirms has read it' })
  id!: string;
}

const ESCROW = '/v1/admin/escrows/:campaignId';
const tag = 'admin';
/** Examples of the two steps of a release. */
const REQUESTED = { releaseRequestedBy: ADMIN, releaseExpiresAt: '2026-05-01T13:00:00.000Z' } as const;
const RELEASED = { ...REQUESTED, releasedBy: SECOND_ADMIN, releasedAt: '2026-05-01T12:10:00.000Z' } as const;
const APPLIED = { appliedAt: '2026-05-01T12:00:05.000Z' } as const;
const TWO_PEOPLE = `Two operators release it: one requests it, another confirms it within ${RELEASE_MINUTES} minutes. An operator whose account is younger than it cannot, for 24 hours.`;

export const holdEscrow = contract({
  subject: 'escrow.holds.start',
  request: HoldRequest,
  reply: EscrowHold,
  errors: ['NOT_FOUND'],
  http: {
    id: 'adminHoldEscrow',
    route: `POST ${ESCROW}/hold`,
    tag,
    summary: 'Hold the payouts of a campaign',
    description:
      'From the answer on, the operator key signs nothing for the campaign. A transaction that was signed before can still be included; the list of transactions shows it as open. Anyone can call `distribute` of a contract whose payouts have started: pause the contract to stop them too.',
    again: 'A repeated call returns the hold and withdraws a requested release.',
    replies: { releaseRequestedBy: null, releaseExpiresAt: null, releasedBy: null, releasedAt: null },
  },
});

export const requestHoldRelease = contract({
  subject: 'escrow.holds.request-release',
  request: InterventionRequest,
  reply: EscrowHold,
  errors: ['INVALID_TRANSITION', 'OPERATOR_TOO_NEW'],
  http: {
    id: 'adminRequestHoldRelease',
    route: `POST ${ESCROW}/hold/release`,
    tag,
    summary: 'Request the release of a hold',
    description: TWO_PEOPLE,
    again: 'While a release is requested, it stays as it is.',
    replies: REQUESTED,
  },
});

export const CONFIRM_ERRORS = [
  'INVALID_TRANSITION',
  'RELEASE_NOT_REQUESTED',
  'SECOND_OPERATOR_REQUIRED',
  'OPERATOR_TOO_NEW',
] as const;

export const confirmHoldRelease = contract({
  subject: 'escrow.holds.confirm-release',
  request: ConfirmRequest,
  reply: EscrowHold,
  errors: CONFIRM_ERRORS,
  http: {
    id: 'adminConfirmHoldRelease',
    route: `POST ${ESCROW}/hold/release/confirm`,
    tag,
    summary: 'Confirm the release of a hold',
    description: TWO_PEOPLE,
    again: SAME_AGAIN,
    replies: RELEASED,
  },
});

export const pauseEscrow = contract({
  subject: 'escrow.pauses.start',
  request: PauseRequest,
  reply: EscrowPause,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'CHAIN_NOT_CONFIGURED', 'ESCROW_KEY_MISSING', 'PAUSE_NOT_ALLOWED'],
  http: {
    id: 'adminPauseEscrow',
    route: `POST ${ESCROW}/pause`,
    tag,
    summary: 'Pause the contract of a campaign',
    description:
      'Sends the message by the pauser key within seconds, also while the campaign is on hold; read the escrow until `appliedAt` is set. A pause moves all deadlines. PAUSE_NOT_ALLOWED if the contract would refuse it: another key is its pauser, it was paused in the last 24 hours, or the budget does not cover it.',
    again: 'A repeated call returns the pause and withdraws a requested release.',
    replies: { releaseRequestedBy: null, releaseExpiresAt: null, releasedBy: null, releasedAt: null, appliedAt: null },
  },
});

export const requestPauseRelease = contract({
  subject: 'escrow.pauses.request-release',
  request: InterventionRequest,
  reply: EscrowPause,
  errors: ['INVALID_TRANSITION', 'OPERATOR_TOO_NEW'],
  http: {
    id: 'adminRequestPauseRelease',
    route: `POST ${ESCROW}/pause/release`,
    tag,
    summary: 'Request the end of a pause',
    description: TWO_PEOPLE,
    again: 'While a release is requested, it stays as it is.',
    replies: { ...REQUESTED, ...APPLIED },
  },
});

export const confirmPauseRelease = contract({
  subject: 'escrow.pauses.confirm-release',
  request: ConfirmRequest,
  reply: EscrowPause,
  errors: CONFIRM_ERRORS,
  http: {
    id: 'adminConfirmPauseRelease',
    route: `POST ${ESCROW}/pause/release/confirm`,
    tag,
    summary: 'Confirm the end of a pause',
    description: `${TWO_PEOPLE} The message is sent within seconds.`,
    again: SAME_AGAIN,
    replies: { ...RELEASED, ...APPLIED },
  },
});

export const INTERVENTION_STEPS = enumeration('InterventionStep', [
  'started',
  'release_requested',
  'release_withdrawn',
  'released',
]);
export type InterventionStep = (typeof INTERVENTION_STEPS)[number];

/** For the audit log. */
export class EscrowIntervened {
  @Id()
  campaignId!: string;

  @OneOf(INTERVENTION_KINDS, { description: 'hold: the operator key signs nothing. pause: the contract is paused' })
  kind!: InterventionKind;

  @OneOf(INTERVENTION_STEPS, { description: 'What the operator did' })
  step!: InterventionStep;

  @Prose(REASON)
  reason!: string;

  @AdminId()
  adminId!: string;

  @Nested(() => ClientInfo, { nullable: true, description: 'Client of the operator' })
  client!: ClientInfo | null;
}

/** For the team, without who did it and why. */
export class EscrowHoldChanged extends OfCampaign {
  @Flag({ description: 'Whether the platform holds the payouts' })
  held!: boolean;
}
