import { isLastSignInMethod } from './last-sign-in-method.js';

const wallet = (id: string, chainId: string) => ({ id, chainId });
const canSignIn = (chainId: string) => chainId.startsWith('open');

describe('isLastSignInMethod', () => {
  it.each([
    ['the only wallet', [wallet('a', 'open-1')], true],
    ['the only wallet, of a chain that may only be linked', [wallet('a', 'closed-1')], true],
    ['a wallet beside one that can sign in', [wallet('a', 'open-1'), wallet('b', 'open-2')], false],
    ['a wallet beside one that can only be linked', [wallet('a', 'open-1'), wallet('b', 'closed-1')], true],
    ['a link-only wallet beside one that can sign in', [wallet('a', 'closed-1'), wallet('b', 'open-1')], false],
    ['a link-only wallet beside another such', [wallet('a', 'closed-1'), wallet('b', 'closed-2')], false],
  ])('says of %s: %j -> %s', (_, wallets, expected) => {
    expect(isLastSignInMethod(wallets, 'a', canSignIn)).toBe(expected);
  });
});
