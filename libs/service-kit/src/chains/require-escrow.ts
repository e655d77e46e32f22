import type { Chain, EscrowDeployment } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';

/** A chain on which the escrow contracts are deployed. */
export type EscrowChain = Chain & { escrow: EscrowDeployment };

/** CHAIN_NOT_CONFIGURED without the escrow contracts. */
export function requireEscrow(chain: Chain | undefined): EscrowChain {
  if (!chain?.escrow) {
    throw new AppError('CHAIN_NOT_CONFIGURED', chain && { detail: `${chain.chainId} has no escrow contracts.` });
  }
  return { ...chain, escrow: chain.escrow };
}

/**
 * A chain on which reward pools are paid automatically. CHAIN_NOT_CONFIGURED without the contracts; ESCROW_NOT_RELEASED
 * on a mainnet until an operator marks them as released.
 */
export function requireReleasedEscrow(chain: Chain | undefined): EscrowChain {
  const deployed = requireEscrow(chain);
  if (deployed.network === 'mainnet' && !deployed.escrow.released) {
    throw new AppError('ESCROW_NOT_RELEASED', { detail: `${deployed.chainId} is a mainnet.` });
  }
  return deployed;
}
