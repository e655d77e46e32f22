import { AppError } from '@questp/messages/language';
import type { RewardPool } from '@questp/messages/quests';
import { requireReleasedEscrow, type ChainRegistry } from '@questp/service-kit/chains';

/**
 * Refuses a pool that its chain cannot pay: CHAIN_DISABLED; in automatic mode CHAIN_NOT_CONFIGURED or
 * ESCROW_NOT_RELEASED. A chain that the platform does not know is an error of the member (`poolChainErrors`).
 */
export function requirePoolChain({ chainId, mode }: RewardPool, chains: ChainRegistry): void {
  const chain = chains.get(chainId);
  if (chain === undefined) return;
  if (!chain.enabled) throw new AppError('CHAIN_DISABLED', { detail: `${chainId} takes no new reward pool.` });
  if (mode === 'automatic') requireReleasedEscrow(chain);
}
