import type { Chain, EscrowDeployment } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';

/**
 * The contracts by which reward pools are paid automatically on the chain. CHAIN_NOT_CONFIGURED if there are none;
 * ESCROW_NOT_RELEASED on a mainnet until an operator marks them as released.
 */
export function requireEscrow(chain: Pick<Chain, 'chainId' | 'network' | 'escrow'>): EscrowDeployment {
  const { chainId, network, escrow } = chain;
  if (escrow === null) {
    throw new AppError('CHAIN_NOT_CONFIGURED', { detail: `${chainId} has no escrow contracts.` });
  }
  if (network === 'mainnet' && !escrow.released) {
    throw new AppError('ESCROW_NOT_RELEASED', { detail: `${chainId} is a mainnet.` });
  }
  return escrow;
}
