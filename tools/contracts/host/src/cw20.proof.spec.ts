import { chainMissing, referenceContract } from '@questp/chain';
import { Chain } from './chain/chain.js';
import { cw20, CW20_CHECKSUM } from './cw20.js';
import { deployScript } from './testing/script-contract.fixture.js';
import { describeUnless } from '@questp/testing';

/** Results, events and state of a token in a run with every kind of message. */
function runOf(store: (chain: Chain) => number): unknown[] {
  const chain = new Chain();
  const [alice, bob] = [chain.address('alice'), chain.address('bob')];
  const receiver = deployScript(chain).address;
  const made = chain.instantiate(
    alice,
    store(chain),
    {
      name: 'Token',
      symbol: 'TOKEN',
      decimals: 6,
      initial_balances: [{ address: alice, amount: '1000' }],
      mint: { minter: bob },
    },
    { label: 'token' },
  );
  if (!made.ok) throw new Error(made.error);
  const token = made.address;
  const seen: unknown[] = [];
  const execute = (sender: string, msg: object) => {
    const result = chain.execute(sender, token, msg);
    seen.push(result.ok ? result.events : [result.codespace, result.code, result.error]);
  };
  const hook = Buffer.from('{"log":"received"}').toString('base64');
  execute(alice, { transfer: { recipient: bob, amount: '300' } });
  execute(alice, { transfer: { recipient: bob, amount: '701' } });
  execute(alice, { transfer: { recipient: bob, amount: '0' } });
  execute(alice, { transfer: { recipient: alice, amount: '5' } });
  execute(bob, { send: { contract: receiver, amount: '100', msg: hook } });
  execute(bob, { send: { contract: alice, amount: '1', msg: hook } });
  execute(alice, { burn: { amount: '50' } });
  execute(alice, { mint: { recipient: alice, amount: '1' } });
  execute(bob, { mint: { recipient: alice, amount: '340282366920938463463374607431768211455' } });
  execute(bob, { mint: { recipient: alice, amount: '7' } });
  for (const address of [alice, bob, receiver]) seen.push(chain.query(token, { balance: { address } }));
  seen.push(chain.query(token, { token_info: {} }), chain.query(token, { minter: {} }));
  return JSON.parse(JSON.stringify(seen).replaceAll(token, 'token')) as unknown[];
}

const native = (chain: Chain): number => chain.registerNativeContract(CW20_CHECKSUM, cw20).codeId;

describe('the TypeScript token', () => {
  it('transfers, mints and burns, and refuses more than a balance', () => {
    const story = runOf(native);
    expect(story[1]).toEqual(['wasm', 5, 'Overflow: Cannot Sub with 700 and 701: execute wasm contract failed']);
    expect(story.slice(-5, -2)).toEqual([{ balance: '657' }, { balance: '200' }, { balance: '100' }]);
    expect(story.at(-2)).toMatchObject({ total_supply: '957' });
  });
});

describeUnless(await chainMissing(), 'the TypeScript token beside cw20_base.wasm', () => {
  it('gives the same answers, errors and events', async () => {
    const wasm = await referenceContract('cw20_base.wasm');
    expect(runOf(native)).toEqual(runOf((chain) => chain.storeCode(wasm).codeId));
  });
});
