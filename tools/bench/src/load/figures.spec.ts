import { figuresOf } from './figures.js';

describe('figuresOf', () => {
  it('takes several rounds as one', () => {
    const figures = figuresOf([
      { seconds: 1, milliseconds: [3, 1], failures: { 409: 1 } },
      { seconds: 3, milliseconds: [2, 4], failures: { 409: 2, 0: 1 } },
    ]);
    expect(figures).toEqual({ perSecond: 1, p50: 2, p99: 4, max: 4, requests: 4, failures: { 409: 3, 0: 1 } });
  });

  it('has no percentiles without an answer', () => {
    expect(figuresOf([{ seconds: 1, milliseconds: [], failures: { 500: 9 } }]).p50).toBeNaN();
  });
});
