import { secp256k1 as reference } from '@noble/curves/secp256k1.js';
import { bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { addressOf, decodeAddress, isContractAddress, sameKeyAddress } from './address.js';
import { WALLET_SIGNATURES } from './testing/adr036.fixture.js';
import { amino } from './testing/amino-reference.fixture.js';
import { anyChain, anyPrivateKey } from './testing/test-keys.fixture.js';
import { chainOf } from './testing/index.js';

const cosmoshub = chainOf('cosmoshub-4');
const account = Uint8Array.from({ length: 20 }, (_, index) => index);
const address = bech32.encodeFromBytes('cosmos', account);

describe('the address of a contract', () => {
  const contract = bech32.encodeFromBytes('cosmos', new Uint8Array(32).fill(7));

  it('has 32 bytes and the prefix of the chain, in lower case', () => {
    expect(isContractAddress(cosmoshub, contract)).toBe(true);
    const others = [
      contract.toUpperCase(),
      address,
      `${contract} `,
      bech32.encodeFromBytes('osmo', new Uint8Array(32)),
    ];
    expect(others.filter((other) => isContractAddress(cosmoshub, other))).toEqual([]);
  });
});

describe('decodeAddress', () => {
  it('gives the 20 account bytes', () => {
    expect(decodeAddress(cosmoshub, address)).toEqual(account);
  });

  it.each([
    ['upper case', address.toUpperCase()],
    ['mixed case', `C${address.slice(1)}`],
    ['an upper-case prefix', address.replace('cosmos', 'COSMOS')],
    ['the prefix of another chain', bech32.encodeFromBytes('osmo', account)],
    ['the prefix of a validator', bech32.encodeFromBytes('cosmosvaloper', account)],
    ['a wrong checksum', address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q')],
    ['a missing character', address.slice(0, -1)],
    ['bech32m', bech32m.encodeFromBytes('cosmos', account)],
    ['a 32-byte contract address', bech32.encodeFromBytes('cosmos', new Uint8Array(32))],
    ['19 bytes', bech32.encodeFromBytes('cosmos', account.subarray(1))],
    ['21 bytes', bech32.encodeFromBytes('cosmos', new Uint8Array(21))],
    ['no bytes', bech32.encodeFromBytes('cosmos', new Uint8Array())],
    ['a space before', ` ${address}`],
    ['a line break after', `${address}\n`],
    ['a NUL after', `${address}\0`],
    ['an Ethereum address', '0x000102030405060708090a0b0c0d0e0f10111213'],
    ['an empty text', ''],
    ['a very long text', address.repeat(10_000)],
  ])('A-30 refuses %s', (_, text) => {
    expect(decodeAddress(cosmoshub, text)).toBeUndefined();
  });

  it('A-30 refuses a letter that only folds to the right one', () => {
    const folded = bech32.encodeFromBytes('kava', account);
    const kelvinSign = folded.replace('k', '\u212a');
    expect(kelvinSign.toLowerCase()).toBe(folded);
    expect(decodeAddress({ ...cosmoshub, bech32Prefix: 'kava' }, kelvinSign)).toBeUndefined();
  });

  it('accepts no text but the one that encodes the bytes', () => {
    fc.assert(
      fc.property(fc.nat(address.length - 1), fc.string({ maxLength: 2 }), (at, put) => {
        const text = address.slice(0, at) + put + address.slice(at + 1);
        expect(decodeAddress(cosmoshub, text)).toEqual(text === address ? account : undefined);
      }),
    );
  });
});

describe('addressOf', () => {
  it.each(WALLET_SIGNATURES)('derives the address a wallet shows on $chainId', (wallet) => {
    expect(addressOf(chainOf(wallet.chainId), Buffer.from(wallet.pubkeyBase64, 'base64'))).toBe(wallet.address);
  });

  it('derives what CosmJS derives, for every chain and key', () => {
    fc.assert(
      fc.property(anyChain, anyPrivateKey, (chain, privateKey) => {
        const pubkey = reference.getPublicKey(privateKey);
        const encode =
          chain.keyAlgorithm === 'secp256k1' ? amino.encodeSecp256k1Pubkey : amino.encodeEthSecp256k1Pubkey;
        expect(addressOf(chain, pubkey)).toBe(amino.pubkeyToAddress(encode(pubkey), chain.bech32Prefix));
      }),
    );
  });

  it('derives only addresses that decodeAddress accepts', () => {
    fc.assert(
      fc.property(anyChain, anyPrivateKey, (chain, privateKey) => {
        expect(decodeAddress(chain, addressOf(chain, reference.getPublicKey(privateKey)))).toHaveLength(20);
      }),
    );
  });

  it.each([
    ['an uncompressed key', reference.getPublicKey(Uint8Array.from(Array(32).fill(1)), false)],
    ['a point off the curve', Uint8Array.from([2, ...Array<number>(31).fill(0), 5])],
    ['no bytes', new Uint8Array()],
  ])('throws for %s', (_, bytes) => {
    expect(() => addressOf(cosmoshub, bytes)).toThrow(RangeError);
    expect(() => addressOf(chainOf('injective-1'), bytes)).toThrow(RangeError);
  });
});

describe('sameKeyAddress', () => {
  it('is the address of the same key where wallets use it, and undefined elsewhere', () => {
    fc.assert(
      fc.property(anyChain, anyChain, anyPrivateKey, (from, to, privateKey) => {
        const pubkey = reference.getPublicKey(privateKey);
        const isSameKey = from.keyAlgorithm === to.keyAlgorithm && from.coinType === to.coinType;
        expect(sameKeyAddress(from, addressOf(from, pubkey), to)).toBe(isSameKey ? addressOf(to, pubkey) : undefined);
      }),
    );
  });

  it.each([
    ['a chain with another key algorithm', chainOf('injective-1')],
    ['a chain with another coin type', { ...cosmoshub, chainId: 'other-1', coinType: 330 }],
  ])('derives nothing on %s', (_, to) => {
    expect(sameKeyAddress(cosmoshub, address, to)).toBeUndefined();
  });

  it('derives nothing from an address that is not one of the chain', () => {
    expect(sameKeyAddress(cosmoshub, bech32.encodeFromBytes('osmo', account), chainOf('juno-1'))).toBeUndefined();
  });
});
