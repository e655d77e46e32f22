import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { TestModule } from './testing/module.fixture.js';

let text: TestModule;

beforeAll(async () => {
  text = await TestModule.load('text');
});

const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');
const sha256 = (message: Uint8Array) => new Uint8Array(createHash('sha256').update(message).digest());

describe('sha256', () => {
  // FIPS 180-4 examples (csrc.nist.gov, SHA256.pdf and SHA2_Additional.pdf).
  it.each([
    ['', 1, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 1, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      1,
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a', 1_000_000, 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('the sha256 of "%s" times %i is right', (message, times, digest) => {
    expect(hexOf(text.bytes('sha256', message.repeat(times)))).toBe(digest);
  });

  it.each([55, 56, 63, 64, 65, 119, 120, 127, 128])('sha256 pads a message of %i bytes', (length) => {
    const message = new Uint8Array(length).fill(0xa5);
    expect(text.bytes('sha256', message)).toEqual(sha256(message));
  });

  it('sha256 agrees with the platform on any message', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (message) => {
        expect(text.bytes('sha256', message)).toEqual(sha256(message));
      }),
    );
  });
});

describe('secp256k1 signatures', () => {
  const wycheproof = readFileSync(
    new URL('../../../libs/chains/src/wycheproof-secp256k1-sha256.csv', import.meta.url),
    'utf8',
  )
    .trimEnd()
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => {
      const [tcId = '', result = '', key = '', msg = '', sig = ''] = line.split(',');
      return { tcId, isValid: result === 'valid', key: bytesOf(key), hash: sha256(bytesOf(msg)), sig: bytesOf(sig) };
    });
  const hasHighS = (signature: Uint8Array) => secp256k1.Signature.fromBytes(signature, 'compact').hasHighS();

  it('signatures of Wycheproof are accepted exactly when valid, and as low-S exactly when valid and low', () => {
    const verified = wycheproof.filter(({ hash, sig, key }) => text.number('verifySecp256k1', hash, sig, key));
    expect(verified.map(({ tcId }) => tcId)).toEqual(wycheproof.filter((t) => t.isValid).map(({ tcId }) => tcId));
    const low = verified.filter(({ sig }) => text.number('isLowS', sig));
    expect(low.map(({ tcId }) => tcId)).toEqual(verified.filter(({ sig }) => !hasHighS(sig)).map(({ tcId }) => tcId));
    expect([wycheproof.length, verified.length, low.length]).toEqual([252, 167, 95]);
  });

  // SEC 2, 2.4.1: y^2 = x^3 + 7. There is a point with x = 1 and none with x = 5; the field ends at 2^256 - 2^32 - 977.
  it.each([
    ['of the generator', `02${secp256k1.Point.BASE.x.toString(16)}`, true],
    ['of the generator with the other y', `03${secp256k1.Point.BASE.x.toString(16)}`, true],
    ['with x = 1', `02${'1'.padStart(64, '0')}`, true],
    ['with x = 5', `02${'5'.padStart(64, '0')}`, false],
    ['with x = 0', `02${'0'.repeat(64)}`, false],
    ['with x above the field', `02${'f'.repeat(64)}`, false],
    ['that begins with 04', `04${secp256k1.Point.BASE.x.toString(16)}`, false],
    ['uncompressed', secp256k1.Point.BASE.toHex(false), false],
    ['of no bytes', '', false],
  ])('signatures of a key %s: %s %s', (_name, key, isKey) => {
    expect(text.number('isSecp256k1PublicKey', bytesOf(key))).toBe(Number(isKey));
  });

  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const signature = (r: bigint, s: bigint) =>
    bytesOf([r, s].map((number) => number.toString(16).padStart(64, '0')).join(''));

  it.each([
    ['s = 1', 1n, 1n, true],
    ['s = n/2', 1n, ORDER / 2n, true],
    ['s = n/2 + 1', 1n, ORDER / 2n + 1n, false],
    ['s = n - 1', 1n, ORDER - 1n, false],
    ['s = n', 1n, ORDER, false],
    ['s = n + 1', 1n, ORDER + 1n, false],
    ['s = 0', 1n, 0n, false],
    ['r = 0', 0n, 1n, false],
    ['r = n - 1', ORDER - 1n, 1n, true],
    ['r = n', ORDER, 1n, false],
    ['r = 2^256 - 1', 2n ** 256n - 1n, 1n, false],
  ])('signatures with %s are low-S or not', (_name, r, s, isLow) => {
    expect(text.number('isLowS', signature(r, s))).toBe(Number(isLow));
  });

  it('exactly one of s and n - s is low-S', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, ORDER - 1n), (s) => {
        const forms = [s, ORDER - s].map((form) => text.number('isLowS', signature(1n, form)));
        expect(forms.toSorted()).toEqual([0, 1]);
      }),
    );
  });

  it('signatures of the wrong length are refused before the chain sees them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), fc.uint8Array({ maxLength: 70 }), (sig, key) => {
        fc.pre(sig.length !== 64 || (key.length !== 33 && key.length !== 65));
        expect(text.number('verifySecp256k1', new Uint8Array(32), sig, key)).toBe(0);
      }),
    );
    expect(text.number('verifySecp256k1', new Uint8Array(33), new Uint8Array(64), new Uint8Array(33))).toBe(0);
    expect(text.number('isLowS', new Uint8Array(65).fill(1))).toBe(0);
  });
});

describe('instantiate2Address', () => {
  const CODE_1 = '13a1fc994cc6d1c81b746ee0c0ff6f90043875e0bf1d9be6b7d779fc978dc2a5';
  const CODE_2 = '1da6c16de2cbaf7ad8cbb66f0925ba33f5c278cb2491762d04658c1480ea229b';
  const ACCOUNT = '9999999999aaaaaaaaaabbbbbbbbbbcccccccccc';
  const CONTRACT = `${ACCOUNT}ddddddddddeeeeeeeeeeffff`;
  const SALT = `${'aabbccddeeffffeeddbbccddaa66551155aaaabbcc787878789900'.repeat(2)}aabbbbcc221100acadae`;

  // Those of wasmd x/wasm/keeper/addresses_test.go that have no message.
  it.each([
    [CODE_1, ACCOUNT, '61', '5e865d3e45ad3e961f77fd77d46543417ced44d924dc3e079b5415ff6775f847'],
    [CODE_1, ACCOUNT, SALT, '9384c6248c0bb171e306fd7da0993ec1e20eba006452a3a9e078883eb3594564'],
    [CODE_1, CONTRACT, '61', '9725e94f528d8b78d33c25f3dfcd60e6142d8be60ab36f6a5b59036fd51560db'],
    [CODE_1, CONTRACT, SALT, '0aaf1c31c5d529d21d898775bc35b3416f47bfd99188c334c6c716102cbd3101'],
    [CODE_2, ACCOUNT, '61', 'b95c467218d408a0f93046f227b6ece7fe18133ff30113db4d2a7becdfeca141'],
    [CODE_2, ACCOUNT, SALT, '67a3ab6384729925fdb144574628ce96836fe098d2c6be4e84ac106b2728d96c'],
    [CODE_2, CONTRACT, '61', '547a743022f4f1af05b102f57bf1c1c7d7ee81bae427dc20d36b2c4ec57612ae'],
    [CODE_2, CONTRACT, SALT, 'd8af856a6a04852d19b647ad6d4336eb26e077f740aef1a0331db34d299a885a'],
  ])('the address of code %s, creator %s and salt %s is right', (checksum, creator, salt, address) => {
    const actual = text.bytes('instantiate2Address', bytesOf(checksum), bytesOf(creator), bytesOf(salt));
    expect(hexOf(actual)).toBe(address);
  });
});
