import { Injectable } from '@nestjs/common';
import { submitQuiz } from '@questp/messages/quests';
import type { Hindrance } from '../../catalog/definition/availability.js';
import { quizAttemptState } from './quiz-attempts.js';
import { quizConfig } from './learn-quiz.task-types.js';
import { configOf, viaOf, type AvailableTaskType } from '../../catalog/definition/task-type.js';
import type { HindranceSource, ShownQuest } from '../../verification/facts/hindrances.js';
import { QuizProgressRepository } from './quiz-progress.repository.js';

/** Blocks attempts when none is left, and during the cooldown between two. */
@Injectable()
export class QuizHindrances implements HindranceSource {
  constructor(private readonly progress: QuizProgressRepository) {}

  concerns(type: AvailableTaskType): boolean {
    return viaOf(type).subject === submitQuiz.subject;
  }

  async of(userId: string, quests: readonly ShownQuest[]): Promise<ReadonlyMap<string, Hindrance>> {
    const configs = new Map(quests.map(({ id, type, config }) => [id, configOf(quizConfig, type, config)]));
    const made = await this.progress.attemptsOf(userId, [...configs.keys()]);
    const found = new Map<string, Hindrance>();
    for (const { questId, attempts, lastAttemptAt, now } of made) {
      const config = configs.get(questId);
      if (config === undefined) continue;
      const { refusal, availableAt } = quizAttemptState(config, { used: attempts, lastAt: lastAttemptAt }, now);
      if (refusal !== null) found.set(questId, { code: refusal, availableAt });
    }
    return found;
  }
}
