import { Module } from '@nestjs/common';
import { PipelineModule } from '../../verification/attempts/pipeline.module.js';
import { QuizHindrances } from './quiz-hindrances.js';
import { QuizProgressRepository } from './quiz-progress.repository.js';
import { QuizHandlers } from './quiz.handlers.js';
import { ShowQuizStatus } from './show-quiz-status.js';
import { ShowQuiz } from './show-quiz.js';
import { SubmitAnswers } from './submit-answers.js';

@Module({
  imports: [PipelineModule],
  controllers: [QuizHandlers],
  providers: [QuizHindrances, QuizProgressRepository, ShowQuiz, ShowQuizStatus, SubmitAnswers],
})
export class QuizModule {}
