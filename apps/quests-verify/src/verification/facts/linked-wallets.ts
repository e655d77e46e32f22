import { Injectable } from '@nestjs/common';
import { decodeAddress } from '@questp/chains';
import { ChainRegistry } from '@questp/service-kit/chains';
import { listWallets, type SnapshotWallet } from '@questp/messages/identity';
import { Bus } from '@questp/service';
import { fittingWallets, noWallet } from './wallet-rule.js';
import type { FactQueries, LinkedWallet } from '../../catalog/definition/facts.js';
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

  async gather(chainIds: FactQueries['wallets'], { userId }: FactContext): Promise<Gathered<'wallets'>> {
    const value = await this.of(userId);
    if (fittingWallets(chainIds, value).length === 0) return { kind: 'relink', ...noWallet(chainIds) };
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

  private readable(wallets: readonly SnapshotWallet[]): LinkedWallet[] {
    return wallets.flatMap(({ chainId, address }) => {
      const chain = this.chainRegistry.get(chainId);
      const account = chain && decodeAddress(chain, address);
      return account ? [{ chainId, address, account: Buffer.from(account).toString('hex') }] : [];
    });
  }
}
