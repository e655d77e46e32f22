import { createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { decrypt, encrypt, NotAuthentic } from './envelope.js';

const vectors = readFileSync(new URL('./wycheproof-aes-256-gcm.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .filter((line) => /^\d/.test(line))
  .map((line) => {
    const [tcId = '', result = '', ...hex] = line.split(',');
    const bytes = (at: number) => Buffer.from(hex[at] ?? '', 'hex');
    const [key, iv, aad, msg, ct, tag] = [bytes(0), bytes(1), bytes(2), bytes(3), bytes(4), bytes(5)];
    return {
      tcId,
      isValid: result === 'valid',
      key: createSecretKey(key),
      iv,
      aad,
      msg,
      sealed: Buffer.concat([iv, ct, tag]),
    };
  });

describe('an envelope', () => {
  it('opens of the Wycheproof vectors exactly the valid ones', () => {
    const opened = vectors.filter(({ key, aad, sealed, msg }) => {
      try {
        return decrypt(key, sealed, aad).equals(msg);
      } catch (error) {
        expect(error).toBeInstanceOf(NotAuthentic);
        return false;
      }
    });
    const valid = vectors.filter(({ isValid }) => isValid);
    expect(opened.map(({ tcId }) => tcId)).toEqual(valid.map(({ tcId }) => tcId));
    expect([vectors.length, valid.length]).toEqual([66, 39]);
  });

  it('is sealed as the valid Wycheproof vectors say', () => {
    const sealed = vectors.filter(
      ({ isValid, key, msg, aad, iv, sealed }) => isValid && encrypt(key, msg, aad, iv).equals(sealed),
    );
    expect(sealed).toHaveLength(39);
  });
});
