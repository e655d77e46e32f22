import { callOf, deployScript, type Script, sub } from '../testing/script-contract.fixture.js';
import { constantContract } from '../testing/assembler.fixture.js';
import { Addresses, predictableAddress } from './addresses.js';
import { Chain, QueryError } from './chain.js';

const coin = (amount: string, denom = 'uquest') => ({ denom, amount });
const answerOf = (response: object): string =>
  JSON.stringify({ ok: { messages: [], attributes: [], events: [], data: null, ...response } });
const SECOND = 1_000_000_000n;

describe('a transaction', () => {
  it('that fails leaves the state as it was, funds included', () => {
    const chain = new Chain();
    const alice = chain.address('alice');
    const { address, log } = deployScript(chain);
    chain.bank.mint(alice, 'uquest', 100n);
    const result = chain.execute(alice, address, { log: 'lost', fail: 'no' } satisfies Script, [coin('40')]);
    expect(result).toMatchObject({ ok: false, codespace: 'wasm', code: 5 });
    expect(log()).toEqual([]);
    expect(chain.bank.balance(alice, 'uquest')).toBe(100n);
  });

  it('moves the funds before the contract runs, which can spend them at once', () => {
    const chain = new Chain();
    const [alice, bob] = [chain.address('alice'), chain.address('bob')];
    const { address } = deployScript(chain);
    chain.bank.mint(alice, 'uquest', 100n);
    const pay = sub(0, { bank: { send: { to_address: bob, amount: [coin('40')] } } });
    expect(chain.execute(alice, address, { messages: [pay] } satisfies Script, [coin('40')]).ok).toBe(true);
    expect(chain.bank.balance(bob, 'uquest')).toBe(40n);
  });

  it('cannot attach coins that are missing, disabled, unsorted, zero or for a blocked contract', () => {
    const chain = new Chain();
    const alice = chain.address('alice');
    const { address } = deployScript(chain);
    for (const denom of ['uquest', 'ustray']) chain.bank.mint(alice, denom, 100n);
    const attach = (...coins: readonly ReturnType<typeof coin>[]) => chain.execute(alice, address, {}, coins);
    expect(attach(coin('101'))).toMatchObject({ codespace: 'sdk', code: 5 });
    expect(attach(coin('0'))).toMatchObject({ codespace: 'sdk', code: 10 });
    expect(attach(coin('1', 'ustray'), coin('1'))).toMatchObject({ codespace: 'sdk', code: 10 });
    chain.bank.disable('uquest');
    expect(attach(coin('1'))).toMatchObject({ codespace: 'bank', code: 5 });
    chain.bank.enable('uquest');
    chain.bank.block(address);
    expect(attach(coin('1'))).toMatchObject({ codespace: 'sdk', code: 4 });
    chain.bank.unblock(address);
    expect(attach(coin('1'), coin('1', 'ustray')).ok).toBe(true);
  });

  it('has its own block, and time passes only by setTime or advance', () => {
    const chain = new Chain({ time: 5n * SECOND });
    const seen: unknown[] = [];
    const { codeId } = chain.registerNativeContract('01'.repeat(32), {
      execute: (_context, env) => {
        seen.push(env.block);
        return {};
      },
    });
    const alice = chain.address('alice');
    const created = chain.instantiate(alice, codeId, {}, { label: 'clock' });
    if (!created.ok) throw new Error(created.error);
    chain.execute(alice, created.address, {});
    chain.advance(1_700_000_000_123_456_789n);
    chain.execute(alice, created.address, {});
    chain.setTime(1n);
    chain.execute(alice, created.address, {});
    expect(seen).toEqual([
      { height: 3, time: '5000000000', chain_id: 'testing-1' },
      { height: 4, time: '1700000005123456789', chain_id: 'testing-1' },
      { height: 5, time: '1', chain_id: 'testing-1' },
    ]);
  });

  it('reports its gas by part, and the parts sum to the total', () => {
    const chain = new Chain();
    const alice = chain.address('alice');
    const [first, second] = [deployScript(chain), deployScript(chain)];
    const script: Script = { messages: [sub(1, callOf(second.address, { log: 'x' }), 'always')], log: 'y' };
    const { gas, gasUsed } = chain.execute(alice, first.address, script);
    expect(gas.calls.map(({ contract, entryPoint, depth, setup }) => [contract, entryPoint, depth, setup])).toEqual([
      [first.address, 'execute', 0, 60_000],
      [second.address, 'execute', 1, 2_000],
      [first.address, 'reply', 0, expect.any(Number)],
    ]);
    expect(gas.total).toBe(gasUsed);
    expect(gas.ante + gas.contracts + gas.chain).toBe(gasUsed);
    for (const call of gas.calls) {
      const parts = call.setup + call.storage + call.host + call.wasm + call.responseBytes + call.events;
      expect(Math.abs(call.total - parts)).toBeLessThan(1);
    }
  });

  it('runs out of gas exactly when the needed gas exceeds the limit', () => {
    const used = (gasLimit: number) => {
      const chain = new Chain({ gasLimit });
      const contract = chain.address('nobody', 32);
      return chain.execute(chain.address('alice'), contract, {});
    };
    const { gasUsed } = used(1_000_000);
    expect(used(gasUsed)).toMatchObject({ code: 22 });
    expect(used(gasUsed - 1)).toMatchObject({ codespace: 'sdk', code: 11 });
  });
});

describe('a Wasm contract', () => {
  const json = answerOf({ attributes: [{ key: 'calls', value: '#' }] });
  const deploy = (chain: Chain, wasm = constantContract(json)) => {
    const created = chain.instantiate(chain.address('alice'), chain.storeCode(wasm).codeId, {}, { label: 'constant' });
    if (!created.ok) throw new Error(created.error);
    return created.address;
  };

  it('gets a new instance with empty memory for every call', () => {
    const chain = new Chain();
    const address = deploy(chain);
    for (let call = 0; call < 3; call += 1) {
      const result = chain.execute(chain.address('alice'), address, {});
      expect(result).toMatchObject({
        ok: true,
        events: [
          { type: 'execute' },
          {
            type: 'wasm',
            attributes: [
              { key: '_contract_address', value: address },
              { key: 'calls', value: '1' },
            ],
          },
        ],
      });
    }
  });

  it('is compiled only if it follows the static rules', () => {
    const wasm = constantContract(json, { tables: [{ min: 1 }] });
    expect(() => new Chain().storeCode(wasm)).toThrow('has a table without a maximum');
  });

  it('that traps or returns an invalid answer is a VM error', () => {
    const chain = new Chain();
    const alice = chain.address('alice');
    for (const text of ['nonsense', '{}', answerOf({ messages: [{ id: 1, msg: {}, reply_on: 'maybe' }] })]) {
      const { codeId } = chain.storeCode(constantContract(text));
      expect(chain.instantiate(alice, codeId, {}, { label: 'x' })).toMatchObject({ codespace: 'wasm', code: 29 });
    }
  });

  it.each([
    [{ attributes: [{ key: ' ', value: 'x' }] }],
    [{ attributes: [{ key: '_mine', value: 'x' }] }],
    [{ events: [{ type: ' a ', attributes: [] }] }],
  ])('cannot emit %j', (response) => {
    const chain = new Chain();
    const { codeId } = chain.storeCode(constantContract(answerOf(response)));
    const result = chain.instantiate(chain.address('alice'), codeId, {}, { label: 'x' });
    expect(result).toMatchObject({ ok: false, codespace: 'wasm', code: 21 });
  });
});

describe('instances', () => {
  const chain = new Chain();
  const alice = chain.address('alice');
  const bob = chain.address('bob');
  const script = chain.registerNativeContract('cd'.repeat(32), { migrate: () => ({}) });
  const salt = new TextEncoder().encode('salt');
  const create = (label: string, options: { admin?: string } = {}) =>
    chain.instantiate(alice, script.codeId, {}, { label, ...options });

  it('have the address of checksum, creator and salt, which can be used once', () => {
    const addresses = new Addresses('wasm');
    const expected = predictableAddress(
      Uint8Array.from(Buffer.from(script.checksum, 'hex')),
      addresses.decode(alice),
      salt,
    );
    const made = () => chain.instantiate2(alice, script.codeId, {}, { label: 'a', salt });
    expect(made()).toMatchObject({ ok: true, address: addresses.encode(expected) });
    expect(made()).toMatchObject({ ok: false, codespace: 'wasm', code: 15 });
  });

  it('keep coins that were at their address before', () => {
    const addresses = new Addresses('wasm');
    const early = new TextEncoder().encode('early');
    const checksum = Uint8Array.from(Buffer.from(script.checksum, 'hex'));
    const address = addresses.encode(predictableAddress(checksum, addresses.decode(alice), early));
    chain.bank.mint(address, 'uquest', 7n);
    expect(chain.instantiate2(alice, script.codeId, {}, { label: 'a', salt: early })).toMatchObject({
      ok: true,
      address,
    });
    expect(chain.bank.balance(address, 'uquest')).toBe(7n);
  });

  it('require a label of 1 to 128 printable characters without spaces around it', () => {
    for (const label of ['x', 'campaign escrow 1:2', 'x'.repeat(128)]) expect(create(label).ok).toBe(true);
    for (const label of ['', ' x', 'x'.repeat(129), 'a\nb']) expect(create(label).ok).toBe(false);
  });

  it('are reported with code, creator, admin and label', () => {
    const made = create('known', { admin: bob });
    if (!made.ok) throw new Error(made.error);
    expect(chain.contractInfo(made.address)).toEqual({
      codeId: script.codeId,
      creator: alice,
      admin: bob,
      label: 'known',
    });
    expect(chain.codeInfo(script.codeId)).toMatchObject({ checksum: script.checksum });
    expect(chain.contractInfo(bob)).toBeUndefined();
    expect(chain.codeInfo(99)).toBeUndefined();
  });

  it('are migrated by their admin only, who can name another admin', () => {
    const made = create('moved', { admin: bob });
    if (!made.ok) throw new Error(made.error);
    const next = chain.registerNativeContract('ef'.repeat(32), { migrate: () => ({ data: 'AQ==' }) });
    expect(chain.migrate(alice, made.address, next.codeId, {})).toMatchObject({ codespace: 'sdk', code: 4 });
    expect(chain.migrate(bob, made.address, next.codeId, {})).toMatchObject({ ok: true, data: Uint8Array.of(1) });
    expect(chain.contractInfo(made.address)?.codeId).toBe(next.codeId);
    expect(chain.updateAdmin(alice, made.address, alice)).toMatchObject({ codespace: 'sdk', code: 4 });
    expect(chain.updateAdmin(bob, made.address).ok).toBe(true);
    expect(chain.contractInfo(made.address)?.admin).toBeUndefined();
    expect(chain.migrate(bob, made.address, next.codeId, {})).toMatchObject({ codespace: 'sdk', code: 4 });
  });
});

describe('queries from outside', () => {
  it('answer, refuse with the text of the contract, and change nothing', () => {
    const chain = new Chain();
    const { address } = deployScript(chain);
    expect(chain.query(address, { log: {} })).toEqual([]);
    expect(() => chain.query(address, { fail: 'not found' })).toThrow(
      new QueryError('not found: query wasm contract failed'),
    );
    expect(() => chain.query(chain.address('alice'), {})).toThrow('no such contract');
    const { codeId } = chain.registerNativeContract('02'.repeat(32), {
      query: ({ storage }) => {
        storage.set('x', 1);
        return {};
      },
    });
    const made = chain.instantiate(chain.address('alice'), codeId, {}, { label: 'writes' });
    if (!made.ok) throw new Error(made.error);
    expect(() => chain.query(made.address, {})).toThrow('read-only');
  });

  it('read single keys of a contract', () => {
    const chain = new Chain();
    const { address } = deployScript(chain);
    chain.execute(chain.address('alice'), address, { log: 'x' });
    const key = new TextEncoder().encode('log');
    expect(chain.rawQuery(address, key)).toEqual(new TextEncoder().encode('["x"]'));
    expect(chain.rawQuery(address, Uint8Array.of(0))).toBeUndefined();
  });
});

describe('snapshots', () => {
  it('restore state, time and height', () => {
    const chain = new Chain();
    const alice = chain.address('alice');
    const { address, log } = deployScript(chain);
    const before = chain.snapshot();
    const { time, height } = chain;
    const first = chain.execute(alice, address, { log: 'x' });
    chain.advance(SECOND);
    chain.restore(before);
    expect([log(), chain.time, chain.height]).toEqual([[], time, height]);
    expect(chain.execute(alice, address, { log: 'x' })).toEqual(first);
  });
});
