import { bech32 } from '@scure/base';
import { instantiate2Address } from './instantiate2-address.js';

const CODE_1 = '13a1fc994cc6d1c81b746ee0c0ff6f90043875e0bf1d9be6b7d779fc978dc2a5';
const CODE_2 = '1da6c16de2cbaf7ad8cbb66f0925ba33f5c278cb2491762d04658c1480ea229b';
const ACCOUNT = '9999999999aaaaaaaaaabbbbbbbbbbcccccccccc';
const CONTRACT = `${ACCOUNT}ddddddddddeeeeeeeeeeffff`;
const LONG_SALT =
  'aabbccddeeffffeeddbbccddaa66551155aaaabbcc787878789900aabbccddeeffffeeddbbccddaa66551155aaaabbcc787878789900aabbbbcc221100acadae';

/** The vectors of wasmd x/wasm/keeper/addresses_test.go without a message. */
const VECTORS: [checksum: string, creator: string, salt: string, address: string][] = [
  [CODE_1, ACCOUNT, '61', '5e865d3e45ad3e961f77fd77d46543417ced44d924dc3e079b5415ff6775f847'],
  [CODE_1, ACCOUNT, LONG_SALT, '9384c6248c0bb171e306fd7da0993ec1e20eba006452a3a9e078883eb3594564'],
  [CODE_1, CONTRACT, '61', '9725e94f528d8b78d33c25f3dfcd60e6142d8be60ab36f6a5b59036fd51560db'],
  [CODE_1, CONTRACT, LONG_SALT, '0aaf1c31c5d529d21d898775bc35b3416f47bfd99188c334c6c716102cbd3101'],
  [CODE_2, ACCOUNT, '61', 'b95c467218d408a0f93046f227b6ece7fe18133ff30113db4d2a7becdfeca141'],
  [CODE_2, ACCOUNT, LONG_SALT, '67a3ab6384729925fdb144574628ce96836fe098d2c6be4e84ac106b2728d96c'],
  [CODE_2, CONTRACT, '61', '547a743022f4f1af05b102f57bf1c1c7d7ee81bae427dc20d36b2c4ec57612ae'],
  [CODE_2, CONTRACT, LONG_SALT, 'd8af856a6a04852d19b647ad6d4336eb26e077f740aef1a0331db34d299a885a'],
];

const address = (hex: string) => bech32.encodeFromBytes('purple', Buffer.from(hex, 'hex'));

describe('the address of an Instantiate2 contract', () => {
  it.each(VECTORS)("equals wasmd's for code %s, creator %s, salt %s", (checksum, creator, salt, expected) => {
    const source = { checksum, creator: address(creator), salt: Buffer.from(salt, 'hex') };
    expect(instantiate2Address(source)).toBe(address(expected));
  });

  it('cannot be known for a creator that is no address', () => {
    expect(() =>
      instantiate2Address({ checksum: CODE_1, creator: 'purple1', salt: Buffer.from('61', 'hex') }),
    ).toThrow();
  });
});
