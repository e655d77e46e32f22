import { TestModule } from './testing/module.fixture.js';

let answer: string;
let module: TestModule;

beforeAll(async () => {
  module = await TestModule.load('answers', () => {
    const inner = Buffer.from(answer).toString('base64');
    return new TextEncoder().encode(JSON.stringify({ ok: { ok: inner } }));
  });
});

const LARGEST = (2n ** 128n - 1n).toString();

describe("a contract's info", () => {
  it.each([
    ['is absent', '{"code_id":1,"creator":"someone"}', 'nobody'],
    ['is null', '{"code_id":1,"creator":"someone","admin":null}', 'nobody'],
    ['is null before the rest', '{"admin":null,"code_id":1,"creator":"someone","pinned":false}', 'nobody'],
    ['is an address', '{"code_id":1,"creator":"someone","admin":"boss","ibc_port":null}', 'boss'],
  ])('the info of a contract is read when the admin %s', (_name, text, admin) => {
    answer = text;
    expect(module.text('admin')).toBe(admin);
  });

  it.each(['{"code_id":1}', '{"code_id":1,"creator":"someone","admin":7}', 'null'])(
    'the info of a contract is a fault when it is %s',
    (text) => {
      answer = text;
      expect(() => module.text('admin')).toThrow('unreadable contract info');
    },
  );
});

describe("the bank's balance", () => {
  it.each([
    ['0', '0'],
    ['12', '12'],
    [LARGEST, LARGEST],
    [(2n ** 128n).toString(), LARGEST],
    [(2n ** 256n - 1n).toString(), LARGEST],
  ])('the balance of %s is read as %s', (amount, balance) => {
    answer = JSON.stringify({ amount: { denom: 'denom', amount }, more: [] });
    expect(module.text('balance')).toBe(balance);
  });

  it.each([
    '{}',
    '{"amount":{}}',
    '{"amount":{"denom":"x","amount":"-1"}}',
    '{"amount":{"denom":"x","amount":1}}',
    '7',
  ])('the balance is a fault when it is %s', (text) => {
    answer = text;
    expect(() => module.text('balance')).toThrow('unreadable bank balance');
  });
});
