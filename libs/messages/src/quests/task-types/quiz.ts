import { CONFIG_BYTES } from '../../language/byte-budget.js';
import type { Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import {
  Count,
  Flag,
  Id,
  ListOf,
  ListOfText,
  Nested,
  OneOf,
  Text,
  TextListMap,
  Time,
  UserId,
  enumeration,
} from '../../language/fields/index.js';
import { ByEarner, Credit } from '../verification/credit.js';
import { EARNING_ERRORS } from '../verification/earning-errors.js';

export const QUESTION_KINDS = enumeration('QuestionKind', ['single', 'multiple']);
export type QuestionKind = (typeof QUESTION_KINDS)[number];

const MAX_QUESTIONS = 50;

export class QuizOption {
  @Text({ max: 40, example: 'a', description: 'Id of the option, unique in its question' })
  id!: string;

  @Text({ max: 500, example: 'Validators', description: 'Text of the option' })
  text!: string;
}

export class QuizQuestion {
  @Text({ max: 40, example: 'q1', description: 'Id of the question, unique in the quiz' })
  id!: string;

  @Text({ max: 1000, description: 'Text of the question', example: 'What secures the chain?' })
  text!: string;

  @OneOf(QUESTION_KINDS, { description: 'single: an answer is one option; multiple: one or several' })
  kind!: QuestionKind;

  @ListOf(() => QuizOption, { max: 20, description: 'Options in order' })
  options!: QuizOption[];
}

export class Quiz {
  @Id()
  questId!: string;

  @Count({ description: 'Lowest passing score in percent', example: 100 })
  passScorePercent!: number;

  @Count({ description: 'Maximum number of attempts', example: 3 })
  maxAttempts!: number;

  @Count({ description: 'Minutes between a failed attempt and the next', example: 60 })
  retryCooldownMinutes!: number;

  @ListOf(() => QuizQuestion, { max: MAX_QUESTIONS, maxBytes: CONFIG_BYTES, description: 'Questions in order' })
  questions!: QuizQuestion[];
}

export class QuizAttempt {
  @Time()
  at!: Timestamp;

  @Count({ description: 'Score in percent', example: 100 })
  scorePercent!: number;

  @Flag({ description: 'True if the attempt reached `passScorePercent`' })
  passed!: boolean;
}

export class QuizStatus {
  @Flag({ description: 'True if the earner has passed' })
  passed!: boolean;

  @Count({ description: 'Attempts made', example: 1 })
  attemptsUsed!: number;

  @Count({ description: 'Remaining attempts', example: 2 })
  attemptsLeft!: number;

  @Time({ nullable: true, description: 'When the next attempt can start; null: now or never' })
  availableAt!: Timestamp | null;

  @Nested(() => QuizAttempt, {
    nullable: true,
    example: { at: '2026-05-01T12:00:00.000Z', scorePercent: 100, passed: true },
    description: 'Latest attempt; null: none yet',
  })
  lastAttempt!: QuizAttempt | null;
}

export class QuizQuestionResult {
  @Text({ max: 40, description: 'Id of the question', example: 'q1' })
  questionId!: string;

  @Flag({ description: 'True if the answer was right' })
  correct!: boolean;
}

export class QuizCorrection {
  @Text({ max: 40, description: 'Id of the question', example: 'q1' })
  questionId!: string;

  @ListOfText({ max: 20, maxLength: 40, description: 'Ids of the right options', example: ['a'] })
  correctOptionIds!: string[];

  @Text({
    max: 2000,
    nullable: true,
    description: 'Why these options are right; null: none',
    example: 'Validators sign blocks.',
  })
  explanation!: string | null;
}

export class QuizResult extends QuizStatus {
  @Count({ description: 'Score in percent', example: 100 })
  scorePercent!: number;

  @ListOf(() => QuizQuestionResult, { max: MAX_QUESTIONS, description: 'Result of each question, in order' })
  questions!: QuizQuestionResult[];

  @ListOf(() => QuizCorrection, {
    max: MAX_QUESTIONS,
    nullable: true,
    description: 'Only after a pass, if explanations are enabled',
  })
  corrections!: QuizCorrection[] | null;

  @Nested(() => Credit, {
    nullable: true,
    example: {
      submissionId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a08',
      status: 'claimed',
      pointsAwarded: 10,
      xpAwarded: 5,
      claimedAt: '2026-05-01T12:00:00.000Z',
    },
    description: 'Credit of this attempt; null: nothing was credited',
  })
  credit!: Credit | null;
}

const QUIZ = '/v1/quests/:questId/quiz';
const tag = 'quiz';

class QuizRequest {
  @Id()
  questId!: string;

  @UserId({ optional: true, from: 'userId', description: 'Seed of the shuffled order, if any' })
  userId?: string;
}

export const getQuiz = contract({
  subject: 'quests.quiz.get',
  request: QuizRequest,
  reply: Quiz,
  errors: ['WRONG_TASK_TYPE'],
  http: { id: 'getQuiz', route: `GET ${QUIZ}`, tag, summary: 'Get the questions of a quiz' },
});

export const getQuizStatus = contract({
  subject: 'quests.quiz.status',
  request: ByEarner,
  reply: QuizStatus,
  errors: ['WRONG_TASK_TYPE'],
  http: { id: 'getQuizStatus', route: `GET ${QUIZ}/status`, tag, summary: 'Get your attempts at a quiz' },
});

class SubmitQuizRequest extends ByEarner {
  @TextListMap({
    maxEntries: 200,
    maxItems: 50,
    maxLength: 200,
    description: 'Chosen option ids by question id',
    example: { q1: ['a'], q2: ['b', 'c'] },
  })
  answers!: Record<string, string[]>;
}

/** Spec 4.2 rule 1. TASK_INPUTS_INVALID does not count as an attempt. */
export const submitQuiz = contract({
  subject: 'quests.quiz.submit',
  request: SubmitQuizRequest,
  reply: QuizResult,
  errors: [...EARNING_ERRORS, 'TASK_INPUTS_INVALID', 'QUIZ_ATTEMPTS_EXHAUSTED'],
  http: {
    id: 'submitQuiz',
    route: `POST ${QUIZ}/submit`,
    tag,
    summary: 'Submit the answers to a quiz',
    examples: { learn_quiz: { answers: { q1: ['a'], q2: ['b', 'a'] } } },
    description: 'Invalid answers do not use an attempt.',
    again: 'Before a pass, a repeated call is another attempt.',
    replies: { corrections: null },
  },
});
