import { Inject, Injectable } from '@nestjs/common';
import { decodeAddress, type ChainRegistry } from '@questp/chains';
import { listWallets } from '@questp/messages';
import { Bus } from '@questp/service';
import type { FactRequest, FactSource, Gathered, LinkedWallet } from '../verification/facts.js';
import { GatherFacts } from '../verification/gather-facts.js';
import { CHAINS } from './chains.js';

/** The wallets linked to an account, as identity knows them now; the copy in `earner` may be behind. */
@Injectable()
export class LinkedWallets implements FactSource<'wallets'> {
  readonly name = 'wallets';

  constructor(
    private readonly bus: Bus,
    @Inject(CHAINS) private readonly chains: ChainRegistry,
    gather: GatherFacts,
  ) {
    gather.add(this);
  }

  async gather({ userId }: FactRequest): Promise<Gathered<'wallets'>> {
    const value = await this.of(userId);
    return { kind: 'fact', value, shown: value.map(({ chainId, address }) => ({ chainId, address })) };
  }

  /** Those on chains this platform knows: of others nobody can say whose they are. */
  async of(userId: string): Promise<LinkedWallet[]> {
    const { items } = await this.bus.call(listWallets, { userId });
    return items.flatMap(({ chainId, address }) => {
      const chain = this.chains.get(chainId);
      const account = chain && decodeAddress(chain, address);
      return account ? [{ chainId, address, account: Buffer.from(account).toString('hex') }] : [];
    });
  }
}
