import { AppError, type QuizResult, type RequestOf, type submitQuiz } from '@questp/messages';
import type { Database, Tx } from '@questp/postgres';
import { checkInputs, complete, CREDIT } from '../credit/complete.js';
import { assertCompletedBy, assertOpen, type QuestEntry } from '../credit/quest-entry.js';
import { enterQuest } from '../credit/quest-entry.repository.js';
import { toCredit } from '../credit/submission-row.js';
import { quizAttemptState } from '../rules/quiz-attempts.js';
import { scoreQuiz } from '../rules/quiz-score.js';
import type { QuizConfig } from '../task-types/learn-quiz/learn-quiz.task-types.js';
import { quizConfig, quizResult, type QuizProgress } from './quiz-progress.js';
import { countAttempt, keepResult, readProgress } from './quiz.repository.js';

/** One attempt (spec 4.2 rule 1); a pass credits in the same transaction. After a pass: its result again. */
export function submitAnswers(db: Database, { answers, ...who }: RequestOf<typeof submitQuiz>): Promise<QuizResult> {
  return db.transaction(async (tx) => {
    const entry = await enterQuest(tx, who);
    assertCompletedBy(entry, 'quiz');
    checkInputs(entry, { answers }, '');
    const before = await readProgress(tx, who);
    if (before?.passed) return quizResult(entry, before);
    assertOpen(entry);
    const config = quizConfig(entry);
    if (await countAttempt(tx, who, config)) return quizResult(entry, await evaluate(tx, entry, answers));
    const now = await readProgress(tx, who);
    if (now?.passed) return quizResult(entry, now);
    throw attemptRefused(config, now, entry.now);
  }, CREDIT);
}

async function evaluate(tx: Tx, entry: QuestEntry, answers: Record<string, string[]>): Promise<QuizProgress> {
  const config = quizConfig(entry);
  const who = { userId: entry.userId, questId: entry.quest.id };
  const { passed, perQuestion, scorePercent } = scoreQuiz(config.questions, config.passScorePercent, answers);
  const attempt = { scorePercent, questions: perQuestion };
  if (!passed) return keepResult(tx, who, false, { ...attempt, corrections: null, credit: null });
  const credit = toCredit(await complete(tx, entry, { answers }, { kind: 'pass' }));
  return keepResult(tx, who, true, {
    ...attempt,
    corrections: config.explanations ? corrections(config) : null,
    credit,
  });
}

function corrections({ questions }: QuizConfig) {
  return questions.map(({ id, correctOptionIds, explanation }) => ({
    questionId: id,
    correctOptionIds,
    explanation: explanation ?? null,
  }));
}

function attemptRefused(config: QuizConfig, progress: QuizProgress | undefined, now: Date): AppError {
  const attempts = { used: progress?.attempts ?? 0, lastAt: progress?.lastAttemptAt ?? null };
  const { refusal, availableAt } = quizAttemptState(config, attempts, now);
  return new AppError(refusal ?? 'QUEST_COOLDOWN', { extra: { availableAt: availableAt?.toISOString() ?? null } });
}
