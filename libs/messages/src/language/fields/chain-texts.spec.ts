import { hasForm, readForm } from './forms.js';
import { toAddress, transactionHashIn } from './chain-texts.js';

const HASH = '417D7137AD67EB66ECACE223FB7734FA0545A6FFB0A0CC75EA36D9206449280E';
const ADDRESS = 'wasm1dfnrg8504quuf0ezcxymkex06kgc6vk7m8jyfa';

describe('the hash of a transaction', () => {
  it.each([
    ['alone', HASH],
    ['in lower case', HASH.toLowerCase()],
    ['after 0x', `0x${HASH.toLowerCase()}`],
    ['after 0X', `0X${HASH}`],
    ['with spaces and a line break around it', ` ${HASH}\r\n`],
    ['with invisible characters', `\u200b${HASH.slice(0, 30)}\u200d${HASH.slice(30)}\ufeff\u00ad`],
    ['broken over two lines', `${HASH.slice(0, 40)}\n ${HASH.slice(40)}`],
    ['in a link', `https://www.mintscan.io/cosmos/tx/${HASH}`],
    [
      'in a link with height, fragment and lower case',
      `https://e.example/#/txs/0x${HASH.toLowerCase()}/?height=7#logs`,
    ],
    ['in the query of a link', `https://e.example/search?hash=${HASH}&chain=cosmoshub-4`],
    ['among words', `Sent in ${HASH} today`],
    ['twice', `${HASH} (https://e.example/tx/${HASH.toLowerCase()})`],
    ['in the REST address of a node', `https://rest.example/cosmos/tx/v1beta1/txs/${HASH}`],
  ])('is read %s', (_, text) => {
    expect(transactionHashIn(text)).toBe(HASH);
    expect([hasForm('any_transaction_hash', text), readForm('any_transaction_hash', text)]).toEqual([true, HASH]);
  });

  it.each([
    ['nothing', ''],
    ['63 digits', HASH.slice(1)],
    ['65 digits', `${HASH}0`],
    ['64 characters of which one is no hex digit', `${HASH.slice(1)}G`],
    ['two of them', `${HASH} ${HASH.replace('4', '5')}`],
    ['a part of a longer word', `x${HASH}`],
  ])('is not read from %s', (_, text) => {
    expect(transactionHashIn(text)).toBeUndefined();
    expect(hasForm('any_transaction_hash', text)).toBe(false);
  });
});

describe('an address', () => {
  it.each([
    ['in lower case', ADDRESS, ADDRESS],
    ['in upper case', ADDRESS.toUpperCase(), ADDRESS],
    ['with spaces and invisible characters', `\u200b ${ADDRESS}\u00a0\n`, ADDRESS],
    ['in hex', '0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886e0f7030069857d2e4169ee7'],
  ])('has one form: %s', (_, text, form) => {
    expect(toAddress(text)).toBe(form);
    expect(hasForm('address', text)).toBe(true);
  });

  it.each([
    ['in mixed case', `W${ADDRESS.slice(1)}`],
    ['with a letter that only folds to the right one', ADDRESS.toUpperCase().replace('K', '\u212a')],
  ])('is none %s', (_, text) => {
    expect(toAddress(text)).not.toBe(ADDRESS);
    expect(hasForm('address', text)).toBe(false);
  });
});
