import { contract } from '../language/contract/contract.js';
import { ListOf, OneOf, Text, Whole, pick } from '../language/fields/index.js';
import { RewardPool } from '../quests/studio/reward-pool.js';

const CHECKED = [
  'chainId',
  'assetKind',
  'denom',
  'challengeSeconds',
  'commitWindowSeconds',
  'claimWindowSeconds',
] as const satisfies (keyof RewardPool)[];
export type CheckedMember = (typeof CHECKED)[number];

/** What of a pool in automatic mode depends on its chain. */
class CheckPoolRequest extends pick(RewardPool, ...CHECKED) {}

export class PoolProblem {
  @OneOf(CHECKED)
  member!: CheckedMember;

  @Text({ max: 300 })
  detail!: string;
}

class PoolCheck {
  @Whole({ min: 0, max: 1_000, description: 'Fee of the deployment in basis points' })
  feeBps!: number;

  @ListOf(() => PoolProblem, { max: CHECKED.length, description: 'Members that the factory would refuse' })
  problems!: PoolProblem[];
}

/**
 * Compares the settings of a pool in automatic mode with the factory on its chain, as the nodes agree on it.
 *
 * CHAIN_NOT_CONFIGURED: the chain has no escrow contracts, or the factory differs from the recorded deployment.
 * ESCROW_NOT_RELEASED: they are not released on a mainnet. CHAIN_UNAVAILABLE: no answer on which the nodes agree.
 */
export const checkPool = contract({
  subject: 'escrow.pools.check',
  request: CheckPoolRequest,
  reply: PoolCheck,
  callers: ['quests-verify'],
  reads: true,
  errors: ['CHAIN_NOT_CONFIGURED', 'ESCROW_NOT_RELEASED', 'CHAIN_UNAVAILABLE'],
});
