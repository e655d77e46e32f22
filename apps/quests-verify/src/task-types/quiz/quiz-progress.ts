import type { QuizResult, QuizStatus } from '@questp/messages/quests';
import type { QuizProgress as Stored } from '../../generated/prisma/client.js';
import type { Narrowed } from '../../shared/narrowed.js';
import type { QuestEntry } from '../../verification/entry/quest-entry.js';
import { quizAttemptState } from './quiz-attempts.js';
import { configOf } from '../../catalog/definition/task-type.js';
import { quizConfig as schema, type QuizConfig } from './learn-quiz.task-types.js';

/** An evaluated attempt, as stored and returned. */
export type EvaluatedAttempt = Pick<QuizResult, 'scorePercent' | 'questions' | 'corrections' | 'credit'>;

/** A row of the table `quiz_progress`, without its key. */
export type QuizProgress = Omit<Narrowed<Stored, { lastResult: EvaluatedAttempt }>, 'questId' | 'userId'>;

export const quizConfig = ({ type, quest }: QuestEntry): QuizConfig => configOf(schema, type, quest.config);

/** The earner's status in the quiz. */
export function quizStatus(entry: QuestEntry, progress: QuizProgress | undefined): QuizStatus {
  const attempts = { used: progress?.attempts ?? 0, lastAt: progress?.lastAttemptAt ?? null };
  const { attemptsUsed, attemptsLeft, availableAt } = quizAttemptState(quizConfig(entry), attempts, entry.now);
  const passed = progress?.passed ?? false;
  return {
    passed,
    attemptsUsed,
    attemptsLeft: passed ? 0 : attemptsLeft,
    availableAt: passed ? null : (availableAt?.toISOString() ?? null),
    lastAttempt: progress
      ? { at: progress.lastAttemptAt.toISOString(), scorePercent: progress.lastResult.scorePercent, passed }
      : null,
  };
}

/** The response to an attempt. */
export const quizResult = (entry: QuestEntry, progress: QuizProgress): QuizResult => ({
  ...quizStatus(entry, progress),
  ...progress.lastResult,
});
