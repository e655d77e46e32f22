import { Injectable } from '@nestjs/common';
import type { Blocker } from '../../catalog/definition/availability.js';
import { fittingWallets } from './wallet-rule.js';
import type { WalletsAsked } from '../../catalog/definition/facts.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import type { BlockerSource, ShownQuest } from './blockers.js';
import { SubjectsRepository } from './subjects.repository.js';
import { LinkedWallets } from './linked-wallets.js';

/** Blocks attempts if no linked wallet fits the quest, or all that fit have completed it for other accounts. */
@Injectable()
export class WalletBlockers implements BlockerSource {
  constructor(
    private readonly linkedWallets: LinkedWallets,
    private readonly subjectsRepository: SubjectsRepository,
  ) {}

  concerns(type: AvailableTaskType): boolean {
    return type.facts.wallets !== undefined;
  }

  of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Blocker>> {
    return this.among(
      userId,
      quests.map(({ id, type, config }) => ({ id, ...(type.facts.wallets?.(config) ?? { on: undefined }) })),
    );
  }

  /** By quest id; each quest needs a wallet on one of its chains. */
  async among(
    userId: string,
    quests: readonly ({ id: string } & WalletsAsked)[],
  ): Promise<ReadonlyMap<string, Blocker>> {
    const wallets = await this.linkedWallets.known(userId);
    const questIds = quests.map(({ id }) => id);
    const accounts = wallets.map(({ account }) => account);
    const used = new Set(
      (await this.subjectsRepository.walletsOfOthers(userId, questIds, accounts)).map(
        (use) => `${use.questId}/${use.subject}`,
      ),
    );
    const found = new Map<string, Blocker>();
    for (const { id, ...asked } of quests) {
      const fitting = fittingWallets(asked.on, this.linkedWallets.withDerived(asked, wallets));
      if (fitting.length === 0) found.set(id, { code: 'WALLET_NOT_LINKED', availableAt: null });
      else if (fitting.every(({ account }) => used.has(`${id}/${account}`))) {
        found.set(id, { code: 'WALLET_ALREADY_USED', availableAt: null });
      }
    }
    return found;
  }
}
