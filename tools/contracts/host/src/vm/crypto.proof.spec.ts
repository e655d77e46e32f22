import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ed25519BatchVerify, ed25519Verify, secp256k1Recover, secp256k1Verify } from './crypto.js';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

// cosmwasm packages/vm/src/imports.rs, tests.
const HASH = hex('5ae8317d34d1e595e3fa7247db80c0af4320cce1116de187f8f7e2e099c0d8d0');
const SIGNATURE = hex(
  '207082eb2c3dfa0b454e0906051270ba4074ac93760ba9e7110cd9471475111151eb0dbbc9920e72146fb564f99d039802bf6ef2561446eb126ef364d21ee9c4',
);
const KEY = hex(
  '04051c1ee2190ecfb174bfe4f90763f2b4ff7517b70a2aec1876ebcfd644c4633fb03f3cfbd94b1f376e34592d9d41ccaf640bb751b00a1fadeb0c01157769eb73',
);
const ED_SIGNATURE = hex(
  'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
);
const ED_KEY = hex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');

/** The other valid s of the same signature: n - s. */
function highS(signature: Uint8Array): Uint8Array {
  const order = secp256k1.Point.Fn.ORDER;
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`);
  return Uint8Array.from([...signature.subarray(0, 32), ...hex((order - s).toString(16).padStart(64, '0'))]);
}

describe('secp256k1_verify', () => {
  it('answers 0 for a valid signature with either form of the key', () => {
    expect(secp256k1Verify(HASH, SIGNATURE, KEY)).toBe(0);
    expect(secp256k1Verify(HASH, SIGNATURE, secp256k1.Point.fromBytes(KEY).toBytes(true))).toBe(0);
  });

  it('accepts the high-S twin, as every chain does', () => {
    expect(secp256k1Verify(HASH, highS(SIGNATURE), KEY)).toBe(0);
  });

  it('answers 1 for a signature of something else', () => {
    expect(secp256k1Verify(new Uint8Array(32).fill(7), SIGNATURE, KEY)).toBe(1);
  });

  it('answers 3, 4, 5 for a hash, signature, key of the wrong form', () => {
    expect(secp256k1Verify(HASH.subarray(1), SIGNATURE, KEY)).toBe(3);
    expect(secp256k1Verify(HASH, SIGNATURE.subarray(1), KEY)).toBe(4);
    expect(secp256k1Verify(HASH, SIGNATURE, KEY.subarray(1))).toBe(5);
    expect(secp256k1Verify(HASH, SIGNATURE, Uint8Array.of(9, ...KEY.subarray(1)))).toBe(5);
  });

  it('answers 10 for r or s of zero and for a key that is no point', () => {
    expect(secp256k1Verify(HASH, new Uint8Array(64), KEY)).toBe(10);
    expect(secp256k1Verify(HASH, SIGNATURE, Uint8Array.of(2, ...new Uint8Array(32).fill(0xff)))).toBe(10);
  });
});

describe('secp256k1_recover_pubkey', () => {
  const signerOf = (signature: Uint8Array): unknown[] =>
    [0, 1].map((parameter) => {
      const key = secp256k1Recover(HASH, signature, parameter);
      return typeof key === 'number' ? key : Buffer.from(key).toString('hex');
    });

  it('finds the signer under one of both parameters, for either s', () => {
    expect(signerOf(SIGNATURE)).toContain(Buffer.from(KEY).toString('hex'));
    expect(signerOf(highS(SIGNATURE))).toEqual(signerOf(SIGNATURE).reverse());
  });

  it('answers 6 for another parameter', () => {
    expect(secp256k1Recover(HASH, SIGNATURE, 2)).toBe(6);
  });
});

describe('ed25519', () => {
  it('verifies the empty message of RFC 8032', () => {
    expect(ed25519Verify(new Uint8Array(), ED_SIGNATURE, ED_KEY)).toBe(0);
    expect(ed25519Verify(Uint8Array.of(1), ED_SIGNATURE, ED_KEY)).toBe(1);
    expect(ed25519Verify(new Uint8Array(), ED_SIGNATURE.subarray(1), ED_KEY)).toBe(4);
    expect(ed25519Verify(new Uint8Array(), ED_SIGNATURE, ED_KEY.subarray(1))).toBe(5);
  });

  it('verifies batches of one message, one key or n of each', () => {
    const secrets = [1, 2].map((byte) => new Uint8Array(32).fill(byte));
    const keys = secrets.map((secret) => ed25519.getPublicKey(secret));
    const [first, second] = [Uint8Array.of(1), Uint8Array.of(2)];
    const sign = (message: Uint8Array, secret: Uint8Array) => ed25519.sign(message, secret);
    const [a, b] = secrets as [Uint8Array, Uint8Array];
    expect(ed25519BatchVerify([first, second], [sign(first, a), sign(second, b)], keys)).toBe(0);
    expect(ed25519BatchVerify([first], [sign(first, a), sign(first, b)], keys)).toBe(0);
    expect(ed25519BatchVerify([first, second], [sign(first, a), sign(second, a)], keys.slice(0, 1))).toBe(0);
    expect(ed25519BatchVerify([first, second], [sign(second, a), sign(second, b)], keys)).toBe(1);
    expect(ed25519BatchVerify([first, second, first], [sign(first, a)], keys)).toBe(7);
  });
});
