import { chainMissing, referenceContract } from '@questp/chain';
import { Chain } from './chain/chain.js';
import { cw20, CW20_CHECKSUM } from './cw20.js';
import { deployScript } from './script-contract.fixture.js';
import { describeUnless } from '@questp/testing';

/** What anyone can see of a token after a story with every kind of message. */
function tellStory(store: (chain: Chain) => number): unknown[] {
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
  const told: unknown[] = [];
  const execute = (sender: string, msg: object) => {
    const result = chain.execute(sender, token, msg);
    told.push(result.ok ? result.events : [result.codespace, result.code, result.error]);
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
  for (const address of [alice, bob, receiver]) told.push(chain.query(token, { balance: { address } }));
  told.push(chain.query(token, { token_info: {} }), chain.query(token, { minter: {} }));
  return JSON.parse(JSON.stringify(told).replaceAll(token, 'token')) as unknown[];
}

const native = (chain: Chain): number => chain.registerNativeContract(CW20_CHECKSUM, cw20).codeId;

describe('the TypeScript token', () => {
  it('moves, mints and burns, and refuses what nobody has', () => {
    const story = tellStory(native);
    expect(story[1]).toEqual(['wasm', 5, 'Overflow: Cannot Sub with 700 and 701: execute wasm contract failed']);
    expect(story.slice(-5, -2)).toEqual([{ balance: '657' }, { balance: '200' }, { balance: '100' }]);
    expect(story.at(-2)).toMatchObject({ total_supply: '957' });
  });
});

describeUnless(await chainMissing(), 'the TypeScript token beside cw20_base.wasm', () => {
  it('answers, refuses and tells the same', async () => {
    const wasm = await referenceContract('cw20_base.wasm');
    expect(tellStory(native)).toEqual(tellStory((chain) => chain.storeCode(wasm).codeId));
  });
});
