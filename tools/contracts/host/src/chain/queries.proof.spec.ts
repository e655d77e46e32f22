import { deployScript } from '../testing/script-contract.fixture.js';
import { Chain } from './chain.js';

describe('queries of a contract', () => {
  const chain = new Chain();
  const contract = deployScript(chain);
  const bob = chain.address('bob');
  chain.bank.mint(contract.address, 'uquest', 12n);
  chain.bank.mint(contract.address, 'ustray', 3n);
  const ask = (request: object) => chain.query(contract.address, { ask: request });
  const smart = (address: string, msg: object) => ({
    wasm: { smart: { contract_addr: address, msg: Buffer.from(JSON.stringify(msg)).toString('base64') } },
  });
  const info = (address: string) => ({ wasm: { contract_info: { contract_addr: address } } });

  it('see balances and supply', () => {
    const balance = (denom: string) => ask({ bank: { balance: { address: contract.address, denom } } });
    expect(balance('uquest')).toEqual({ amount: { denom: 'uquest', amount: '12' } });
    expect(balance('unone')).toEqual({ amount: { denom: 'unone', amount: '0' } });
    expect(ask({ bank: { supply: { denom: 'ustray' } } })).toEqual({ amount: { denom: 'ustray', amount: '3' } });
    expect(ask({ bank: { all_balances: { address: contract.address } } })).toEqual({
      amount: [
        { denom: 'uquest', amount: '12' },
        { denom: 'ustray', amount: '3' },
      ],
    });
    expect(ask({ bank: { all_balances: { address: bob } } })).toEqual({ amount: [] });
  });

  it('see other contracts and codes', () => {
    expect(ask(smart(contract.address, { log: {} }))).toEqual([]);
    expect(ask(info(contract.address))).toEqual({
      code_id: 1,
      creator: chain.address('deployer'),
      pinned: false,
      ibc2_port: `wasm2${contract.address.slice('wasm'.length)}`,
    });
    expect(ask({ wasm: { code_info: { code_id: 1 } } })).toEqual({
      code_id: 1,
      creator: chain.address('uploader'),
      checksum: 'ab'.repeat(32),
    });
  });

  it('read raw keys, and null for a missing key', () => {
    const raw = (address: string, key: string) =>
      ask({ wasm: { raw: { contract_addr: address, key: Buffer.from(key).toString('base64') } } });
    chain.execute(bob, contract.address, { log: 'x' });
    expect(raw(contract.address, 'log')).toEqual(['x']);
    // A chain gives the same empty answer for a missing key and for a missing contract.
    expect([raw(contract.address, 'none'), raw(bob, 'log')]).toEqual([null, null]);
  });

  it('fail as on a chain: with the missing contract or code, the text of a refusal, and otherwise an error code', () => {
    expect(() => ask(info(bob))).toThrow(`Querier system error: {"no_such_contract":{"addr":"${bob}"}}`);
    expect(() => ask({ wasm: { code_info: { code_id: 9 } } })).toThrow('{"no_such_code":{"code_id":9}}');
    expect(() => ask({ staking: {} })).toThrow('unsupported_request');
    expect(() => ask({ bank: { balance: { address: 'x', denom: 'uquest' } } })).toThrow('codespace: sdk, code: 7');
    expect(() => ask(smart(contract.address, { fail: 'because' }))).toThrow('because: query wasm contract failed');
  });

  it('are limited in their depth', () => {
    let request: object = smart(contract.address, { log: {} });
    for (let depth = 0; depth < 8; depth += 1) request = smart(contract.address, { ask: request });
    expect(ask(request)).toEqual(['x']);
    expect(() => ask(smart(contract.address, { ask: request }))).toThrow('codespace: wasm, code: 27');
  });
});
