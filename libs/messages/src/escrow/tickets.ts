import { ACCOUNT_ADDRESS, ACCOUNT_CHAIN, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import {
  Id,
  Nested,
  OneOf,
  Text,
  Time,
  UserId,
  Whole,
  enumeration,
  exampleOfAll,
  fieldsOf,
} from '../language/fields/index.js';
import { MAX_FUNDING_ATTEMPTS } from '../quests/studio/pool-locks.js';
import { OfCampaign } from './of-campaign.js';
import { ReadyMessage } from './ready-message.js';

/**
 * - usable: the owner can create the escrow with it.
 * - expired: its time is over.
 * - void: the factory no longer accepts it, because its owner rotated the ticket signer, the code or the admin of escrows.
 * - used: the escrow of its attempt exists.
 */
export const TICKET_STATUSES = enumeration('TicketStatus', ['usable', 'expired', 'void', 'used']);
export type TicketStatus = (typeof TICKET_STATUSES)[number];

const OWNER = { ...ACCOUNT_ADDRESS, example: 'neutron1m9l358xunhhwds0568za49mzhvuxx9ux8xafx2' } as const;
const CONTRACT = {
  ...ACCOUNT_ADDRESS,
  example: 'neutron1qg5ega6dykkxc307y25pecuufrjkxkaggkkxh7nad0vhyhtuhw3sk3ugrm',
} as const;

/** A signed ticket by which its owner creates the escrow of a campaign with the pool. */
export class FundingTicket {
  @Id()
  campaignId!: string;

  @Whole({ min: 1, max: MAX_FUNDING_ATTEMPTS, description: 'Funding attempt; one more after a cancelled escrow' })
  fundingAttempt!: number;

  @OneOf(TICKET_STATUSES, { description: 'Whether the ticket can be used' })
  status!: TicketStatus;

  @Text({ max: 300, nullable: true, description: 'Why the ticket is void; null: it is not', example: null })
  voidReason!: string | null;

  @Text({ ...ACCOUNT_CHAIN, example: 'neutron-1' })
  chainId!: string;

  @Text({ ...CONTRACT, description: 'Address of the factory' })
  factory!: string;

  @Text({ ...CONTRACT, description: 'Address that the escrow will have' })
  escrowAddress!: string;

  @Text({ ...OWNER, description: 'Wallet that funds the pool and owns the escrow' })
  owner!: string;

  @Text({ max: 4_000, form: 'base64', description: 'The signed bytes: the ticket as JSON', example: 'eyJ2IjoyfQ==' })
  ticket!: string;

  @Text({
    max: 88,
    form: 'base64',
    description: 'Signature of the SHA-256 of the bytes: r || s, 64 bytes',
    example: 'Ijqmg4jbRLIMO7fIcX/gVJZX4tCr4OADAW8jJ47Q/Wlnfyuv/mF4FQOt6ndN36RRhjTKgD+lHZwY0/OnYUqijw==',
  })
  signature!: string;

  @Time({ description: 'When the ticket was issued' })
  issuedAt!: Timestamp;

  @Time({ description: 'When the ticket expires on the chain' })
  expiresAt!: Timestamp;

  @Nested(() => ReadyMessage, {
    nullable: true,
    example: exampleOfAll(fieldsOf(ReadyMessage)),
    description: 'Message that funds the pool; null: the ticket is unusable',
  })
  message!: ReadyMessage | null;
}

const TICKET = '/v1/projects/:projectId/campaigns/:campaignId/escrow/ticket';
const tag = 'escrow';

class IssueTicketRequest extends OfCampaign {
  @UserId({ from: 'userId' })
  userId!: string;

  @Text({
    ...OWNER,
    optional: true,
    min: 1,
    form: 'address',
    description: 'Linked wallet of yours on the chain of the pool; required if there are several',
  })
  owner?: string;
}

export const issueTicket = contract({
  subject: 'escrow.tickets.issue',
  request: IssueTicketRequest,
  reply: FundingTicket,
  deadlineMs: 10_000,
  errors: [
    'CAMPAIGN_NOT_READY',
    'INVALID_TRANSITION',
    'WALLET_NOT_LINKED',
    'CHAIN_NOT_CONFIGURED',
    'ESCROW_NOT_RELEASED',
    'ESCROW_KEY_MISSING',
    'CHAIN_UNAVAILABLE',
  ],
  http: {
    id: 'issueFundingTicket',
    route: `POST ${TICKET}`,
    tag,
    summary: 'Issue a ticket to fund the reward pool',
    description:
      'Pool and dates of the campaign are locked until the ticket has expired. The owner of the wallet signs `message`, ' +
      'which creates the escrow with the pool.',
    again: 'While the ticket can be used, a repeated call returns it. Afterwards it issues another one.',
  },
});

export const getTicket = contract({
  subject: 'escrow.tickets.get',
  request: OfCampaign,
  reply: FundingTicket,
  http: { id: 'getFundingTicket', route: `GET ${TICKET}`, tag, summary: 'Get the last ticket to fund the reward pool' },
});

class RequestedTicket extends OfCampaign {
  @UserId({ description: 'User who requested the ticket' })
  userId!: string;

  @Whole({ min: 1, max: MAX_FUNDING_ATTEMPTS, description: 'Funding attempt' })
  attempt!: number;
}

/** A ticket that was issued in place of a void one. */
export class TicketReissued extends RequestedTicket {
  @Time({ description: 'When the ticket expires on the chain' })
  expiresAt!: Timestamp;
}

/** A ticket that the factory no longer accepts. */
export class TicketVoided extends RequestedTicket {
  @Text({ max: 300, description: 'Why the ticket is void' })
  reason!: string;
}
