import { fieldError, toPointer, type FieldError } from '@questp/messages/language';
import type { Outcome } from '../../catalog/definition/outcome.js';

/** A question with its answer key, which stays on the server. */
export interface ScoredQuestion {
  id: string;
  kind: 'single' | 'multiple';
  options: readonly { id: string }[];
  correctOptionIds: readonly string[];
}

/** Question id -> ids of the chosen options. */
export type QuizAnswers = Record<string, readonly string[]>;

export interface QuizScore {
  perQuestion: { questionId: string; correct: boolean }[];
  /** Whole percent, rounded down. */
  scorePercent: number;
  passed: boolean;
}

/** Evaluation of the answers, for an outcome. */
export type QuizOutcome = { scorePercent: number; questions: QuizScore['perQuestion'] };

/**
 * Scores well-formed answers (see quizAnswerErrors). A question counts when the chosen set equals the correct set.
 */
export function scoreQuiz(
  questions: readonly ScoredQuestion[],
  passScorePercent: number,
  answers: QuizAnswers,
): QuizScore {
  const perQuestion = questions.map(({ id, correctOptionIds }) => ({
    questionId: id,
    correct: sameSet(chosen(answers, id) ?? [], correctOptionIds),
  }));
  const right = perQuestion.filter(({ correct }) => correct).length;
  const scorePercent = Math.floor((right * 100) / questions.length);
  return { perQuestion, scorePercent, passed: scorePercent >= passScorePercent };
}

/** learn_quiz: passes if the score reaches the pass score. Every outcome has the score. */
export function quizPassed(
  { questions, passScorePercent }: { questions: readonly ScoredQuestion[]; passScorePercent: number },
  answers: QuizAnswers,
): Outcome {
  const { passed, perQuestion, scorePercent } = scoreQuiz(questions, passScorePercent, answers);
  const result: QuizOutcome = { scorePercent, questions: perQuestion };
  if (passed) return { kind: 'pass', result };
  const detail = `${scorePercent} % of the answers are right, ${passScorePercent} % pass.`;
  return { kind: 'fail', code: 'QUIZ_NOT_PASSED', detail, result };
}

/**
 * Errors of malformed answers: an unknown or missing question, an unknown or repeated option, no option, several
 * options for a single choice. Malformed answers are refused before an attempt is counted.
 * Pointers are relative to the inputs, `/answers/<questionId>[/<index>]`.
 */
export function quizAnswerErrors(
  questions: readonly Omit<ScoredQuestion, 'correctOptionIds'>[],
  answers: QuizAnswers,
): FieldError[] {
  const errors: FieldError[] = [];
  const known = new Set(questions.map(({ id }) => id));
  for (const id of Object.keys(answers)) {
    if (!known.has(id)) {
      errors.push(fieldError(pointerTo(id), 'UNKNOWN_QUESTION'));
    }
  }
  for (const question of questions) {
    const optionIds = chosen(answers, question.id);
    if (optionIds === undefined || optionIds.length === 0) {
      errors.push(fieldError(pointerTo(question.id), 'REQUIRED', {}, 'The question is not answered.'));
      continue;
    }
    if (question.kind === 'single' && optionIds.length > 1) {
      errors.push(fieldError(pointerTo(question.id), 'LENGTH', { max: 1, unit: 'items' }));
    }
    const options = new Set(question.options.map(({ id }) => id));
    const seen = new Set<string>();
    optionIds.forEach((optionId, index) => {
      const pointer = `${pointerTo(question.id)}/${index}`;
      if (!options.has(optionId)) {
        errors.push(fieldError(pointer, 'UNKNOWN_OPTION', { allowed: [...options] }));
      } else if (seen.has(optionId)) {
        errors.push(fieldError(pointer, 'DUPLICATE', {}, 'Is chosen twice.'));
      }
      seen.add(optionId);
    });
  }
  return errors;
}

function chosen(answers: QuizAnswers, questionId: string): readonly string[] | undefined {
  return Object.hasOwn(answers, questionId) ? answers[questionId] : undefined;
}

function sameSet(left: readonly string[], right: readonly string[]): boolean {
  const wanted = new Set(right);
  return new Set(left).size === wanted.size && left.every((id) => wanted.has(id));
}

function pointerTo(questionId: string): string {
  return toPointer(['answers', questionId]);
}
