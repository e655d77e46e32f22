import fc from 'fast-check';
import { attestationText } from './attestation-text.js';

const parts = {
  domain: 'app.example.org',
  projectName: 'Orbit',
  questTitle: 'Pledge',
  statement: 'I support proposal 12.',
  address: 'cosmos1qqqq',
  chainId: 'cosmoshub-4',
  nonce: 'svc_nonce_abc',
  issuedAt: new Date('2026-01-02T03:04:05.678Z'),
  expiresAt: new Date('2026-01-02T03:09:05.678Z'),
};

describe('attestation text', () => {
  it('holds everything that was agreed, line by line', () => {
    expect(attestationText(parts)).toBe(
      [
        'app.example.org asks you to sign a statement with your account:',
        'cosmos1qqqq',
        '',
        'I support proposal 12.',
        '',
        'Project: Orbit',
        'Quest: Pledge',
        'Chain ID: cosmoshub-4',
        'Nonce: svc_nonce_abc',
        'Issued At: 2026-01-02T03:04:05.678Z',
        'Expiration Time: 2026-01-02T03:09:05.678Z',
      ].join('\n'),
    );
  });

  it('can never be a sign-in message, and gives teams no line of their own', () => {
    const hostile = fc.string({ unit: fc.constantFrom('\n', '\r', '\u2028', '\u202e', '\u0085', 'N', 'once: ', 'x') });
    fc.assert(
      fc.property(hostile, hostile, hostile, (statement, projectName, questTitle) => {
        const text = attestationText({ ...parts, statement, projectName, questTitle });
        expect(text.split(/[\n\r\u0085\u2028\u2029]/u)).toHaveLength(11);
        expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
        expect(text).not.toContain('wants you to sign in');
      }),
    );
  });
});
