import { traitsOf } from './traits.js';

describe('traitsOf', () => {
  it('has every way of playing among the first 200 earners', () => {
    const all = Array.from({ length: 200 }, (_, index) => traitsOf(index + 1));
    const kinds = (name: keyof ReturnType<typeof traitsOf>) => new Set(all.map((traits) => traits[name])).size;
    expect([kinds('checksInTwice'), kinds('quiz'), kinds('code'), kinds('hurries'), kinds('work')]).toEqual([
      2, 3, 3, 2, 3,
    ]);
  });
});
