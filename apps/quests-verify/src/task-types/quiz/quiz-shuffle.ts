import { createHash } from 'node:crypto';

/**
 * The questions and their options in an order that is random between seeds and fixed for one seed, so that a reload
 * shows an earner the same quiz. Seed with quest and earner.
 */
export function shuffleQuiz<Option, Question extends { options: readonly Option[] }>(
  questions: readonly Question[],
  seed: string,
): Question[] {
  return shuffle(questions, seed).map((question, index) => ({
    ...question,
    options: shuffle(question.options, `${seed}/${index}`),
  }));
}

/** Fisher-Yates with SHA-256(seed, position) as the source of randomness. */
function shuffle<Item>(items: readonly Item[], seed: string): Item[] {
  const left = [...items];
  return items.map((_, position) => {
    const random = createHash('sha256').update(`${seed}:${position}`).digest().readUInt32BE();
    return left.splice(random % left.length, 1)[0] as Item;
  });
}
