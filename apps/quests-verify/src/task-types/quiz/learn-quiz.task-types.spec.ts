import { TASK_TYPES } from '../index.js';
import { validateConfig, validateInputs } from '../../catalog/definition/validation.js';

const options = [
  { id: 'a', text: 'A' },
  { id: 'b', text: 'B' },
];
const question = { id: 'q1', text: 'Why?', options, correctOptionIds: ['a'] };
const quiz = (...questions: object[]) =>
  validateConfig(TASK_TYPES.get('learn_quiz'), { passScorePercent: 80, questions });
const errorsOf = (validation: ReturnType<typeof quiz>) =>
  validation.ok ? [] : validation.errors.map(({ pointer, code }) => `${pointer} ${code}`);

describe('a quiz', () => {
  it('has three attempts a minute apart unless set otherwise', () => {
    expect(quiz(question)).toMatchObject({
      ok: true,
      value: { maxAttempts: 3, retryCooldownMinutes: 1, shuffle: false, explanations: false },
    });
  });

  it.each([
    ['no question', [], ['/questions LENGTH']],
    ['a question id twice', [question, question], ['/questions/1/id DUPLICATE']],
    [
      'an option id twice',
      [{ ...question, options: [...options, { id: 'a', text: 'C' }] }],
      ['/questions/0/options/2/id DUPLICATE'],
    ],
    ['one option only', [{ ...question, options: options.slice(0, 1) }], ['/questions/0/options LENGTH']],
    ['no correct option', [{ ...question, correctOptionIds: [] }], ['/questions/0/correctOptionIds LENGTH']],
    [
      'an unknown correct option',
      [{ ...question, correctOptionIds: ['z'] }],
      ['/questions/0/correctOptionIds/0 UNKNOWN_OPTION'],
    ],
    [
      'two correct options of a single choice',
      [{ ...question, correctOptionIds: ['a', 'b'] }],
      ['/questions/0/correctOptionIds LENGTH'],
    ],
    ['a member of its own', [{ ...question, points: 5 }], ['/questions/0/points UNKNOWN_MEMBER']],
  ])('is refused with %s', (_, questions, errors) => {
    // Equal questions are equal items too; the first error names the id.
    expect(errorsOf(quiz(...questions.map((item, index) => ({ ...item, text: `Why ${index}?` }))))).toEqual(errors);
  });

  it('takes several correct options of a multiple choice', () => {
    expect(quiz({ ...question, kind: 'multiple', correctOptionIds: ['a', 'b'] }).ok).toBe(true);
  });

  it('checks answers against its public part alone (A-05)', () => {
    const config = { questions: [{ id: 'q1', text: 'Why?', kind: 'single', options }] };
    expect(validateInputs(TASK_TYPES.get('learn_quiz'), config, { answers: { q1: ['b'] } }).ok).toBe(true);
    expect(errorsOf(validateInputs(TASK_TYPES.get('learn_quiz'), config, { answers: { q1: ['z'] } }))).toEqual([
      '/answers/q1/0 UNKNOWN_OPTION',
    ]);
    const foreign = JSON.parse('{"answers":{"q1":["a"],"__proto__":["a"]}}') as object;
    expect(errorsOf(validateInputs(TASK_TYPES.get('learn_quiz'), config, foreign))).toEqual([
      '/answers/__proto__ UNKNOWN_QUESTION',
    ]);
  });
});
