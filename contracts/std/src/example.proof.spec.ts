import { readFile } from 'node:fs/promises';
import { Chain, checkStaticRules, wasmFacts } from '@questp/contract-host';
import { compile } from './testing/module.fixture.js';
import { attributesOf, errorOf } from './testing/probe.fixture.js';

let wasm: Uint8Array;
let chain: Chain;
let jar: string;
let codeId: number;
let owner: string;
let ann: string;
let bob: string;

beforeAll(async () => {
  wasm = await compile('example');
});

beforeEach(() => {
  chain = new Chain();
  [owner, ann, bob] = ['owner', 'ann', 'bob'].map((name) => chain.address(name)) as [string, string, string];
  ({ codeId } = chain.storeCode(wasm));
  const result = chain.instantiate(owner, codeId, { owner, denom: 'uquest' }, { label: 'jar', admin: owner });
  if (!result.ok) throw new Error(result.error);
  jar = result.address;
  for (const giver of [ann, bob]) chain.bank.mint(giver, 'uquest', 1000n);
});

const tip = (sender: string, amount: string, denom = 'uquest') =>
  chain.execute(sender, jar, { tip: {} }, [{ denom, amount }]);
const tips = (start_after?: string) => chain.query(jar, { tips: start_after === undefined ? {} : { start_after } });

describe('the contract in the README', () => {
  it('the contract in the README is the tested file', async () => {
    const [readme, source] = await Promise.all(
      ['../README.md', '../example/assembly/index.ts'].map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
    );
    expect(readme).toContain(`\`\`\`ts\n${source}\`\`\``);
  });

  it('breaks no static rule of the chain and has no float', () => {
    expect(checkStaticRules(wasm)).toEqual([]);
    expect(wasmFacts(wasm).features).toMatchObject({ float: 0, 'bulk-memory': 0, 'reference-types': 0 });
  });

  it('the contract records who gave how much, in pages by address', () => {
    for (const [sender, amount] of [
      [ann, '5'],
      [bob, '7'],
      [ann, '10'],
    ] as const) {
      expect(attributesOf(tip(sender, amount))).toContainEqual(['amount', amount]);
    }
    const expected = [
      { sender: ann, amount: '15' },
      { sender: bob, amount: '7' },
    ].sort((a, b) => (a.sender < b.sender ? -1 : 1));
    expect(tips()).toEqual({ tips: expected });
    expect(tips(expected[0]?.sender)).toEqual({ tips: expected.slice(1) });
  });

  it('the owner empties the contract; the tips stay when they cannot be sent', () => {
    tip(ann, '5');
    expect(errorOf(chain.execute(ann, jar, { empty: {} }))).toContain('unauthorized');
    chain.bank.block(owner);
    expect(attributesOf(chain.execute(owner, jar, { empty: {} }))).toContainEqual(['action', 'emptying_failed']);
    expect(chain.bank.balance(jar, 'uquest')).toBe(5n);
    chain.bank.unblock(owner);
    expect(attributesOf(chain.execute(owner, jar, { empty: {} }))).toContainEqual(['amount', '5']);
    expect(chain.bank.balance(owner, 'uquest')).toBe(5n);
    expect(errorOf(chain.execute(owner, jar, { empty: {} }))).toContain('nothing_to_send');
  });

  it('the contract changes its owner in two steps', () => {
    attributesOf(chain.execute(owner, jar, { transfer_ownership: { new_owner: ann } }));
    expect(errorOf(chain.execute(bob, jar, { accept_ownership: {} }))).toContain('unauthorized');
    attributesOf(chain.execute(ann, jar, { accept_ownership: {} }));
    tip(bob, '1');
    attributesOf(chain.execute(ann, jar, { empty: {} }));
  });

  it('the contract takes tips of one coin in its denomination, and no funds with other messages', () => {
    chain.bank.mint(ann, 'other', 5n);
    expect(errorOf(tip(ann, '5', 'other'))).toContain('wrong_funds');
    expect(errorOf(chain.execute(ann, jar, { tip: {} }))).toContain('wrong_funds');
    expect(errorOf(chain.execute(owner, jar, { empty: {} }, []))).toContain('nothing_to_send');
    const funds = [{ denom: 'uquest', amount: '1' }];
    expect(errorOf(chain.execute(ann, jar, { accept_ownership: {} }, funds))).toContain('funds_not_accepted');
  });

  it.each([
    ['{"tip":{"a":1}}', 'unknown field "a"'],
    ['{"tip":{},"empty":{}}', 'unexpected field "empty"'],
    ['{}', 'expected one field'],
    ['{"tips":{}}', 'unknown field "tips"'],
    ['{"transfer_ownership":{}}', 'missing field "new_owner"'],
    ['{"transfer_ownership":{"new_owner":"a","new_owner":"b"}}', 'duplicate field "new_owner"'],
    ['[]', 'expected an object'],
  ])('the contract refuses the message %s', (msg, reason) => {
    expect(errorOf(chain.execute(ann, jar, msg))).toContain(`invalid_message: the message does not parse (${reason})`);
  });

  it('the contract is replaced by code of the same or a later version', () => {
    attributesOf(chain.migrate(owner, jar, codeId, {}));
  });

  it('the contract is not created for an invalid owner', () => {
    const result = chain.instantiate(owner, codeId, { owner: 'me', denom: 'uquest' }, { label: 'jar' });
    expect(errorOf(result)).toContain('invalid_address');
  });
});
