import type { getQuiz, Quiz, QuizStatus, RequestOf } from '@questp/messages';
import type { Database } from '@questp/postgres';
import { assertCompletedBy } from '../credit/quest-entry.js';
import { readEntry, type EarnerAndQuest } from '../credit/quest-entry.repository.js';
import { shuffleQuiz } from '../rules/quiz-shuffle.js';
import { quizConfig, quizStatus } from './quiz-progress.js';
import { readProgress } from './quiz.repository.js';

const ANYBODY = '';

/** The questions without answers; an earner sees them in an order of their own when the quiz is shuffled. */
export async function showQuiz(db: Database, { questId, userId }: RequestOf<typeof getQuiz>): Promise<Quiz> {
  const entry = await readEntry(db, { questId, userId: userId ?? ANYBODY });
  assertCompletedBy(entry, 'quiz');
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

export async function showQuizStatus(db: Database, who: EarnerAndQuest): Promise<QuizStatus> {
  const entry = await readEntry(db, who);
  assertCompletedBy(entry, 'quiz');
  return quizStatus(entry, await readProgress(db, who));
}
