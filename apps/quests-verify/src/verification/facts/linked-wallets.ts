import { Injectable } from '@nestjs/common';
import { decodeAddress, sameKeyAddress } from '@questp/chains';
import { ChainRegistry } from '@questp/service-kit/chains';
import { listWallets, type SnapshotWallet } from '@questp/messages/identity';
import { Bus } from '@questp/service';
import { fittingWallets, noWallet } from './wallet-rule.js';
import type { LinkedWallet, WalletsAsked } from '../../catalog/definition/facts.js';
import type { FactContext, FactSource, Gathered } from './fact-source.js';
import { EarnerWalletsRepository } from './earner-wallets.repository.js';

/** The wallets linked to an account, read from identity; the copy in `earner` may be older. */
@Injectable()
export class LinkedWallets implements FactSource<'wallets'> {
  readonly name = 'wallets';

  constructor(
    private readonly bus: Bus,
    private readonly earnerWalletsRepository: EarnerWalletsRepository,
    private readonly chainRegistry: ChainRegistry,
  ) {}

  async gather(asked: WalletsAsked, { userId }: FactContext): Promise<Gathered<'wallets'>> {
    const value = this.withDerived(asked, await this.of(userId));
    if (fittingWallets(asked.on, value).length === 0) return { kind: 'relink', ...noWallet(asked.on) };
    return { kind: 'fact', value };
  }

  /** The wallets on known chains; the addresses of other chains cannot be decoded. */
  async of(userId: string): Promise<LinkedWallet[]> {
    const { items } = await this.bus.call(listWallets, { userId });
    return this.readable(items);
  }

  /** The same from the copy in `earner`, for views. */
  async known(userId: string): Promise<LinkedWallet[]> {
    return this.readable(await this.earnerWalletsRepository.wallets(userId));
  }

  /** The wallets, and if the quest counts them, the addresses of their keys on its chains. */
  withDerived({ on = [], isDerivedToo }: WalletsAsked, wallets: readonly LinkedWallet[]): LinkedWallet[] {
    if (isDerivedToo !== true) return [...wallets];
    const derived = wallets.flatMap((wallet) => on.flatMap((chainId) => this.onChain(chainId, wallet) ?? []));
    return [...new Map([...wallets, ...derived].map((one) => [`${one.chainId}/${one.address}`, one])).values()];
  }

  /** Undefined: wallets use another key on that chain. */
  private onChain(chainId: string, wallet: LinkedWallet): LinkedWallet | undefined {
    const [from, to] = [this.chainRegistry.get(wallet.chainId), this.chainRegistry.get(chainId)];
    const address = from && to && sameKeyAddress(from, wallet.address, to);
    return address === undefined ? undefined : { chainId, address, account: wallet.account };
  }

  private readable(wallets: readonly SnapshotWallet[]): LinkedWallet[] {
    return wallets.flatMap(({ chainId, address }) => {
      const chain = this.chainRegistry.get(chainId);
      const account = chain && decodeAddress(chain, address);
      return account ? [{ chainId, address, account: Buffer.from(account).toString('hex') }] : [];
    });
  }
}
