import { Injectable } from '@nestjs/common';
import type { Blocker } from '../../catalog/definition/availability.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import type { BlockerSource, ShownQuest } from '../../verification/facts/blockers.js';
import { hasCode } from './code-fields.js';
import { WrongCodesRepository } from './wrong-codes.repository.js';

/** The lock after wrong codes. */
@Injectable()
export class CodeBlockers implements BlockerSource {
  constructor(private readonly wrongCodesRepository: WrongCodesRepository) {}

  concerns(type: AvailableTaskType): boolean {
    return hasCode(type);
  }

  async of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Blocker>> {
    const questIds = quests.map(({ id }) => id);
    const locks = await this.wrongCodesRepository.locksOf(userId, questIds);
    return new Map(
      locks.map(({ questId, lockedUntil }) => [questId, { code: 'SECRET_CODE_LOCKED', availableAt: lockedUntil }]),
    );
  }
}
