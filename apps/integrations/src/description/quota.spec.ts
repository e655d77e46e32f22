import fc from 'fast-check';
import { isAdmitted } from './quota.js';

const most = 10_000;

describe('quota of a platform', () => {
  it('the quota of a platform is never exceeded', () => {
    const use = fc.record({
      total: fc.nat(20_000),
      own: fc.nat(20_000),
      elapsed: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(fc.property(use, (one) => !isAdmitted({ most, ...one }) || one.total <= most));
  });

  it.each([
    ['one project alone uses half of it at once', 5_000, 5_000, 0, true],
    ['and no more', 5_001, 5_001, 0, false],
    ['its share is left to another project', 5_001, 500, 0, true],
    ['which does not exceed it either', 5_502, 501, 0, false],
    ['the unused rest is released as the window passes', 7_500, 7_500, 0.5, true],
    ['a tenth is left to others until the end', 9_000, 9_000, 1, true],
    ['also to a project that used the rest', 9_001, 9_001, 1, false],
    ['it ends for everybody', 10_001, 1, 1, false],
  ])('%s', (_, total, own, elapsed, expected) => {
    expect(isAdmitted({ most, total, own, elapsed })).toBe(expected);
  });

  it('leaves a share to each of five projects, whatever a hostile one does before', () => {
    const used = new Map<string, number>();
    let total = 0;
    const ask = (project: string) => {
      const own = (used.get(project) ?? 0) + 1;
      if (!isAdmitted({ most, total: total + 1, own, elapsed: 0 })) return false;
      used.set(project, own);
      total += 1;
      return true;
    };
    for (let tries = 0; tries < 2 * most; tries += 1) ask('hostile');
    for (const project of ['a', 'b', 'c', 'd', 'e']) {
      for (let tries = 0; tries < most / 20; tries += 1) expect(ask(project)).toBe(true);
    }
    expect(total).toBeLessThanOrEqual(most);
  });
});
