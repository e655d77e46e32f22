import { Injectable } from '@nestjs/common';
import { verifySecretCode } from '@questp/messages/quests';
import type { Hindrance } from '../../catalog/definition/availability.js';
import { viaOf, type AvailableTaskType } from '../../catalog/definition/task-type.js';
import type { HindranceSource, ShownQuest } from '../../verification/facts/hindrances.js';
import { WrongCodesRepository } from './wrong-codes.repository.js';

/** Contracts whose attempts LimitWrongCodes admits. */
const LIMITED: ReadonlySet<string> = new Set([verifySecretCode.subject]);

/** The lock after wrong codes. */
@Injectable()
export class CodeHindrances implements HindranceSource {
  constructor(private readonly wrongCodes: WrongCodesRepository) {}

  concerns(type: AvailableTaskType): boolean {
    return LIMITED.has(viaOf(type).subject);
  }

  async of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Hindrance>> {
    const questIds = quests.map(({ id }) => id);
    const locks = await this.wrongCodes.locksOf(userId, questIds);
    return new Map(
      locks.map(({ questId, lockedUntil }) => [questId, { code: 'SECRET_CODE_LOCKED', availableAt: lockedUntil }]),
    );
  }
}
