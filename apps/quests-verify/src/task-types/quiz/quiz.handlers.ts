import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { getQuiz, getQuizStatus, submitQuiz } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { ShowQuizStatus } from './show-quiz-status.js';
import { ShowQuiz } from './show-quiz.js';
import { SubmitAnswers } from './submit-answers.js';

@Injectable()
export class QuizHandlers {
  constructor(
    private readonly showQuiz: ShowQuiz,
    private readonly showStatus: ShowQuizStatus,
    private readonly submitAnswers: SubmitAnswers,
  ) {}

  @Rpc(getQuiz)
  async get(request: RequestOf<typeof getQuiz>) {
    return this.showQuiz.run(request);
  }

  @Rpc(getQuizStatus)
  async status(request: RequestOf<typeof getQuizStatus>) {
    return this.showStatus.run(request);
  }

  @Rpc(submitQuiz)
  async submit(request: RequestOf<typeof submitQuiz>) {
    return this.submitAnswers.run(request);
  }
}
