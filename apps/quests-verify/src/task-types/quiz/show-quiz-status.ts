import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { getQuizStatus, submitQuiz, type QuizStatus } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { assertCompletedBy } from '../../verification/entry/quest-entry.js';
import { QuestEntryRepository } from '../../verification/entry/quest-entry.repository.js';
import { quizStatus } from './quiz-progress.js';
import { QuizProgressRepository } from './quiz-progress.repository.js';

@Injectable()
export class ShowQuizStatus {
  constructor(
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly quizProgressRepository: QuizProgressRepository,
  ) {}

  @Rpc(getQuizStatus)
  async execute(who: RequestOf<typeof getQuizStatus>): Promise<QuizStatus> {
    const entry = await this.questEntryRepository.read(who);
    assertCompletedBy(entry, submitQuiz);
    return quizStatus(entry, await this.quizProgressRepository.read(who));
  }
}
