import { Injectable } from '@nestjs/common';
import type { Hindrance } from '../../catalog/definition/availability.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import type { HindranceSource, ShownQuest } from '../../verification/facts/hindrances.js';
import { hasCode } from './code-fields.js';
import { WrongCodesRepository } from './wrong-codes.repository.js';

/** The lock after wrong codes. */
@Injectable()
export class CodeHindrances implements HindranceSource {
  constructor(private readonly wrongCodes: WrongCodesRepository) {}

  concerns(type: AvailableTaskType): boolean {
    return hasCode(type);
  }

  async of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Hindrance>> {
    const questIds = quests.map(({ id }) => id);
    const locks = await this.wrongCodes.locksOf(userId, questIds);
    return new Map(
      locks.map(({ questId, lockedUntil }) => [questId, { code: 'SECRET_CODE_LOCKED', availableAt: lockedUntil }]),
    );
  }
}
