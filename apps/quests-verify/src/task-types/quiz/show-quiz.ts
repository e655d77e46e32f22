import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { getQuiz, submitQuiz, type Quiz } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { assertCompletedBy } from '../../verification/entry/quest-entry.js';
import { QuestEntryRepository } from '../../verification/entry/quest-entry.repository.js';
import { shuffleQuiz } from './quiz-shuffle.js';
import { quizConfig } from './quiz-progress.js';

const ANYBODY = '';

/** The questions without answers; a shuffled quiz has an order per earner. */
@Injectable()
export class ShowQuiz {
  constructor(private readonly questEntryRepository: QuestEntryRepository) {}

  @Rpc(getQuiz)
  async execute({ questId, userId }: RequestOf<typeof getQuiz>): Promise<Quiz> {
    const entry = await this.questEntryRepository.read({ questId, userId: userId ?? ANYBODY });
    assertCompletedBy(entry, submitQuiz);
    const { passScorePercent, maxAttempts, retryCooldownMinutes, shuffle, questions } = quizConfig(entry);
    const shown = questions.map(({ id, text, kind, options }) => ({ id, text, kind, options }));
    return {
      questId,
      passScorePercent,
      maxAttempts,
      retryCooldownMinutes,
      questions: shuffle && userId !== undefined ? shuffleQuiz(shown, `${questId}/${userId}`) : shown,
    };
  }
}
