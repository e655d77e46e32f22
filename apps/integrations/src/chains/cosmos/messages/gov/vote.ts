import { actOf, numberOf } from '../fields.js';
import type { MessageReader } from '../message-reader.js';
import { voteOptionOf } from './vote-option.js';

export const vote: MessageReader = {
  types: ['/cosmos.gov.v1.MsgVote', '/cosmos.gov.v1beta1.MsgVote', 'cosmos-sdk/v1/MsgVote', 'cosmos-sdk/MsgVote'],
  kinds: ['vote'],
  acts: ({ voter, proposal_id, option }) => {
    const [proposalId, one] = [numberOf(proposal_id), voteOptionOf(option)];
    const isRead = proposalId !== undefined && one !== undefined;
    return actOf('vote', voter, { proposalId, options: one && [one] }, isRead);
  },
};
