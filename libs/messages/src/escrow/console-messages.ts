import { contract } from '../language/contract/contract.js';
import { Id, OneOf, Prose, Whole, enumeration } from '../language/fields/index.js';
import { ReadyMessage } from './ready-message.js';

/** What only the guardian of a factory may do, whose key the platform does not have. */
export const GUARDIAN_ACTIONS = enumeration('GuardianAction', [
  'resolve_dispute',
  'reject_allocations',
  'cancel',
  'pause',
  'unpause',
]);
export type GuardianAction = (typeof GUARDIAN_ACTIONS)[number];

export const DISPUTE_DECISIONS = enumeration('DisputeDecision', ['keep_allocation', 'reject_allocation']);

class GuardianMessageRequest {
  @Id()
  campaignId!: string;

  @OneOf(GUARDIAN_ACTIONS, { description: 'What the message does', example: 'resolve_dispute' })
  guardianAction!: GuardianAction;

  @OneOf(DISPUTE_DECISIONS, {
    optional: true,
    description: 'Required for resolve_dispute. keep_allocation: payouts start. reject_allocation: it is discarded',
    example: 'keep_allocation',
  })
  decision?: (typeof DISPUTE_DECISIONS)[number];

  @Prose({
    max: 280,
    optional: true,
    description: 'Required for reject_allocations',
    example: 'The third address is not a participant.',
  })
  reason?: string;

  @Whole({
    min: 60,
    max: 604_800,
    optional: true,
    description: 'Length in seconds; required for pause',
    example: 3_600,
  })
  seconds?: number;
}

export const getGuardianMessage = contract({
  subject: 'escrow.guardian-messages.get',
  request: GuardianMessageRequest,
  reply: ReadyMessage,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  http: {
    id: 'adminGetGuardianMessage',
    route: 'GET /v1/admin/escrows/:campaignId/messages/:guardianAction',
    tag: 'admin',
    example: { decision: 'keep_allocation' },
    summary: 'Get a message to an escrow that the wallet of the guardian only has to sign',
    description:
      "The sender is the guardian of the factory, whose key is not the platform's. INVALID_TRANSITION if the escrow would refuse it in its phase, or cannot read who its guardian is.",
  },
});
