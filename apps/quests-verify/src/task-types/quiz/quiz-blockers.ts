import { Injectable } from '@nestjs/common';
import { submitQuiz } from '@questp/messages/quests';
import type { Blocker } from '../../catalog/definition/availability.js';
import { quizAttemptState } from './quiz-attempts.js';
import { quizConfig } from './learn-quiz.task-types.js';
import { configOf, completingContract, type AvailableTaskType } from '../../catalog/definition/task-type.js';
import type { BlockerSource, ShownQuest } from '../../verification/facts/blockers.js';
import { QuizProgressRepository } from './quiz-progress.repository.js';

/** Blocks attempts when none is left, and during the cooldown between two. */
@Injectable()
export class QuizBlockers implements BlockerSource {
  constructor(private readonly quizProgressRepository: QuizProgressRepository) {}

  concerns(type: AvailableTaskType): boolean {
    return completingContract(type).subject === submitQuiz.subject;
  }

  async of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Blocker>> {
    const configs = new Map(quests.map(({ id, type, config }) => [id, configOf(quizConfig, type, config)]));
    const made = await this.quizProgressRepository.attemptsOf(userId, [...configs.keys()]);
    const found = new Map<string, Blocker>();
    for (const { questId, attempts, lastAttemptAt, now } of made) {
      const config = configs.get(questId);
      if (config === undefined) continue;
      const { refusal, availableAt } = quizAttemptState(config, { used: attempts, lastAt: lastAttemptAt }, now);
      if (refusal !== null) found.set(questId, { code: refusal, availableAt });
    }
    return found;
  }
}
