import { fieldError, type FieldError } from '@questp/messages/language';
import { submitQuiz } from '@questp/messages/quests';
import { quizAnswerErrors, quizPassed } from './quiz-score.js';
import { duplicateIds } from '../../catalog/definition/duplicate-ids.js';
import {
  choice,
  flag,
  integer,
  isObject,
  list,
  listOfObjects,
  map,
  memberName,
  object,
  secret,
  shown,
  text,
  withDefault,
  type JsonObject,
  type JsonSchema,
  type ValueOf,
} from '../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE } from '../../catalog/definition/task-type.js';

const explanation: JsonSchema<string> = {
  type: 'string',
  description: 'Why; shown after a pass when explanations are on. Never given back to the studio.',
  maxLength: 2000,
};

const question = object(
  {
    id: memberName('Id, unique in the quiz.'),
    text: shown(text('The question.', 1000)),
    kind: withDefault(choice('Whether one or several options are chosen.', ['single', 'multiple']), 'single'),
    options: listOfObjects(
      'What can be chosen.',
      object({ id: memberName('Id, unique in the question.'), text: shown(text('The option.', 500)) }, ['id', 'text']),
      20,
      2,
    ),
    correctOptionIds: secret(
      list(
        'The correct options; never given back. Kept by a change of the quest that leaves kind and option ids as they are.',
        memberName('Id of an option.'),
        20,
      ),
      asksTheSame,
    ),
    explanation: shown(secret(explanation)),
  },
  ['id', 'text', 'options', 'correctOptionIds'],
);

export const quizConfig = object(
  {
    questions: listOfObjects('The questions.', question, 50),
    passScorePercent: integer('Share of right answers that passes, in percent.', 1, 100),
    shuffle: shown(flag('Questions and options come in another order for each earner.', false)),
    explanations: shown(flag('Corrections and explanations are given after a pass.', false)),
    maxAttempts: withDefault(integer('Attempts per earner.', 1, 100), 3),
    retryCooldownMinutes: withDefault(integer('Minutes between two attempts.', 0, 10_080), 1),
  },
  ['questions', 'passScorePercent'],
);

/** Configuration of learn_quiz with defaults filled in. */
export type QuizConfig = ValueOf<typeof quizConfig>;

const chosen: JsonSchema<string[]> = {
  type: 'array',
  maxItems: 20,
  items: text('Id of an option.', 40),
};

/** Spec 2.5, 4.2 rule 1. */
export const learnQuizTaskTypes = [
  defineTaskType({
    id: 'learn_quiz',
    name: 'Quiz / Assessment',
    category: 'learn',
    automation: { level: 'automatic' },
    methods: ['platform_api'],
    periods: ONCE,
    config: quizConfig,
    inputs: object(
      {
        answers: map('Chosen option ids by question id; every question is answered.', chosen, 50),
      },
      ['answers'],
    ),
    // Answers that passed are the answer key.
    redactedInputs: ['answers'],
    checkConfig: quizConfigErrors,
    checkInputs: ({ questions }, { answers }) => quizAnswerErrors(questions, answers),
    available: true,
    completedBy: submitQuiz,
    facts: {},
    rule: (config, { answers }) => quizPassed(config, answers),
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
  }),
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

/**
 * True if the stored answer key of a question is kept: while its kind and option ids are unchanged, so that the key
 * stays valid. Otherwise a validation error would reveal which options are right. The new configuration is not
 * validated yet.
 */
function asksTheSame({ kind = 'single', options }: JsonObject, known: JsonObject): boolean {
  const [ids, knownIds] = [idsOf(options), idsOf(known['options'])];
  return kind === known['kind'] && ids.length === knownIds.length && knownIds.every((id) => ids.includes(id));
}

const idsOf = (options: unknown): unknown[] =>
  Array.isArray(options) ? options.map((option: unknown) => (isObject(option) ? option['id'] : undefined)) : [];
