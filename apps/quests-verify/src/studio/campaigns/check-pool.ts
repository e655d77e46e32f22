import { Injectable } from '@nestjs/common';
import { checkPool } from '@questp/messages/escrow';
import { fieldError, refuseInvalid } from '@questp/messages/language';
import type { RewardPool } from '@questp/messages/quests';
import { Bus } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { requirePoolChain } from './pool-chain.js';
import { payoutBoundErrors, poolChainErrors, rewardPoolErrors } from './reward-pool.js';

@Injectable()
export class CheckPool {
  constructor(
    private readonly bus: Bus,
    private readonly chainRegistry: ChainRegistry,
  ) {}

  /**
   * Checks the settings of a reward pool, in automatic mode also against the factory on its chain. Returns the fee of
   * the chain's deployment; null: the pool is not automatic.
   * VALIDATION_FAILED, CHAIN_DISABLED, CHAIN_NOT_CONFIGURED, ESCROW_NOT_RELEASED, CHAIN_UNAVAILABLE
   */
  async execute(pool: RewardPool): Promise<number | null> {
    refuseInvalid([...rewardPoolErrors(pool), ...poolChainErrors(pool, this.chainRegistry)]);
    requirePoolChain(pool, this.chainRegistry);
    if (pool.mode !== 'automatic') return null;
    const { chainId, assetKind, denom, challengeSeconds, commitWindowSeconds, claimWindowSeconds } = pool;
    const checked = { chainId, assetKind, denom, challengeSeconds, commitWindowSeconds, claimWindowSeconds };
    const { feeBps, problems } = await this.bus.call(checkPool, checked);
    refuseInvalid(problems.map(({ member, detail }) => fieldError(`/rewardPool/${member}`, 'NOT_ALLOWED', {}, detail)));
    refuseInvalid(payoutBoundErrors(pool, feeBps));
    return feeBps;
  }
}
