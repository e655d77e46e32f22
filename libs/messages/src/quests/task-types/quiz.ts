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

const MOST_QUESTIONS = 50;

export class QuizOption {
  @Text({ max: 40, example: 'a' })
  id!: string;

  @Text({ max: 500, example: 'Validators' })
  text!: string;
}

export class QuizQuestion {
  @Text({ max: 40, example: 'q1' })
  id!: string;

  @Text({ max: 1000 })
  text!: string;

  @OneOf(QUESTION_KINDS)
  kind!: QuestionKind;

  @ListOf(() => QuizOption, { max: 20 })
  options!: QuizOption[];
}

export class Quiz {
  @Id()
  questId!: string;

  @Count()
  passScorePercent!: number;

  @Count()
  maxAttempts!: number;

  @Count()
  retryCooldownMinutes!: number;

  @ListOf(() => QuizQuestion, { max: MOST_QUESTIONS, maxBytes: CONFIG_BYTES })
  questions!: QuizQuestion[];
}

export class QuizAttempt {
  @Time()
  at!: Timestamp;

  @Count()
  scorePercent!: number;

  @Flag()
  passed!: boolean;
}

export class QuizStatus {
  @Flag()
  passed!: boolean;

  @Count()
  attemptsUsed!: number;

  @Count()
  attemptsLeft!: number;

  @Time({ nullable: true, description: 'When the next attempt can start; null: now or never' })
  availableAt!: Timestamp | null;

  @Nested(() => QuizAttempt, {
    nullable: true,
    example: { at: '2026-05-01T12:00:00.000Z', scorePercent: 100, passed: true },
  })
  lastAttempt!: QuizAttempt | null;
}

export class QuizQuestionResult {
  @Text({ max: 40 })
  questionId!: string;

  @Flag()
  correct!: boolean;
}

export class QuizCorrection {
  @Text({ max: 40 })
  questionId!: string;

  @ListOfText({ max: 20, maxLength: 40 })
  correctOptionIds!: string[];

  @Text({ max: 2000, nullable: true })
  explanation!: string | null;
}

export class QuizResult extends QuizStatus {
  @Count()
  scorePercent!: number;

  @ListOf(() => QuizQuestionResult, { max: MOST_QUESTIONS })
  questions!: QuizQuestionResult[];

  @ListOf(() => QuizCorrection, {
    max: MOST_QUESTIONS,
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

/** Spec 4.2 rule 1. TASK_INPUTS_INVALID uses no attempt. */
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
