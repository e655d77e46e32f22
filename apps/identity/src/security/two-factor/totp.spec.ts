import { Secret as Key, TOTP } from 'otpauth';
import { newTotpSecret, stepOf, totpUri } from './totp.js';

// RFC 6238 appendix B, SHA-1: the secret, and the last six of the eight digits.
const SECRET = Key.fromLatin1('12345678901234567890').base32;
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('a code of an authenticator app', () => {
  it.each(VECTORS)('is that of RFC 6238 at %d s', (seconds, code) => {
    expect(stepOf(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  it('is accepted one time step before and after its own, and no further', () => {
    const [seconds, code] = [1_234_567_890, '005924'];
    const step = Math.floor(seconds / 30);
    const from = step * 30_000;
    for (const at of [from - 30_000, from - 1, from, from + 29_999, from + 30_000, from + 59_999]) {
      expect([at, stepOf(SECRET, code, at)]).toEqual([at, step]);
    }
    for (const at of [from - 30_001, from + 60_000]) expect([at, stepOf(SECRET, code, at)]).toEqual([at, undefined]);
  });

  it('has six digits, as people type and paste them', () => {
    const at = 1_234_567_890_000;
    for (const code of ['005 924', '\u2068005\u200b924\u2069', '005\u2011924', '００５９２４', '٠٠٥٩٢٤']) {
      expect([code, stepOf(SECRET, code, at)]).toEqual([code, stepOf(SECRET, '005924', at)]);
    }
    expect(stepOf(SECRET, '005924', at)).toBeDefined();
    for (const code of ['', '5924', '89005924', '+05924', '0x1724']) {
      expect([code, stepOf(SECRET, code, at)]).toEqual([code, undefined]);
    }
  });

  it('is given to an app as a URI with all parameters', () => {
    const secret = newTotpSecret();
    const uri = totpUri(secret, 'alice@example.org');
    const { searchParams } = new URL(uri);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Quest%20platform:alice%40example\.org\?/);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ issuer: 'Quest platform', secret, algorithm: 'SHA1', digits: '6', period: '30' },
    });
    expect(Buffer.from(Key.fromBase32(secret).buffer)).toHaveLength(20);
    expect(TOTP.defaults).toMatchObject({ algorithm: 'SHA1', digits: 6, period: 30 });
  });
});
