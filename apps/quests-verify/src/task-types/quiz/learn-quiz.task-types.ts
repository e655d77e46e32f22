import { fieldError, submitQuiz, type FieldError } from '@questp/messages';
import { quizAnswerErrors, quizPassed, type QuizAnswers } from './quiz-score.js';
import { duplicateIds } from '../../catalog/definition/duplicate-ids.js';
import {
  choice,
  flag,
  integer,
  list,
  listOfObjects,
  memberName,
  object,
  text,
  type JsonObject,
} from '../../catalog/definition/json-schema.js';
import { ONCE, type SplitConfig, type TaskType } from '../../catalog/definition/task-type.js';

/** A question as earners and the studio see it. */
export type PublicQuizQuestion = {
  id: string;
  text: string;
  kind: 'single' | 'multiple';
  options: { id: string; text: string }[];
};

export type QuizQuestionConfig = PublicQuizQuestion & { correctOptionIds: string[]; explanation?: string };

/** Configuration of learn_quiz with defaults filled in. */
export type QuizConfig = {
  questions: QuizQuestionConfig[];
  passScorePercent: number;
  shuffle: boolean;
  explanations: boolean;
  maxAttempts: number;
  retryCooldownMinutes: number;
};

const question = object(
  {
    id: memberName('Id, unique in the quiz.'),
    text: text('The question.', 1000),
    kind: choice('Whether one or several options are chosen.', ['single', 'multiple'], { default: 'single' }),
    options: listOfObjects(
      'What can be chosen.',
      object({ id: memberName('Id, unique in the question.'), text: text('The option.', 500) }, ['id', 'text']),
      20,
      { minItems: 2 },
    ),
    correctOptionIds: list(
      'The correct options; never given back. Kept by a change of the quest that leaves kind and option ids as they are.',
      memberName('Id of an option.'),
      20,
      { writeOnly: true },
    ),
    explanation: {
      type: 'string',
      description: 'Why; shown after a pass when explanations are on. Never given back to the studio.',
      maxLength: 2000,
      writeOnly: true,
    },
  },
  ['id', 'text', 'options', 'correctOptionIds'],
);

/** Spec 2.5, 4.2 rule 1. */
export const learnQuizTaskTypes: TaskType[] = [
  {
    id: 'learn_quiz',
    name: 'Quiz / Assessment',
    category: 'learn',
    automation: { level: 'automatic' },
    methods: ['platform_api'],
    periods: ONCE,
    configSchema: object(
      {
        questions: listOfObjects('The questions.', question, 50),
        passScorePercent: integer('Share of right answers that passes, in percent.', 1, 100),
        shuffle: flag('Questions and options come in another order for each earner.', false),
        explanations: flag('Corrections and explanations are given after a pass.', false),
        maxAttempts: integer('Attempts per earner.', 1, 100, { default: 3 }),
        retryCooldownMinutes: integer('Minutes between two attempts.', 0, 10_080, { default: 1 }),
      },
      ['questions', 'passScorePercent'],
    ),
    inputSchema: object(
      {
        answers: {
          type: 'object',
          description: 'Chosen option ids by question id; every question is answered.',
          maxProperties: 50,
          additionalProperties: { type: 'array', maxItems: 20, items: text('Id of an option.', 40) },
        },
      },
      ['answers'],
    ),
    // Answers that passed are the answer key.
    redactedInputs: ['answers'],
    checkConfig: quizConfigErrors,
    checkInputs: (config: QuizConfig, inputs: { answers: QuizAnswers }) =>
      quizAnswerErrors(config.questions, inputs.answers),
    splitConfig: splitQuiz,
    keepSecrets: keepAnswerKey,
    available: true,
    via: submitQuiz,
    facts: [],
    rule: (config: QuizConfig, inputs: { answers: QuizAnswers }) => quizPassed(config, inputs.answers),
    exampleConfig: {
      passScorePercent: 50,
      explanations: true,
      questions: [
        {
          id: 'q1',
          text: 'What secures the chain?',
          options: [
            { id: 'a', text: 'Validators' },
            { id: 'b', text: 'Luck' },
          ],
          correctOptionIds: ['a'],
          explanation: 'Validators sign blocks.',
        },
        {
          id: 'q2',
          text: 'Which are wallets?',
          kind: 'multiple',
          options: [
            { id: 'a', text: 'A browser extension' },
            { id: 'b', text: 'A hardware device' },
            { id: 'c', text: 'A block explorer' },
          ],
          correctOptionIds: ['a', 'b'],
        },
      ],
    },
    exampleInputs: { answers: { q1: ['a'], q2: ['b', 'a'] } },
  },
];

function quizConfigErrors({ questions }: QuizConfig): FieldError[] {
  const errors = duplicateIds(questions, '/questions');
  questions.forEach(({ kind, options, correctOptionIds }, index) => {
    const pointer = `/questions/${index}`;
    errors.push(...duplicateIds(options, `${pointer}/options`));
    if (kind === 'single' && correctOptionIds.length > 1) {
      const detail = 'A single choice has one correct option.';
      errors.push(fieldError(`${pointer}/correctOptionIds`, 'LENGTH', { max: 1, unit: 'items' }, detail));
    }
    const known = new Set(options.map((option) => option.id));
    correctOptionIds.forEach((optionId, position) => {
      if (!known.has(optionId)) {
        errors.push(fieldError(`${pointer}/correctOptionIds/${position}`, 'UNKNOWN_OPTION', { allowed: [...known] }));
      }
    });
  });
  return errors;
}

function splitQuiz(config: QuizConfig): SplitConfig {
  const questions = config.questions.map(({ id, text, kind, options }): PublicQuizQuestion => {
    return { id, text, kind, options };
  });
  return { publicConfig: { ...config, questions }, verificationConfig: { questions: config.questions } };
}

/**
 * The stored key of a question is kept only where it cannot fail: while kind and option ids are those it was made for.
 * Else the error, or its absence, would tell which options are right. The new configuration is not validated yet; a
 * question is known by its id.
 */
function keepAnswerKey(config: JsonObject, stored: { questions: QuizQuestionConfig[] }): JsonObject {
  if (!Array.isArray(config['questions'])) {
    return config;
  }
  const questions = config['questions'].map((question: unknown) => {
    if (typeof question !== 'object' || question === null || !('id' in question)) {
      return question;
    }
    const known = stored.questions.find(({ id }) => id === question.id);
    if (known === undefined) {
      return question;
    }
    const { correctOptionIds, explanation } = known;
    return {
      ...(asksTheSame(question, known) ? { correctOptionIds } : {}),
      ...(explanation === undefined ? {} : { explanation }),
      ...question,
    };
  });
  return { ...config, questions };
}

function asksTheSame(question: object, known: QuizQuestionConfig): boolean {
  const { kind = 'single', options } = question as { kind?: unknown; options?: unknown };
  if (kind !== known.kind || !Array.isArray(options) || options.length !== known.options.length) return false;
  const ids = new Set(options.map((option: unknown) => (option as { id?: unknown } | null)?.id));
  return known.options.every(({ id }) => ids.has(id));
}
