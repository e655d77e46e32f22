import { testAccount } from './accounts.js';

describe('testAccount', () => {
  // Address and key as `wasmd keys import-hex` and `wasmd keys show` give them.
  it('derives the address that wasmd derives', () => {
    const { address, privateKey } = testAccount('validator');
    expect(Buffer.from(privateKey).toString('hex')).toBe(
      'f5175a979c12b9d498c3eaae52332f5928ae09fd8f66332f34bed01eeeb281f4',
    );
    expect(address).toBe('wasm1233q75sp40ln55cvv9f00rlkcjswljdrx59ln6');
  });

  it('gives each name its own account', () => {
    expect(testAccount('alice')).toEqual(testAccount('alice'));
    expect(testAccount('alice').address).not.toBe(testAccount('bob').address);
  });
});
