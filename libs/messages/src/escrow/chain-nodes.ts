import { ACCOUNT_CHAIN, type Timestamp } from '../language/contract/common.js';
import { Count, OneOf, Text, Time, Whole, enumeration } from '../language/fields/index.js';
import { Noted } from '../shared/noted.js';

/**
 * Why an answer of a node is not used.
 * - unreachable: no answer in time, or an error of the server.
 * - other_chain: it is a node of another chain.
 * - behind: its latest block is old, or it has not synchronised.
 * - invalid: the answer does not have the form that the API or the contract describes.
 * - refused: it refused the query.
 * - deviating: other nodes agree on another answer at the same height.
 * - disagreement: no answer was given by enough nodes, so that none was used.
 */
export const NODE_FAULTS = enumeration('NodeFault', [
  'unreachable',
  'other_chain',
  'behind',
  'invalid',
  'refused',
  'deviating',
  'disagreement',
]);
export type NodeFaultKind = (typeof NODE_FAULTS)[number];

/** A node of a chain gives answers that cannot be used, or nodes disagree. */
export class ChainNodeFaulty extends Noted {
  @Text({ ...ACCOUNT_CHAIN })
  chainId!: string;

  @Whole({
    min: 1,
    max: 5,
    nullable: true,
    description: 'Position of the node among the endpoints of the chain, from 1; null: the nodes together',
    example: 2,
  })
  node!: number | null;

  @OneOf(NODE_FAULTS, { description: 'What was wrong last' })
  fault!: NodeFaultKind;
}

/** A chain was started anew under the same id: it has other blocks than before. */
export class ChainReset {
  @Text({ ...ACCOUNT_CHAIN })
  chainId!: string;

  @Count({ description: 'Height of the last block before', example: 5_000 })
  heightBefore!: number;

  @Count({ description: 'Height of the block that is not of the same chain', example: 12 })
  height!: number;

  @Time({ description: 'Time of that block' })
  blockTime!: Timestamp;
}
