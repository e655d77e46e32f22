import { Injectable } from '@nestjs/common';
import { AppError, opensAt, type RequestOf } from '@questp/messages/language';
import { submitQuiz, type QuizCorrection, type QuizResult } from '@questp/messages/quests';
import { isUuid, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { assertActive, assertCompletedBy, checkInputs, type QuestEntry } from '../../verification/entry/quest-entry.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import { QuestEntryRepository } from '../../verification/entry/quest-entry.repository.js';
import { toCredit, type SubmissionRow } from '../../ledger/credits/submission-row.js';
import { quizAttemptState } from './quiz-attempts.js';
import type { QuizOutcome } from './quiz-score.js';
import type { QuizConfig } from './learn-quiz.task-types.js';
import { VerifyAttempt, type Recorded } from '../../verification/attempts/verify-attempt.js';
import { quizConfig, quizResult, type QuizProgress } from './quiz-progress.js';
import { QuizProgressRepository } from './quiz-progress.repository.js';

/** One attempt (spec 4.2 rule 1); a pass credits in the same transaction. After a pass, returns its result again. */
@Injectable()
export class SubmitAnswers {
  constructor(
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly quizProgressRepository: QuizProgressRepository,
    private readonly verifyAttempt: VerifyAttempt,
  ) {}

  @Rpc(submitQuiz)
  async execute({ answers, ...who }: RequestOf<typeof submitQuiz>): Promise<QuizResult> {
    const before = isUuid(who.questId) ? await this.quizProgressRepository.read(who) : undefined;
    if (before?.passed) return this.again(who, answers, before);
    try {
      return await this.attempt(who, answers);
    } catch (error) {
      // A concurrent attempt may have passed.
      const now =
        error instanceof AppError && error.status === 409 ? await this.quizProgressRepository.read(who) : undefined;
      if (now?.passed) return this.again(who, answers, now);
      throw error;
    }
  }

  private async again(
    who: EarnerAndQuest,
    answers: Record<string, string[]>,
    progress: QuizProgress,
  ): Promise<QuizResult> {
    const entry = await this.questEntryRepository.read(who);
    assertActive(entry);
    assertCompletedBy(entry, submitQuiz);
    checkInputs(entry, { answers }, '');
    return quizResult(entry, progress);
  }

  private attempt(who: EarnerAndQuest, answers: Record<string, string[]>): Promise<QuizResult> {
    return this.verifyAttempt.execute({
      completedBy: submitQuiz,
      who,
      inputs: { answers },
      admit: (tx, entry) => this.admit(tx, who, entry),
      reply: (tx, submission, recorded) => this.answer(tx, recorded, submission),
      refused: (tx, recorded) => this.answer(tx, recorded, null),
    });
  }

  private async admit(tx: Tx, who: EarnerAndQuest, entry: QuestEntry): Promise<void> {
    const config = quizConfig(entry);
    if (!(await this.quizProgressRepository.count(tx, who, config))) {
      throw attemptRefused(config, await this.quizProgressRepository.read(who, tx), entry.now);
    }
  }

  private async answer(tx: Tx, { entry, decision }: Recorded, submission: SubmissionRow | null): Promise<QuizResult> {
    const { userId, quest } = entry;
    const config = quizConfig(entry);
    const { scorePercent, questions } = ('result' in decision ? decision.result : undefined) as QuizOutcome;
    const passed = submission !== null;
    const progress = await this.quizProgressRepository.keep(tx, { userId, questId: quest.id }, passed, {
      scorePercent,
      questions,
      corrections: passed && config.explanations ? corrections(config) : null,
      credit: passed ? toCredit(submission) : null,
    });
    return quizResult(entry, progress);
  }
}

function corrections({ questions }: QuizConfig): QuizCorrection[] {
  return questions.map(({ id, correctOptionIds, explanation }) => ({
    questionId: id,
    correctOptionIds,
    explanation: explanation ?? null,
  }));
}

function attemptRefused(config: QuizConfig, progress: QuizProgress | undefined, now: Date): AppError {
  const attempts = { used: progress?.attempts ?? 0, lastAt: progress?.lastAttemptAt ?? null };
  const { refusal, availableAt } = quizAttemptState(config, attempts, now);
  return new AppError(refusal ?? 'QUEST_COOLDOWN', { extra: opensAt(availableAt) });
}
