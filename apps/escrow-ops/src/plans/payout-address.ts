import { decodeAddress, sameKeyAddress, type WalletChain } from '@questp/chains';
import type { PayoutAddressSource } from '@questp/messages/escrow';

export interface PayoutAddress {
  address: string;
  source: PayoutAddressSource;
}

/** The chains of the platform, by id. */
export interface WalletChains {
  get(chainId: string): WalletChain | undefined;
}

/** A linked wallet. */
export interface Wallet {
  chainId: string;
  address: string;
}

export interface AddressesOfEarner {
  /** The primary one first. */
  wallets: readonly Wallet[];
  /** Address on the pool's chain that the earner chose and proved; null: none. */
  chosen: string | null;
}

/**
 * Where an earner is paid on a chain: the address they chose for it, else the first wallet linked on it, else the
 * address there of the first linked key that wallets would use on it too. Undefined: nowhere. An address that
 * the chain would refuse is not paid: it would make the commit of everybody's payouts fail.
 */
export function payoutAddress(
  { wallets, chosen }: AddressesOfEarner,
  chain: WalletChain,
  chains: WalletChains,
): PayoutAddress | undefined {
  const isPayable = (address: string) => decodeAddress(chain, address) !== undefined;
  if (chosen !== null) return isPayable(chosen) ? { address: chosen, source: 'manual' } : undefined;
  const linked = wallets.find(({ chainId, address }) => chainId === chain.chainId && isPayable(address));
  if (linked !== undefined) return { address: linked.address, source: 'wallet' };
  for (const { chainId, address } of wallets) {
    const from = chains.get(chainId);
    const derived = from && sameKeyAddress(from, address, chain);
    if (derived !== undefined) return { address: derived, source: 'derived' };
  }
  return undefined;
}
