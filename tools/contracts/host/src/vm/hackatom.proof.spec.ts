import { chainMissing, referenceContract } from '@questp/chain';
import { describeUnless } from '@questp/testing';
import { type Backend, type VmCall } from './backend.js';
import { ContractCode } from './code.js';
import { GAS_SCHEDULES, type VmVersion } from './gas-schedule.js';

// The standing of wasmvm's own tests: internal/api/mocks.go, lib_test.go (TestExecute).
const ENV = {
  block: { height: 123, time: '1578939743987654321', chain_id: 'foobar' },
  transaction: { index: 4, hash: 'qrvM3e7/ABGqu8zd7v8AEaq7zN3u/wARqrvM3e7/ABE=' },
  contract: { address: 'contract' },
};
const infoOf = (sender: string): object => ({ sender, funds: [{ denom: 'ATOM', amount: '100' }] });
const CANONICALIZE = 440;
const HUMANIZE = 550;

const encode = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

function mockBackend(): Backend {
  const entries = new Map<string, Uint8Array>();
  const balances = { amount: [{ denom: 'ATOM', amount: '250' }] };
  return {
    storage: {
      get: (key) => entries.get(key),
      set: (key, value) => void entries.set(key, value),
      remove: (key) => void entries.delete(key),
      scan: () => ({ next: () => undefined }),
    },
    addresses: {
      validate: () => ({ value: true, cost: CANONICALIZE + HUMANIZE }),
      canonicalize: (text) => {
        const padded = new Uint8Array(32);
        padded.set(new TextEncoder().encode(text));
        return { value: padded, cost: CANONICALIZE };
      },
      humanize: (canonical) => ({
        value: new TextDecoder().decode(canonical.subarray(0, canonical.indexOf(0))),
        cost: HUMANIZE,
      }),
    },
    isReadOnly: false,
    externalGas: () => 0,
    query: () => encode({ ok: { ok: Buffer.from(encode(balances)).toString('base64') } }),
  };
}

async function runHackatom(version: VmVersion, env: object = ENV): Promise<readonly [VmCall, VmCall]> {
  const code = new ContractCode(await referenceContract('hackatom.wasm'), GAS_SCHEDULES[version]);
  const backend = mockBackend();
  // The message is spaced as in lib_test.go: its length counts.
  const instantiateMsg = new TextEncoder().encode('{"verifier": "fred", "beneficiary": "bob"}');
  const limit = 500_000_000_000;
  return [
    code.call('instantiate', [encode(env), encode(infoOf('creator')), instantiateMsg], backend, limit),
    code.call('execute', [encode(env), encode(infoOf('fred')), encode({ release: {} })], backend, limit),
  ];
}

describeUnless(await chainMissing(), 'the gas of hackatom.wasm', () => {
  it('is what wasmvm 3.0.7 publishes, to the unit', async () => {
    const [instantiate, execute] = await runHackatom('3.0.9');
    expect([instantiate.internal, execute.internal]).toEqual([0xdf0642, 0x16d1167]);
  });

  it.each<[wasmvm: string, vm: VmVersion, instantiate: number, execute: number]>([
    ['2.2.4', '2.2.2', 0xc6c24e, 0x14bd69b],
    ['2.1.2', '2.1.3', 0x8c288c, 0xfaea3d],
  ])('is what wasmvm %s publishes, to the unit', async (_wasmvm, vm, ...published) => {
    const { hash: _, ...transaction } = ENV.transaction;
    const calls = await runHackatom(vm, { ...ENV, transaction });
    expect(calls.map(({ internal }) => internal)).toEqual(published);
  });

  it('is what wasmvm 3.0.3 publishes, to the unit', async () => {
    const [instantiate, execute] = await runHackatom('3.0.8');
    expect([instantiate.internal, execute.internal]).toEqual([0xdf0237, 0x16d0d5c]);
  });

  it('comes with the answer wasmvm expects', async () => {
    const { result, error } = (await runHackatom('3.0.9'))[1];
    expect(error).toBeUndefined();
    expect(JSON.parse(new TextDecoder().decode(result))).toMatchObject({
      ok: {
        data: '8Auq',
        messages: [{ msg: { bank: { send: { to_address: 'bob', amount: [{ denom: 'ATOM', amount: '250' }] } } } }],
        events: [{ type: 'hackatom', attributes: [{ key: 'action', value: 'release' }] }],
      },
    });
  });
});
