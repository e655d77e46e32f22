import { actOf, foundIn, numberOf, OTHER, UNREADABLE } from '../fields.js';
import type { MessageReader } from '../message-reader.js';
import { voteOptionOf } from './vote-option.js';

export const voteWeighted: MessageReader = {
  types: [
    ...['/cosmos.gov.v1.MsgVoteWeighted', '/cosmos.gov.v1beta1.MsgVoteWeighted'],
    ...['cosmos-sdk/v1/MsgVoteWeighted', 'cosmos-sdk/MsgVoteWeighted'],
  ],
  kinds: ['vote'],
  acts: ({ voter, proposal_id, options }) => {
    const proposalId = numberOf(proposal_id);
    const { found, isComplete } = foundIn(options, ({ option, weight }) => {
      const one = voteOptionOf(option);
      if (one === undefined || typeof weight !== 'string') return UNREADABLE;
      return Number(weight) > 0 ? { found: [one], isComplete: true } : OTHER;
    });
    return actOf('vote', voter, { proposalId, options: [...new Set(found)] }, isComplete && proposalId !== undefined);
  },
};
