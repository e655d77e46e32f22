import type { VoteOption } from '@questp/messages/integrations';

/** By the names and the number of the option in its enumeration of the gov module. */
const OPTIONS = new Map<unknown, VoteOption>([
  ['VOTE_OPTION_YES', 'yes'],
  ['VOTE_OPTION_ONE', 'yes'],
  [1, 'yes'],
  ['VOTE_OPTION_ABSTAIN', 'abstain'],
  ['VOTE_OPTION_TWO', 'abstain'],
  [2, 'abstain'],
  ['VOTE_OPTION_NO', 'no'],
  ['VOTE_OPTION_THREE', 'no'],
  [3, 'no'],
  ['VOTE_OPTION_NO_WITH_VETO', 'no_with_veto'],
  ['VOTE_OPTION_FOUR', 'no_with_veto'],
  [4, 'no_with_veto'],
]);

/** Undefined: it is none. */
export const voteOptionOf = (value: unknown): VoteOption | undefined => OPTIONS.get(value);
