import { visitOutcome } from './visit-rule.js';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const visit = { issuedAt: at(0).toISOString(), expiresAt: at(1800).toISOString(), used: false };

describe('visit', () => {
  it.each([
    [9.999, { kind: 'fail', code: 'VISIT_TOO_SHORT', availableAt: at(10) }],
    [10, { kind: 'pass' }],
    [1799.999, { kind: 'pass' }],
    [1800, { kind: 'fail', code: 'VISIT_TOKEN_INVALID' }],
    [-5, { kind: 'fail', code: 'VISIT_TOO_SHORT', availableAt: at(10) }],
  ])('after %s seconds of a 10 second visit', (seconds, outcome) => {
    expect(visitOutcome({ minSeconds: 10 }, visit, at(seconds))).toMatchObject(outcome);
  });

  it('passes at once when no minimum is set', () => {
    expect(visitOutcome({ minSeconds: 0 }, visit, at(0))).toEqual({ kind: 'pass' });
  });

  it('says of a used token that it is used, also when it has expired', () => {
    for (const seconds of [10, 1800]) {
      const outcome = visitOutcome({ minSeconds: 0 }, { ...visit, used: true }, at(seconds));
      expect(outcome).toMatchObject({ kind: 'fail', code: 'VISIT_COMPLETED' });
    }
  });

  it('refuses an unknown token', () => {
    expect(visitOutcome({ minSeconds: 0 }, null, at(0))).toMatchObject({ kind: 'fail', code: 'VISIT_TOKEN_INVALID' });
  });
});
