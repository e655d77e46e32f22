import { type StdSignDoc } from '@cosmjs/amino';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 as reference } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32 } from '@scure/base';
import fc from 'fast-check';
import { addressOf } from './address.js';
import { adr036SignBytes } from './adr036-sign-doc.js';
import { WALLET_SIGNATURES } from './testing/adr036.fixture.js';
import { amino, walletSignDoc } from './testing/amino-reference.fixture.js';
import { signArbitrary, verifyArbitrary } from './arbitrary-signature.js';
import { signInMessage } from './sign-in-message.js';
import { anyChain, anyPrivateKey, flipBit } from './testing/test-keys.fixture.js';
import { chainOf } from './testing/index.js';

const CURVE_ORDER = reference.Point.CURVE().n;
const cosmoshub = chainOf('cosmoshub-4');
const injective = chainOf('injective-1');
const privateKey = new Uint8Array(32).fill(7);
const pubkey = reference.getPublicKey(privateKey);
const message = 'Collect the points';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const fromBase64 = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'));
const scalar = (value: bigint) => Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
const bytesOf = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
/** The address of these key bytes if they were not validated. */
const uncheckedAddress = (bytes: Uint8Array) => bech32.encodeFromBytes('cosmos', ripemd160(sha256(bytes)));

const wallet = { message, ...signArbitrary(cosmoshub, privateKey, message) };
const signature = fromBase64(wallet.signatureBase64);
const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];

describe('verifyArbitrary', () => {
  it.each(WALLET_SIGNATURES)('A-29 accepts the signature of a real wallet on $chainId', ({ chainId, ...proof }) => {
    expect(verifyArbitrary(chainOf(chainId), proof)).toBe(true);
  });

  it.each(WALLET_SIGNATURES)('A-29 refuses it when the chain of $chainId hashes otherwise', ({ chainId, ...proof }) => {
    const chain = chainOf(chainId);
    const keyAlgorithm = chain.keyAlgorithm === 'secp256k1' ? 'eth_secp256k1' : 'secp256k1';
    expect(verifyArbitrary({ ...chain, keyAlgorithm }, proof)).toBe(false);
  });

  it.each([
    ['a sha256 digest on a keccak chain', injective, sha256],
    ['a keccak digest on a sha256 chain', cosmoshub, keccak_256],
  ])('A-29 refuses %s, address and key being right', (_, chain, hash) => {
    const address = addressOf(chain, pubkey);
    const digest = hash(adr036SignBytes(address, message));
    const signatureBase64 = base64(reference.sign(digest, privateKey, { prehash: false }));
    expect(verifyArbitrary(chain, { address, message, pubkeyBase64: base64(pubkey), signatureBase64 })).toBe(false);
  });

  it('A-29 refuses an address derived the way of the other key type, though its holder signed for it', () => {
    const address = bech32.encodeFromBytes('inj', ripemd160(sha256(pubkey)));
    const digest = keccak_256(adr036SignBytes(address, message));
    const signatureBase64 = base64(reference.sign(digest, privateKey, { prehash: false }));
    expect(verifyArbitrary(injective, { address, message, pubkeyBase64: base64(pubkey), signatureBase64 })).toBe(false);
  });

  it.each([
    ['the high-S twin', base64(bytesOf(r, scalar(CURVE_ORDER - BigInt(`0x${Buffer.from(s).toString('hex')}`))))],
    ['63 bytes', base64(signature.subarray(0, 63))],
    ['65 bytes with a recovery byte', base64(bytesOf(signature, Uint8Array.of(27)))],
    ['66 bytes', base64(bytesOf(signature, new Uint8Array(2)))],
    ['DER', base64(reference.Signature.fromBytes(signature).toBytes('der'))],
    ['r = 0', base64(bytesOf(scalar(0n), s))],
    ['s = 0', base64(bytesOf(r, scalar(0n)))],
    ['r = n', base64(bytesOf(scalar(CURVE_ORDER), s))],
    ['s = n', base64(bytesOf(r, scalar(CURVE_ORDER)))],
    ['r and s = 2^256 - 1', base64(new Uint8Array(64).fill(0xff))],
    ['no bytes', ''],
    ['text that is no base64', 'not base64!'],
    ['hex', Buffer.from(signature).toString('hex')],
    ['a line break inside', `${wallet.signatureBase64.slice(0, 44)}\n${wallet.signatureBase64.slice(44)}`],
    ['a space after', `${wallet.signatureBase64} `],
    ['no padding', wallet.signatureBase64.replace(/=+$/, '')],
    ['too much padding', `${wallet.signatureBase64}=`],
  ])('A-27 refuses a signature of %s', (_, signatureBase64) => {
    expect(signatureBase64).not.toBe(wallet.signatureBase64);
    expect(verifyArbitrary(cosmoshub, { ...wallet, signatureBase64 })).toBe(false);
  });

  it('A-27 refuses base64url and unused bits that are set, also of a right signature', () => {
    for (const { chainId, ...proof } of WALLET_SIGNATURES) {
      const chain = chainOf(chainId);
      const base64url = proof.signatureBase64.replaceAll('+', '-').replaceAll('/', '_');
      expect(base64url).not.toBe(proof.signatureBase64);
      expect(verifyArbitrary(chain, { ...proof, signatureBase64: base64url })).toBe(false);
      const unusedBits = proof.signatureBase64.replace(
        /[AQgw]==$/,
        (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}==`,
      );
      expect(unusedBits).not.toBe(proof.signatureBase64);
      expect(fromBase64(unusedBits)).toEqual(fromBase64(proof.signatureBase64));
      expect(verifyArbitrary(chain, { ...proof, signatureBase64: unusedBits })).toBe(false);
    }
  });

  it.each([
    ['a 65-byte uncompressed key', reference.getPublicKey(privateKey, false)],
    ['a 65-byte hybrid key', bytesOf(Uint8Array.of(6), reference.getPublicKey(privateKey, false).subarray(1))],
    ['a point off the curve', bytesOf(Uint8Array.of(2), scalar(5n))],
    ['a coordinate beyond the field', new Uint8Array(33).fill(0xff).fill(2, 0, 1)],
    ['infinity in 1 byte', new Uint8Array(1)],
    ['infinity in 33 bytes', new Uint8Array(33)],
    ['32 bytes', pubkey.subarray(1)],
    ['an ed25519 key', ed25519.getPublicKey(privateKey)],
    ['no bytes', new Uint8Array()],
  ])('A-28 refuses %s, whichever address is claimed', (_, key) => {
    for (const address of [wallet.address, uncheckedAddress(key)]) {
      const digest = sha256(adr036SignBytes(address, message));
      const signatureBase64 = base64(reference.sign(digest, privateKey, { prehash: false }));
      const proof = { address, message, pubkeyBase64: base64(key), signatureBase64 };
      expect(verifyArbitrary(cosmoshub, proof)).toBe(false);
    }
  });

  it('A-28 refuses another key, even if it signed for the address', () => {
    const other = new Uint8Array(32).fill(8);
    const signatureBase64 = base64(
      reference.sign(sha256(adr036SignBytes(wallet.address, message)), other, { prehash: false }),
    );
    const pubkeyBase64 = base64(reference.getPublicKey(other));
    expect(verifyArbitrary(cosmoshub, { ...wallet, pubkeyBase64, signatureBase64 })).toBe(false);
  });

  it('A-30 refuses the upper-case form of the right address', () => {
    expect(verifyArbitrary(cosmoshub, { ...wallet, address: wallet.address.toUpperCase() })).toBe(false);
  });

  it('A-25 refuses a proof made for another chain', () => {
    expect(verifyArbitrary(chainOf('osmosis-1'), wallet)).toBe(false);
  });

  it.each([
    ['domain', 'quests.example.net'],
    ['uri', 'https://quests.example.org/other'],
    ['nonce', 'svc_nonce_2'],
  ])('A-26 refuses a signature over the same text with another %s', (field, value) => {
    const fields = {
      domain: 'quests.example.org',
      family: cosmoshub.family,
      address: wallet.address,
      statement: 'Sign in.',
      uri: 'https://quests.example.org',
      chainId: cosmoshub.chainId,
      nonce: 'svc_nonce_1',
      issuedAt: new Date(0),
      expirationTime: new Date(300_000),
    };
    const issued = signInMessage(fields);
    const signed = signInMessage({ ...fields, [field]: value });
    const proof = signArbitrary(cosmoshub, privateKey, signed);
    expect(verifyArbitrary(cosmoshub, { ...proof, message: signed })).toBe(true);
    expect(verifyArbitrary(cosmoshub, { ...proof, message: issued })).toBe(false);
  });

  describe('of a sign doc', () => {
    const walletDoc = walletSignDoc(wallet.address, message);
    const [msg] = walletDoc.msgs;
    const verifySigned = (doc: StdSignDoc) => {
      const digest = sha256(amino.serializeSignDoc(doc));
      const signatureBase64 = base64(reference.sign(digest, privateKey, { prehash: false }));
      return verifyArbitrary(cosmoshub, { ...wallet, signatureBase64 });
    };

    it('accepts the one wallets sign', () => {
      expect(verifySigned(walletDoc)).toBe(true);
    });

    it.each<[string, Partial<StdSignDoc>]>([
      ['chain_id "signature"', { chain_id: 'signature' }],
      ['the chain_id of the chain', { chain_id: cosmoshub.chainId }],
      ['a memo', { memo: 'hello' }],
      ['an extra msg', { msgs: [msg, msg] }],
      ['no msg', { msgs: [] }],
      ['another msg type', { msgs: [{ ...msg, type: 'cosmos-sdk/MsgSend' }] }],
      ['another signer', { msgs: walletSignDoc(uncheckedAddress(pubkey.subarray(1)), message).msgs }],
      ['gas', { fee: { amount: [], gas: '1' } }],
      ['a fee', { fee: { amount: [{ denom: 'uatom', amount: '1' }], gas: '0' } }],
      ['an account number', { account_number: '1' }],
      ['a sequence', { sequence: '1' }],
      ['a timeout height', { timeout_height: '1' }],
    ])('A-32 refuses one with %s', (_, change) => {
      expect(verifySigned({ ...walletDoc, ...change })).toBe(false);
    });

    it('A-32 refuses the example of the ADR', () => {
      const proof = {
        address: 'cosmos1hftz5ugqmpg9243xeegsqqav62f8hnywsjr4xr',
        message: 'random',
        pubkeyBase64: 'AqnDSiRoFmTPfq97xxEb2VkQ/Hm28cPsqsZm9jEVsYK9',
        signatureBase64: '8y8i34qJakkjse9pOD2De+dnlc4KvFgh0wQpes4eydN66D9kv7cmCEouRrkka9tlW9cAkIL52ErB+6ye7X5aEg==',
      };
      expect(verifyArbitrary(cosmoshub, proof)).toBe(false);
    });
  });

  it('never throws, whatever the strings are', () => {
    const anyUtf16 = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
    const anyBase64 = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(base64);
    fc.assert(
      fc.property(
        anyChain,
        fc.record({
          address: fc.oneof(anyUtf16, fc.constant(wallet.address)),
          message: anyUtf16,
          pubkeyBase64: fc.oneof(anyUtf16, anyBase64(33), fc.constant(wallet.pubkeyBase64)),
          signatureBase64: fc.oneof(anyUtf16, anyBase64(64)),
        }),
        (chain, proof) => {
          expect(verifyArbitrary(chain, proof)).toBe(false);
        },
      ),
    );
  });
});

describe('signArbitrary', () => {
  const anyMessage = fc.string({ unit: 'binary', maxLength: 500 });

  it('gives signatures that noble-curves verifies and that we accept, for every chain, key and message', () => {
    fc.assert(
      fc.property(anyChain, anyPrivateKey, anyMessage, (chain, key, text) => {
        const proof = signArbitrary(chain, key, text);
        const hash = chain.keyAlgorithm === 'secp256k1' ? sha256 : keccak_256;
        const digest = hash(adr036SignBytes(proof.address, text));
        const options = { prehash: false, lowS: true };
        const verified = reference.verify(
          fromBase64(proof.signatureBase64),
          digest,
          fromBase64(proof.pubkeyBase64),
          options,
        );
        expect(verified).toBe(true);
        expect(verifyArbitrary(chain, { ...proof, message: text })).toBe(true);
      }),
    );
  });

  it('gives signatures that become invalid when one bit of message, key or signature is flipped', () => {
    fc.assert(
      fc.property(anyChain, anyPrivateKey, anyMessage, fc.nat(), (chain, key, text, bit) => {
        const proof = { message: text, ...signArbitrary(chain, key, text) };
        const flipped = (encoded: string) => base64(flipBit(fromBase64(encoded), bit));
        const { pubkeyBase64, signatureBase64 } = proof;
        expect(verifyArbitrary(chain, { ...proof, pubkeyBase64: flipped(pubkeyBase64) })).toBe(false);
        expect(verifyArbitrary(chain, { ...proof, signatureBase64: flipped(signatureBase64) })).toBe(false);
        expect(verifyArbitrary(chain, { ...proof, message: `${text} ` })).toBe(false);
      }),
    );
  });

  it.each([
    ['zero', new Uint8Array(32)],
    ['the order of the curve', scalar(CURVE_ORDER)],
    ['31 bytes', new Uint8Array(31).fill(1)],
  ])('throws for the private key %s', (_, key) => {
    expect(() => signArbitrary(cosmoshub, key, message)).toThrow();
  });
});
