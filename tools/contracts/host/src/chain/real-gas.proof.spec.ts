import { chainMissing, referenceContract } from '@questp/chain';
import { describeUnless } from '@questp/testing';
import { type Coin, type InstantiateResult, type TxResult } from './types.js';
import { Chain } from './chain.js';

// A node of wasmd v0.61.14 (cosmos-sdk 0.53.6, wasmvm 3.0.7) ran these transactions in this order, one per block from
// block 2 on, and charged the gas beside them.
const ALICE = 'wasm1dfnrg8504quuf0ezcxymkex06kgc6vk7m8jyfa';
const BOB = 'wasm1l9uejluwthelk8mjcfrr9qutfmtx2cn69v39sg';
const CAROL = 'wasm13wj4aark7nmv8h3wjk64yzx85jwcz60tl944df';
const DAVE = 'wasm10amvn2wc88d98w9xv462a9xfxm883sj9haz0t7';
const EVE = 'wasm1fyqnuys0kyx4jqdp36wz6w9cvfn69xlzh2eaa3';

const quest = (amount: string): Coin => ({ denom: 'uquest', amount });
const stray = (amount: string): Coin => ({ denom: 'ustray', amount });
const addressOf = (result: InstantiateResult): string => {
  if (!result.ok) throw new Error(result.error);
  return result.address;
};

function newChain(fee: readonly Coin[] = []): Chain {
  const chain = new Chain({ chainId: 'questp-local', gasLimit: 20_000_000, fee });
  for (const address of [ALICE, BOB]) {
    for (const denom of ['uquest', 'ustray', 'ustake']) chain.bank.mint(address, denom, 1_000_000_000n);
  }
  chain.height = 2;
  return chain;
}

/** Blocks 2 to 7. */
function sendCoins(chain: Chain): TxResult[] {
  return [
    chain.send(ALICE, BOB, [quest('1000')]),
    chain.send(ALICE, BOB, [quest('1000')]),
    chain.send(ALICE, BOB, [quest('1000')]),
    chain.send(ALICE, CAROL, [quest('1000')]),
    chain.send(ALICE, CAROL, [stray('1')]),
    chain.send(ALICE, DAVE, [quest('1'), stray('1')]),
  ];
}

describe('the gas of bank transfers', () => {
  it('is what a node charges, to the unit', () => {
    const used = sendCoins(newChain()).map(({ gasUsed }) => gasUsed);
    // The first one also stores the sender's public key; 4 and 6 create the recipient's account; the node's third paid a fee.
    expect(used).toEqual([66_434, 53_097, expect.any(Number), 66_597, 52_770, 81_522]);
  });

  it('with a fee differs only by the digits of what the fee collector holds', () => {
    const [, , withFee] = sendCoins(newChain([{ denom: 'ustake', amount: '1000' }]));
    expect(Math.abs((withFee?.gasUsed ?? 0) - 71_168)).toBeLessThan(100);
  });
});

describeUnless(await chainMissing(), 'the gas of contracts', () => {
  const chain = newChain();
  const store = async (name: 'hackatom.wasm' | 'cw20_base.wasm') =>
    chain.storeCode(await referenceContract(name), ALICE);

  it('is what a node charges: storing to a thousandth, everything else to the unit', async () => {
    sendCoins(chain);
    const hackatom = await store('hackatom.wasm');
    const cw20 = await store('cw20_base.wasm');
    // The node's client packed the bytes with another zlib: 84,894 and 87,415 bytes at 10.15 gas each.
    expect(Math.abs(hackatom.gasUsed / 1_602_028 - 1)).toBeLessThan(0.001);
    expect(Math.abs(cw20.gasUsed / 1_732_736 - 1)).toBeLessThan(0.001);

    const used: number[] = [];
    const record = <T extends TxResult>(result: T): T => {
      used.push(result.gasUsed);
      return result;
    };
    const create = (beneficiary: string, options: { admin?: string; funds?: Coin[] }) =>
      record(
        chain.instantiate(ALICE, hackatom.codeId, { verifier: ALICE, beneficiary }, { label: 'hackatom', ...options }),
      );
    const execute = (sender: string, contract: string, msg: object, funds: Coin[] = []) =>
      record(chain.execute(sender, contract, msg, funds));
    const release = { release: {} };
    const transfer = (recipient: string, amount: string) => ({ transfer: { recipient, amount } });

    const plain = addressOf(create(BOB, {}));
    const funded = addressOf(create(BOB, { admin: ALICE, funds: [quest('5000')] }));
    record(chain.send(ALICE, plain, [quest('7')]));
    execute(ALICE, funded, release);
    execute(ALICE, plain, release);
    const salted = { label: 'h2', salt: Uint8Array.of(1) };
    record(chain.instantiate2(ALICE, hackatom.codeId, { verifier: ALICE, beneficiary: BOB }, salted));
    const forEve = addressOf(create(EVE, { funds: [quest('9')] }));
    execute(ALICE, forEve, release);
    const balances = [{ address: ALICE, amount: '1000000' }];
    const info = { name: 'Token', symbol: 'TOKEN', decimals: 6, initial_balances: balances };
    const token = addressOf(record(chain.instantiate(ALICE, cw20.codeId, info, { label: 'token' })));
    execute(ALICE, token, transfer(BOB, '1'));
    execute(ALICE, token, transfer(BOB, '1'));
    const refused = execute(BOB, token, transfer(ALICE, '1000'));
    execute(BOB, token, transfer(ALICE, '1000'));
    execute(BOB, forEve, release);
    chain.height += 1; // three messages in one transaction, which this host does not have
    chain.execute(ALICE, token, transfer(BOB, '6'));
    chain.height -= 1;
    execute(ALICE, funded, release, [quest('3')]);

    expect(used).toEqual([
      148_685, // instantiate
      169_985, // with an admin and coins
      53_723, // coins for a contract
      116_835, // sends all it has
      116_668,
      144_750, // instantiate2
      168_064,
      130_078, // to a new account
      157_033, // a token
      111_541, // to a new holder
      111_551,
      113_894, // refused, with the sender's first public key
      100_560, // refused
      100_139, // refused by another contract
      136_169, // coins in, coins out
    ]);
    expect(refused).toMatchObject({
      ok: false,
      error: 'Overflow: Cannot Sub with 2 and 1000: execute wasm contract failed',
      codespace: 'wasm',
      code: 5,
    });
    expect(funded).toBe('wasm1suhgf5svhu4usrurvxzlgn54ksxmn8gljarjtxqnapv8kjnp4nrss5maay');
    expect(token).toBe('wasm1aakfpghcanxtc45gpqlx8j3rq0zcpyf49qmhm9mdjrfx036h4z5se0hfnq');
  });
});
