import { ACCOUNT_ADDRESS } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { Id, OneOf, Prose, Text, enumeration } from '../language/fields/index.js';
import { ReadyMessage } from './ready-message.js';

/**
 * - cancel: the owner takes the pool back before the campaign starts.
 * - dispute: the owner disputes the allocation in the challenge window.
 * - top_up: anyone adds to the pool until the campaign ends.
 * - transfer_ownership, accept_ownership, cancel_ownership_transfer: the escrow gets another owner, before the start.
 * - claim: an earner collects a payout that is pending or failed.
 */
export const ESCROW_ACTIONS = enumeration('EscrowAction', [
  'cancel',
  'dispute',
  'top_up',
  'transfer_ownership',
  'accept_ownership',
  'cancel_ownership_transfer',
  'claim',
]);
export type EscrowAction = (typeof ESCROW_ACTIONS)[number];

const ACCOUNT = {
  ...ACCOUNT_ADDRESS,
  min: 1,
  form: 'address',
  optional: true,
  example: 'neutron1m9l358xunhhwds0568za49mzhvuxx9ux8xafx2',
} as const;

class EscrowMessageRequest {
  @Id()
  campaignId!: string;

  @OneOf(ESCROW_ACTIONS, { description: 'What the message does', example: 'cancel' })
  action!: EscrowAction;

  @Text({ ...ACCOUNT, description: 'Sender of a claim (required) or a top-up (the owner by default)' })
  sender?: string;

  @Text({ ...ACCOUNT, description: 'Proposed owner; required for transfer_ownership' })
  newOwner?: string;

  @Text({
    form: 'base_units',
    optional: true,
    example: '1000000',
    description: 'Base units of the asset of the pool; required for top_up',
  })
  amount?: string;

  @Prose({
    max: 280,
    optional: true,
    example: 'The third address is not a participant.',
    description: 'Required for dispute',
  })
  reason?: string;
}

export const getEscrowMessage = contract({
  subject: 'escrow.escrows.message',
  request: EscrowMessageRequest,
  reply: ReadyMessage,
  errors: ['INVALID_TRANSITION'],
  http: {
    id: 'getEscrowMessage',
    route: 'GET /v1/discover/campaigns/:campaignId/escrow/messages/:action',
    tag: 'escrow',
    summary: 'Get a message to the escrow of a campaign that a wallet only has to sign',
    description:
      'INVALID_TRANSITION if the escrow would refuse it in its phase. Who may send it, the escrow decides; the sender is its owner unless the action says otherwise.',
  },
});
