import { Injectable } from '@nestjs/common';
import type { Blocker } from '../../catalog/definition/availability.js';
import { configOf, type AvailableTaskType } from '../../catalog/definition/task-type.js';
import { AccountLinksRepository } from '../../verification/facts/account-links.repository.js';
import type { BlockerSource, ShownQuest } from '../../verification/facts/blockers.js';
import { LinkedWallets } from '../../verification/facts/linked-wallets.js';
import { WalletBlockers } from '../../verification/facts/wallet-blockers.js';
import { customRestConfig } from './custom-rest.js';
import { missingIdentity } from './identities.js';

/** Blocks attempts of earners who lack a wallet or an account that the quest sends; e-mail addresses are not copied. */
@Injectable()
export class IdentityBlockers implements BlockerSource {
  constructor(
    private readonly accountLinksRepository: AccountLinksRepository,
    private readonly linkedWallets: LinkedWallets,
    private readonly walletBlockers: WalletBlockers,
  ) {}

  concerns(type: AvailableTaskType): boolean {
    return type.config === customRestConfig;
  }

  async of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Blocker>> {
    const asked = quests.map(({ id, type, config }) => ({ id, ...configOf(customRestConfig, type, config) }));
    const [links, wallets, byWallet] = await Promise.all([
      this.accountLinksRepository.of(userId, []),
      this.linkedWallets.known(userId),
      this.walletBlockers.among(
        userId,
        asked.flatMap(({ id, identities, chainIds: on }) => (identities[0] === 'wallet' ? [{ id, on }] : [])),
      ),
    ]);
    const found = new Map(byWallet);
    for (const { id, ...quest } of asked) {
      const missing = missingIdentity(quest, { wallets, links });
      if (missing === undefined || missing.code === 'EMAIL_MISSING') continue;
      const { code } = missing;
      found.set(id, { code, availableAt: null, ...('account' in missing && { account: missing.account }) });
    }
    return found;
  }
}
