import { defineFamily } from '../family/define-family.js';
import { learnQuizTaskTypes } from './learn-quiz.task-types.js';
import { QuizBlockers } from './quiz-blockers.js';
import { QuizProgressRepository } from './quiz-progress.repository.js';
import { ShowQuizStatus } from './show-quiz-status.js';
import { ShowQuiz } from './show-quiz.js';
import { SubmitAnswers } from './submit-answers.js';

export const quiz = defineFamily({
  types: learnQuizTaskTypes,
  providers: [QuizProgressRepository, ShowQuiz, ShowQuizStatus, SubmitAnswers],
  blockers: [QuizBlockers],
  earnerTables: [
    {
      name: 'quiz_progress',
      onDeletion: 'deleted',
      follows: 'quest',
      attempts: { as: 'quizAttempts', count: 'attempts', where: 'NOT passed' },
    },
  ],
});
