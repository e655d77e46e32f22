import type { Chain, EscrowDeployment } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import type { ChainRegistry } from '@questp/service-kit/chains';

/** A chain on which the escrow contracts are deployed. */
export type EscrowChain = Chain & { escrow: EscrowDeployment };

/** CHAIN_NOT_CONFIGURED */
export function requireEscrowChain(chains: ChainRegistry, chainId: string): EscrowChain {
  const chain = chains.get(chainId);
  if (!chain?.escrow) throw new AppError('CHAIN_NOT_CONFIGURED');
  return { ...chain, escrow: chain.escrow };
}
