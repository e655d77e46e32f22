import fc from 'fast-check';
import { shuffleQuiz } from './quiz-shuffle.js';

const quiz = Array.from(Array(12).keys(), (index) => ({
  id: `q${index}`,
  options: ['a', 'b', 'c', 'd'].map((id) => ({ id: `${id}${index}` })),
}));

describe('quiz shuffle', () => {
  it('keeps every question with its own options', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const sorted = shuffleQuiz(quiz, seed)
          .map(({ id, options }) => ({ id, options: options.toSorted((a, b) => a.id.localeCompare(b.id)) }))
          .sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)));
        expect(sorted).toEqual(quiz);
      }),
    );
  });

  it('is the same for one earner and differs between earners', () => {
    expect(shuffleQuiz(quiz, 'quest:one')).toEqual(shuffleQuiz(quiz, 'quest:one'));
    expect(shuffleQuiz(quiz, 'quest:one')).not.toEqual(shuffleQuiz(quiz, 'quest:two'));
  });

  it('puts every option first about equally often', () => {
    const firsts = new Map<string, number>();
    for (let earner = 0; earner < 2000; earner += 1) {
      const first = shuffleQuiz(quiz.slice(0, 1), `quest:${earner}`)[0]?.options[0]?.id ?? '';
      firsts.set(first, (firsts.get(first) ?? 0) + 1);
    }
    expect(firsts.size).toBe(4);
    expect(Math.min(...firsts.values())).toBeGreaterThan(400);
  });
});
