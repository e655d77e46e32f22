import { Controller } from '@nestjs/common';
import { getQuiz, getQuizStatus, submitQuiz, type RequestOf } from '@questp/messages';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { showQuiz, showQuizStatus } from './show-quiz.js';
import { submitAnswers } from './submit-answers.js';

@Controller()
export class QuizHandlers {
  constructor(private readonly db: Database) {}

  @Rpc(getQuiz)
  async get(request: RequestOf<typeof getQuiz>) {
    return showQuiz(this.db, request);
  }

  @Rpc(getQuizStatus)
  async status(request: RequestOf<typeof getQuizStatus>) {
    return showQuizStatus(this.db, request);
  }

  @Rpc(submitQuiz)
  async submit(request: RequestOf<typeof submitQuiz>) {
    return submitAnswers(this.db, request);
  }
}
