import { Injectable } from '@nestjs/common';
import { submitQuiz, type QuizStatus } from '@questp/messages/quests';
import { assertCompletedVia } from '../../verification/entry/quest-entry.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import { QuestEntryRepository } from '../../verification/entry/quest-entry.repository.js';
import { quizStatus } from './quiz-progress.js';
import { QuizProgressRepository } from './quiz-progress.repository.js';

@Injectable()
export class ShowQuizStatus {
  constructor(
    private readonly entries: QuestEntryRepository,
    private readonly progress: QuizProgressRepository,
  ) {}

  async run(who: EarnerAndQuest): Promise<QuizStatus> {
    const entry = await this.entries.read(who);
    assertCompletedVia(entry, submitQuiz);
    return quizStatus(entry, await this.progress.read(who));
  }
}
