import { retryAt } from './retry-at.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const at = (headers: Record<string, string>) => retryAt({ headers }, NOW)?.toISOString();

describe('the time of the next try', () => {
  it.each([
    ['seconds', { 'retry-after': '90' }, '2026-01-01T00:01:30.000Z'],
    ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:02:00 GMT' }, '2026-01-01T00:02:00.000Z'],
    ['fractions of a second', { 'x-ratelimit-reset-after': '1.5' }, '2026-01-01T00:00:01.500Z'],
    ['a Unix time', { 'x-rate-limit-reset': '1767225660' }, '2026-01-01T00:01:00.000Z'],
    [
      'Retry-After before a Unix time',
      { 'retry-after': '1', 'x-ratelimit-reset': '1767225660' },
      '2026-01-01T00:00:01.000Z',
    ],
    ['a time in the past', { 'x-ratelimit-reset': '1' }, '2026-01-01T00:00:00.000Z'],
    ['a time in ten years', { 'retry-after': '315360000' }, '2026-01-02T00:00:00.000Z'],
  ])('the time of the next try is read from %s', (_, headers, expected) => {
    expect(at(headers as Record<string, string>)).toBe(expected);
  });

  it.each([{}, { 'retry-after': 'soon' }, { 'x-ratelimit-reset': '-5' }, { 'retry-after': '' }])(
    'the time of the next try is unknown for %j',
    (headers) => {
      expect(at(headers as Record<string, string>)).toBeUndefined();
    },
  );
});
