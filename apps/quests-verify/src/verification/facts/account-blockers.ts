import { Injectable } from '@nestjs/common';
import type { Blocker } from '../../catalog/definition/availability.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import { AccountLinksRepository } from './account-links.repository.js';
import { missingAccount } from './account-rule.js';
import type { BlockerSource, ShownQuest } from './blockers.js';

/** Blocks attempts for which the earner has to link the account of a platform, or link it again. */
@Injectable()
export class AccountBlockers implements BlockerSource {
  constructor(private readonly accountLinksRepository: AccountLinksRepository) {}

  concerns(type: AvailableTaskType): boolean {
    return type.methods.some((method) => missingAccount(type, method, []) !== undefined);
  }

  async of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Blocker>> {
    const questIds = quests.map(({ id }) => id);
    const links = await this.accountLinksRepository.of(userId, questIds);
    const found = new Map<string, Blocker>();
    for (const { id, type, method } of quests) {
      const seen = links.map((link) => ({ ...link, isUnknown: link.unknownIn.includes(id) }));
      const missing = missingAccount(type, method, seen);
      if (missing !== undefined) found.set(id, { ...missing, availableAt: null });
    }
    return found;
  }
}
