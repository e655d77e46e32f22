import { Injectable } from '@nestjs/common';
import { AppError, opensAt } from '@questp/messages/language';
import type { Blocker } from '../../catalog/definition/availability.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import type { QuestEntry } from '../entry/quest-entry.js';
import type { BlockerSource, ShownQuest } from '../facts/blockers.js';
import { NegativesRepository } from './negatives.repository.js';

/** The pause between two checks of an earner at a quest, after a negative one. */
@Injectable()
export class CooldownBlockers implements BlockerSource {
  constructor(private readonly negativesRepository: NegativesRepository) {}

  concerns(type: AvailableTaskType): boolean {
    return type.cooldownSeconds !== undefined;
  }

  async of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Blocker>> {
    const cooldowns = new Map(quests.map(({ id, type }) => [id, type.cooldownSeconds ?? 0]));
    const cooling = await this.negativesRepository.cooling(userId, cooldowns);
    return new Map(cooling.map(({ questId, until }) => [questId, { code: 'QUEST_COOLDOWN', availableAt: until }]));
  }

  /** QUEST_COOLDOWN: nothing is asked of a platform during the pause. */
  async assertOver({ userId, quest, type }: QuestEntry): Promise<void> {
    if (!type.available || type.cooldownSeconds === undefined) return;
    const [cooling] = await this.negativesRepository.cooling(userId, new Map([[quest.id, type.cooldownSeconds]]));
    if (cooling !== undefined) throw new AppError('QUEST_COOLDOWN', { extra: opensAt(cooling.until) });
  }
}
