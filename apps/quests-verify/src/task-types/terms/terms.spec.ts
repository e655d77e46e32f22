import { termsAccepted } from './terms-rule.js';

describe('terms', () => {
  it('are accepted in the version in force', () => {
    expect(termsAccepted({ version: '2.1' }, { version: '2.1' })).toEqual({ kind: 'pass' });
  });

  it.each(['2.0', '2.1 ', ''])('are not accepted by naming version "%s"', (version) => {
    expect(termsAccepted({ version: '2.1' }, { version })).toMatchObject({ code: 'TERMS_VERSION_MISMATCH' });
  });
});
