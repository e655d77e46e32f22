import type { Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import { Flag, Id, OneOf, Text, Time, Whole, enumeration } from '../language/fields/index.js';
import { CHAIN_ID } from './chains.js';
import { requests } from './fact-costs.js';
import { factContract } from './facts.js';

/** What a quest can name on a chain. */
export const CHAIN_CHOICE_KINDS = enumeration('ChainChoiceKind', [
  'validator',
  'proposal',
  'contract',
  'pool',
  'ibc_denom',
]);
export type ChainChoiceKind = (typeof CHAIN_CHOICE_KINDS)[number];

/** The kinds of which a chain lists what there is; the others are found by their id. */
export const LISTED_KINDS: readonly ChainChoiceKind[] = ['validator', 'proposal'];

/** How many of a kind are read from a node, and for how long they are used. */
export const MAX_CHAIN_CHOICES = 300;
export const CHAIN_CHOICE_SECONDS = 60;

const CHOICE_ID = { min: 1, max: 128, form: 'pool_id' } as const;

export class ChainChoice {
  @Text({
    ...CHOICE_ID,
    description: 'Address of the validator or contract, number of the proposal or pool, denomination ibc/<hash>',
    example: 'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0',
  })
  id!: string;

  @Text({
    max: 200,
    nullable: true,
    description:
      'Moniker, title or label, as its author chose it; of an IBC denomination its path and base, proven by the hash; null: it has none',
    example: 'Orbit Validator',
  })
  name!: string | null;

  @Flag({ description: 'The validator is in the active set, or votes on the proposal count now or later; else true' })
  isOpen!: boolean;

  @Time({ nullable: true, description: 'End of the voting on a proposal; null: not known', example: null })
  endsAt!: Timestamp | null;

  @Whole({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    nullable: true,
    description: 'Code of the contract; null: no contract',
    example: null,
  })
  codeId!: number | null;
}

class ListChainChoicesRequest extends PageRequest {
  @Id()
  projectId!: string;

  @Text(CHAIN_ID)
  chainId!: string;

  @OneOf(CHAIN_CHOICE_KINDS, { description: 'What is looked for', example: 'validator' })
  kind!: ChainChoiceKind;

  @Text({
    ...CHOICE_ID,
    optional: true,
    description: 'Only the one with this id; required for all but validators and proposals',
  })
  id?: string;
}

export const listChainChoices = contract({
  subject: 'integrations.chains.list-choices',
  request: ListChainChoicesRequest,
  reply: pageOf(ChainChoice),
  errors: ['CHAIN_UNAVAILABLE'],
  deadlineMs: 6_000,
  http: {
    id: 'listChainChoices',
    route: 'GET /v1/projects/:projectId/chains/:chainId/choices',
    tag: 'chains',
    summary: 'List what a quest can name on a chain',
    description:
      `The validators, those of the active set first, by voting power, and the proposals in voting, newest first: at most ${MAX_CHAIN_CHOICES} of each state, up to ${CHAIN_CHOICE_SECONDS} seconds old. ` +
      'Anything else is looked up by its id; without one on the chain the list is empty. NOT_FOUND: the platform has no such chain, or no node of it.',
  },
});

class ReadChainChoiceRequest {
  @Text(CHAIN_ID)
  chainId!: string;

  @OneOf(CHAIN_CHOICE_KINDS)
  kind!: ChainChoiceKind;

  @Text(CHOICE_ID)
  id!: string;
}

/** Looks up what the configuration of a quest names on a chain. */
export const readChainChoice = factContract(
  'integrations.facts.chain-choice',
  ReadChainChoiceRequest,
  ChainChoice,
  {
    reads: 'a validator, proposal, contract, pool or IBC denomination of a chain by its id',
    within: 'every configured node is asked before it is said not to exist',
  },
  requests(0),
);
