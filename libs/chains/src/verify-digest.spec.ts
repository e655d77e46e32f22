import { readFileSync } from 'node:fs';
import { secp256k1 as reference } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import secp256k1 from 'secp256k1';
import { anyPrivateKey, flipBit } from './testing/test-keys.fixture.js';
import { verifyDigest } from './verify-digest.js';

const NOBLE = { prehash: false, lowS: true } as const;
const anyDigest = fc.uint8Array({ minLength: 32, maxLength: 32 });

const wycheproof = readFileSync(new URL('./wycheproof-secp256k1-sha256.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .filter((line) => /^\d/.test(line))
  .map((line) => {
    const [tcId = '', result = '', key = '', msg = '', sig = ''] = line.split(',');
    return {
      tcId,
      isValid: result === 'valid',
      pubkey: secp256k1.publicKeyConvert(Buffer.from(key, 'hex'), true),
      digest: sha256(Buffer.from(msg, 'hex')),
      signature: Buffer.from(sig, 'hex'),
    };
  });

function hasHighS(signature: Uint8Array): boolean {
  return reference.Signature.fromBytes(signature, 'compact').hasHighS();
}

describe('verifyDigest', () => {
  it('A-27 accepts of the Wycheproof signatures exactly the valid ones with low S', () => {
    const accepted = wycheproof.filter((test) => verifyDigest(test.pubkey, test.digest, test.signature));
    const expected = wycheproof.filter((test) => test.isValid && !hasHighS(test.signature));
    expect(accepted.map(({ tcId }) => tcId)).toEqual(expected.map(({ tcId }) => tcId));
    expect([wycheproof.length, expected.length]).toEqual([252, 95]);
  });

  it('A-27 accepts the high-S Wycheproof signatures only in their low-S form', () => {
    const highS = wycheproof.filter((test) => test.isValid && hasHighS(test.signature));
    expect(highS).toHaveLength(72);
    for (const { pubkey, digest, signature } of highS) {
      const lowS = secp256k1.signatureNormalize(Uint8Array.from(signature));
      expect(verifyDigest(pubkey, digest, lowS)).toBe(true);
    }
  });

  it('agrees with noble-curves on every signature, and on each with one flipped bit', () => {
    fc.assert(
      fc.property(anyPrivateKey, anyDigest, fc.nat(), (privateKey, digest, bit) => {
        const pubkey = reference.getPublicKey(privateKey);
        const signature = reference.sign(digest, privateKey, NOBLE);
        expect(verifyDigest(pubkey, digest, signature)).toBe(true);
        expect(verifyDigest(pubkey, digest, flipBit(signature, bit))).toBe(false);
        expect(verifyDigest(pubkey, flipBit(digest, bit), signature)).toBe(false);
        expect(verifyDigest(flipBit(pubkey, bit), digest, signature)).toBe(false);
      }),
    );
  });

  it('never throws, whatever the key and the signature are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 66 }), anyDigest, fc.uint8Array({ maxLength: 66 }), (key, digest, sig) => {
        expect(verifyDigest(key, digest, sig)).toBe(false);
      }),
    );
  });
});
