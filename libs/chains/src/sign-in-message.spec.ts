import { signInMessage } from './sign-in-message.js';

const fields = {
  domain: 'quests.example.org',
  family: 'Cosmos',
  address: 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud',
  statement: 'Sign in to the quest platform.',
  uri: 'https://quests.example.org',
  chainId: 'cosmoshub-4',
  nonce: 'svc_nonce_0123456789abcdef',
  issuedAt: new Date(Date.UTC(2025, 0, 31, 23, 59, 58)),
  expirationTime: new Date(Date.UTC(2025, 1, 1, 0, 4, 58, 7)),
};

describe('signInMessage', () => {
  it('is the text of spec 5.2, byte for byte', () => {
    expect(signInMessage(fields)).toBe(
      'quests.example.org wants you to sign in with your Cosmos account:\n' +
        'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud\n' +
        '\n' +
        'Sign in to the quest platform.\n' +
        '\n' +
        'URI: https://quests.example.org\n' +
        'Version: 1\n' +
        'Chain ID: cosmoshub-4\n' +
        'Nonce: svc_nonce_0123456789abcdef\n' +
        'Issued At: 2025-01-31T23:59:58.000Z\n' +
        'Expiration Time: 2025-02-01T00:04:58.007Z',
    );
  });

  it.each(['domain', 'family', 'address', 'statement', 'uri', 'chainId', 'nonce'])(
    'refuses a line break in %s',
    (field) => {
      expect(() => signInMessage({ ...fields, [field]: 'a\nNonce: b' })).toThrow(`${field} must be a single line`);
      expect(() => signInMessage({ ...fields, [field]: 'a\rb' })).toThrow(RangeError);
    },
  );

  it('refuses an invalid date', () => {
    expect(() => signInMessage({ ...fields, issuedAt: new Date(Number.NaN) })).toThrow(RangeError);
  });
});
