import { nestedCaller } from '../nested-caller.js';
import { callOf, deployScript, type LogEntry, sendOf, sub } from '../testing/script-contract.fixture.js';
import { type CosmosMsg } from './types.js';
import { WASMD_PROFILES, type WasmdVersion } from './wasmd-profile.js';
import { Chain } from './chain.js';

/** Calls of other contracts around the contract at the limit. */
const DEEPEST = 99;

const versionsThatCheckAt = (place: 'message' | 'response'): WasmdVersion[] =>
  (Object.keys(WASMD_PROFILES) as WasmdVersion[]).filter(
    (version) => WASMD_PROFILES[version].callDepthCheckedAt === place,
  );

/** A script contract that sends `message` with a reply on error, from inside `depth` other calls. */
function sendFrom(wasmd: WasmdVersion, depth: number, messageOf: (chain: Chain) => CosmosMsg) {
  const chain = new Chain({ wasmd });
  const { codeId } = chain.registerNativeContract('cd'.repeat(32), nestedCaller);
  const alice = chain.address('alice');
  const caller = chain.instantiate(alice, codeId, {}, { label: 'caller' });
  if (!caller.ok) throw new Error(caller.error);
  const script = deployScript(chain);
  chain.bank.mint(script.address, 'uquest', 100n);
  const last = callOf(script.address, { log: 'called', messages: [sub(1, messageOf(chain), 'error')] });
  const result = chain.execute(alice, caller.address, { times: depth - 1, last });
  return { result, log: script.log() };
}

const send = (chain: Chain): CosmosMsg => sendOf(chain.address('bob'), '1');
const call = (chain: Chain): CosmosMsg => callOf(deployScript(chain).address, {});
const callThatCalls = (chain: Chain): CosmosMsg => {
  const other = deployScript(chain).address;
  return callOf(other, { messages: [sub(0, callOf(other, {}))] });
};
const TOO_DEEP: LogEntry = expect.objectContaining({
  reply: 1,
  result: { error: 'codespace: wasm, code: 30' },
}) as LogEntry;

describe.each(versionsThatCheckAt('message'))('wasmd %s', (wasmd) => {
  it('refuses payments and calls of the deepest contract as an ordinary failure of the message', () => {
    for (const message of [send, call]) {
      const { result, log } = sendFrom(wasmd, DEEPEST + 1, message);
      expect(result).toMatchObject({ ok: true });
      expect(log).toEqual(['called', TOO_DEEP]);
    }
  });

  it('permits both to the contract above it', () => {
    for (const message of [send, call]) expect(sendFrom(wasmd, DEEPEST, message).log).toEqual(['called']);
    expect(sendFrom(wasmd, DEEPEST, callThatCalls).log).toEqual(['called', TOO_DEEP]);
  });

  it('refuses one call more', () => {
    expect(sendFrom(wasmd, DEEPEST + 2, send).result).toMatchObject({ ok: false, codespace: 'wasm', code: 30 });
  });
});

describe.each(versionsThatCheckAt('response'))('wasmd %s', (wasmd) => {
  it('permits payments of the deepest contract, and undoes everything when it calls', () => {
    expect(sendFrom(wasmd, DEEPEST, send).log).toEqual(['called']);
    expect(sendFrom(wasmd, DEEPEST, call)).toMatchObject({
      result: { ok: false, codespace: 'wasm', code: 30 },
      log: [],
    });
  });

  it('fails a message of the contract above it only if the called contract makes a call', () => {
    expect(sendFrom(wasmd, DEEPEST - 1, call).log).toEqual(['called']);
    expect(sendFrom(wasmd, DEEPEST - 1, callThatCalls).log).toEqual(['called', TOO_DEEP]);
  });

  it('refuses one call more', () => {
    expect(sendFrom(wasmd, DEEPEST + 1, send).result).toMatchObject({ ok: false, codespace: 'wasm', code: 30 });
  });
});

it('reports the text of a contract that imitates an error code as a text', () => {
  const chain = new Chain();
  const script = deployScript(chain);
  const refusal = callOf(deployScript(chain).address, { fail: 'codespace: wasm, code: 30' });
  chain.execute(chain.address('alice'), script.address, { messages: [sub(1, refusal, 'error')] });
  expect(script.log()).toEqual([
    expect.objectContaining({ result: { error: 'codespace: wasm, code: 30: execute wasm contract failed' } }),
  ]);
});
