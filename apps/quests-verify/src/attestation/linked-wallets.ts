import { Injectable } from '@nestjs/common';
import { listWallets } from '@questp/messages';
import { Bus } from '@questp/service';
import type { LinkedWallet } from '../rules/outcome.js';

export interface WalletSource {
  /** The wallets linked to the account. */
  of(userId: string): Promise<LinkedWallet[]>;
}

/** What identity knows now; the copy in `earner` may be behind. */
@Injectable()
export class LinkedWallets implements WalletSource {
  constructor(private readonly bus: Bus) {}

  async of(userId: string): Promise<LinkedWallet[]> {
    const { items } = await this.bus.call(listWallets, { userId });
    return items.map(({ chainId, address }) => ({ chainId, address }));
  }
}
