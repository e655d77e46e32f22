import { actOf, numberOf } from '../fields.js';
import type { MessageReader } from '../message-reader.js';

export const cancelProposal: MessageReader = {
  types: ['/cosmos.gov.v1.MsgCancelProposal', 'cosmos-sdk/v1/MsgCancelProposal'],
  kinds: ['cancel_proposal'],
  acts: ({ proposer, proposal_id }) => {
    const proposalId = numberOf(proposal_id);
    return actOf('cancel_proposal', proposer, { proposalId }, proposalId !== undefined);
  },
};
