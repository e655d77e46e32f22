import { Measurements, percentile } from './measurements.js';

describe('percentile', () => {
  it.each([
    [50, [1, 2, 3, 4], 2],
    [99, [1, 2, 3, 4], 4],
    [50, [7], 7],
    [0, [1, 2], 1],
    [100, [1, 2], 2],
  ])('gives the %s th of %j as %s', (percent, values, expected) => {
    expect(percentile(values, percent)).toBe(expected);
  });

  it('is not a number when nothing was measured', () => {
    expect(percentile([], 50)).toBeNaN();
  });
});

describe('Measurements', () => {
  it('lists the busiest endpoint and the most frequent error code first', () => {
    const measurements = new Measurements();
    measurements.record('GET /a', 5);
    measurements.record('GET /b', 1);
    measurements.record('GET /b', 3);
    measurements.refused('QUEST_COOLDOWN');
    measurements.refused('QUEST_FULL');
    measurements.refused('QUEST_FULL');
    expect(measurements.endpoints()).toEqual([
      { endpoint: 'GET /b', requests: 2, p50: 1, p99: 3, slowest: 3 },
      { endpoint: 'GET /a', requests: 1, p50: 5, p99: 5, slowest: 5 },
    ]);
    expect(measurements.codes()).toEqual([
      ['QUEST_FULL', 2],
      ['QUEST_COOLDOWN', 1],
    ]);
    expect(measurements.throughput().requests).toBe(3);
  });
});
