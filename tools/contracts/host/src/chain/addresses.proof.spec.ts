import { Addresses, classicAddress, predictableAddress } from './addresses.js';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('addresses', () => {
  const addresses = new Addresses('wasm');
  const alice = addresses.named('alice', 20);

  it('are read in either case and written in lower case', () => {
    expect(addresses.encode(addresses.decode(alice.toUpperCase()))).toBe(alice);
  });

  it('of another prefix, in mixed case or with a typing error are refused', () => {
    const mixed = alice.slice(0, -1) + alice.slice(-1).toUpperCase();
    const wrong = alice.slice(0, -1) + (alice.endsWith('q') ? 'p' : 'q');
    const other = new Addresses('cosmos').named('alice', 20);
    for (const bad of ['', '  ', mixed, wrong, other]) expect(() => addresses.decode(bad)).toThrow();
  });

  it('are valid for contracts only in lower case, though they have canonical bytes in both', () => {
    expect(addresses.api.validate(alice)).toMatchObject({ value: true });
    expect(addresses.api.validate(alice.toUpperCase())).toMatchObject({ error: 'address not normalized' });
    expect(addresses.api.canonicalize(alice.toUpperCase())).toMatchObject({ value: addresses.decode(alice) });
  });

  it('of modules are those of a chain', () => {
    // Well known on every chain: the fee collector and the distribution module.
    expect(new Addresses('cosmos').ofModule('fee_collector')).toBe('cosmos17xpfvakm2amg962yls6f84z3kell8c5lserqta');
    expect(new Addresses('cosmos').ofModule('distribution')).toBe('cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl');
  });

  it('of instances are those of wasmd', () => {
    expect(addresses.encode(classicAddress(1, 1))).toBe(
      'wasm14hj2tavq8fpesdwxxcu44rty3hh90vhujrvcmstl4zr3txmfvw9s0phg4d',
    );
  });

  it('of Instantiate2 are those of cosmwasm (packages/std/testdata/instantiate2_addresses.json)', () => {
    const checksum = hex('13a1fc994cc6d1c81b746ee0c0ff6f90043875e0bf1d9be6b7d779fc978dc2a5');
    const creator = hex('9999999999aaaaaaaaaabbbbbbbbbbcccccccccc');
    expect(text(predictableAddress(checksum, creator, hex('61')))).toBe(
      '5e865d3e45ad3e961f77fd77d46543417ced44d924dc3e079b5415ff6775f847',
    );
  });
});
