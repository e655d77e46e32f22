import fc from 'fast-check';
import { quizAnswerErrors, scoreQuiz, type ScoredQuestion } from './quiz-score.js';

const questions: ScoredQuestion[] = [
  { id: 'q1', kind: 'single', options: [{ id: 'a' }, { id: 'b' }], correctOptionIds: ['a'] },
  { id: 'q2', kind: 'multiple', options: [{ id: 'a' }, { id: 'b' }, { id: 'c' }], correctOptionIds: ['a', 'c'] },
  { id: 'q3', kind: 'single', options: [{ id: 'a' }, { id: 'b' }], correctOptionIds: ['b'] },
];
const right = { q1: ['a'], q2: ['c', 'a'], q3: ['b'] };

describe('quiz score', () => {
  it('counts a question when exactly the correct options are chosen, in any order', () => {
    expect(scoreQuiz(questions, 100, right)).toEqual({
      perQuestion: [
        { questionId: 'q1', correct: true },
        { questionId: 'q2', correct: true },
        { questionId: 'q3', correct: true },
      ],
      scorePercent: 100,
      passed: true,
    });
  });

  it.each([
    ['too few options', ['a']],
    ['too many options', ['a', 'b', 'c']],
    ['another option', ['a', 'b']],
  ])('does not count a question with %s', (_, q2) => {
    expect(scoreQuiz(questions, 0, { ...right, q2 }).perQuestion[1]).toEqual({ questionId: 'q2', correct: false });
  });

  it('rounds the score down, and passes from the pass score on', () => {
    const two = { ...right, q1: ['b'] };
    expect(scoreQuiz(questions, 66, two)).toMatchObject({ scorePercent: 66, passed: true });
    expect(scoreQuiz(questions, 67, two)).toMatchObject({ scorePercent: 66, passed: false });
  });

  it('scores right answers 100 and grows with every right answer', () => {
    const quiz = fc
      .integer({ min: 1, max: 20 })
      .chain((size) => fc.record({ size: fc.constant(size), right: fc.subarray([...Array(size).keys()]) }));
    fc.assert(
      fc.property(quiz, ({ size, right: rightOnes }) => {
        const many = Array.from(Array(size).keys(), (index): ScoredQuestion => {
          return { id: `q${index}`, kind: 'single', options: [{ id: 'a' }, { id: 'b' }], correctOptionIds: ['a'] };
        });
        const answers = Object.fromEntries(many.map(({ id }, index) => [id, [rightOnes.includes(index) ? 'a' : 'b']]));
        const { scorePercent } = scoreQuiz(many, 50, answers);
        expect(scorePercent * size).toBeLessThanOrEqual(rightOnes.length * 100);
        expect((scorePercent + 1) * size).toBeGreaterThan(rightOnes.length * 100);
      }),
    );
  });
});

describe('quiz answers (A-05)', () => {
  it('are well-formed when every question has known options', () => {
    expect(quizAnswerErrors(questions, right)).toEqual([]);
  });

  it.each([
    ['an unknown question', { ...right, 'q/4': ['a'] }, { pointer: '/answers/q~14', code: 'UNKNOWN_QUESTION' }],
    ['a member of every object', { ...right, constructor: ['a'] }, { code: 'UNKNOWN_QUESTION' }],
    ['a missing question', { q1: ['a'], q2: ['a'] }, { pointer: '/answers/q3', code: 'REQUIRED' }],
    ['no option', { ...right, q1: [] }, { pointer: '/answers/q1', code: 'REQUIRED' }],
    ['an unknown option', { ...right, q2: ['a', 'z'] }, { pointer: '/answers/q2/1', code: 'UNKNOWN_OPTION' }],
    ['an option twice', { ...right, q2: ['a', 'a'] }, { pointer: '/answers/q2/1', code: 'DUPLICATE' }],
    ['two options for a single choice', { ...right, q1: ['a', 'b'] }, { pointer: '/answers/q1', code: 'LENGTH' }],
  ])('are malformed with %s', (_, answers, error) => {
    expect(quizAnswerErrors(questions, answers)).toEqual([expect.objectContaining(error)]);
  });
});
