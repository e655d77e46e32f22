import { callOf, deployScript, type LogEntry, type Script, sendOf, sub } from '../testing/script-contract.fixture.js';
import { Chain } from './chain.js';

const GAS_PER_TX_BYTE = 10;
const GAS_PER_RESPONSE_BYTE = 1;

const setUp = () => {
  const chain = new Chain({ gasLimit: 5_000_000 });
  const contract = deployScript(chain);
  const other = deployScript(chain);
  chain.bank.mint(contract.address, 'uquest', 100n);
  const alice = chain.address('alice');
  const run = (script: Script) => chain.execute(alice, contract.address, script);
  return { chain, contract, other, alice, run };
};

const isReply = (entry: LogEntry): entry is Exclude<LogEntry, string> => typeof entry !== 'string';
const repliesIn = (log: readonly LogEntry[]) => log.filter(isReply);
const resultOf = (log: readonly LogEntry[]) => repliesIn(log)[0]?.result;

describe('submessages', () => {
  it('run in order, each with all its own messages before the next', () => {
    const { contract, run } = setUp();
    const self = contract.address;
    const inner = callOf(self, { log: 'inner', messages: [sub(0, callOf(self, { log: 'innermost' }))] });
    const result = run({ log: 'outer', messages: [sub(0, inner), sub(0, callOf(self, { log: 'second' }))] });
    expect(result.ok).toBe(true);
    expect(contract.log()).toEqual(['outer', 'inner', 'innermost', 'second']);
  });

  it('have their reply run before the next message', () => {
    const { contract, run } = setUp();
    const self = contract.address;
    run({
      messages: [sub(7, callOf(self, { log: 'first' }), 'always'), sub(0, callOf(self, { log: 'second' }))],
      replies: { 7: { log: 'from the reply' } },
    });
    expect(contract.log()).toEqual(['first', expect.objectContaining({ reply: 7 }), 'from the reply', 'second']);
  });

  it('reply only to the requested outcomes', () => {
    const { contract, run } = setUp();
    const self = contract.address;
    const works = callOf(self, {});
    const fails = callOf(self, { fail: 'no' });
    run({
      messages: [
        sub(1, works, 'never'),
        sub(2, works, 'error'),
        sub(3, works, 'success'),
        sub(4, works, 'always'),
        sub(5, fails, 'error'),
        sub(6, fails, 'always'),
      ],
    });
    expect(repliesIn(contract.log()).map(({ reply }) => reply)).toEqual([3, 4, 5, 6]);
  });

  it.each(['never', 'success'] as const)('that fail with reply on %s undo the whole transaction', (replyOn) => {
    const { contract, other, run } = setUp();
    const result = run({
      log: 'lost',
      messages: [
        sub(0, callOf(other.address, { log: 'lost' })),
        sub(1, callOf(other.address, { fail: 'no' }), replyOn),
      ],
    });
    expect(result).toMatchObject({ ok: false, codespace: 'wasm', code: 5, error: 'no: execute wasm contract failed' });
    expect([contract.log(), other.log()]).toEqual([[], []]);
  });

  it('that fail with reply on error undo only themselves', () => {
    const { chain, contract, other, run } = setUp();
    const deep = callOf(other.address, {
      log: 'lost',
      messages: [sub(0, callOf(contract.address, { log: 'lost' })), sub(0, callOf(other.address, { fail: 'deep' }))],
    });
    const result = run({ log: 'kept', messages: [sub(1, sendOf(other.address, '10')), sub(2, deep, 'error')] });
    expect(result.ok).toBe(true);
    expect(contract.log()).toEqual(['kept', expect.objectContaining({ reply: 2 })]);
    expect(other.log()).toEqual([]);
    expect(chain.bank.balance(other.address, 'uquest')).toBe(10n);
  });

  it('whose reply fails undo the whole transaction', () => {
    const { contract, run } = setUp();
    const result = run({
      log: 'lost',
      messages: [sub(1, callOf(contract.address, { fail: 'no' }), 'error')],
      replies: { 1: { fail: 'neither' } },
    });
    expect(result).toMatchObject({ ok: false, error: 'reply: neither: execute wasm contract failed' });
    expect(contract.log()).toEqual([]);
  });

  it('return the payload with the reply', () => {
    const { contract, run } = setUp();
    run({ messages: [{ ...sub(1, callOf(contract.address, {}), 'always'), payload: 'AQID' }] });
    expect(contract.log()).toEqual([expect.objectContaining({ reply: 1, payload: 'AQID' })]);
  });

  it('of an unknown kind fail', () => {
    const { chain, contract, alice } = setUp();
    chain.execute(alice, contract.address, { messages: [{ id: 1, msg: { gov: {} }, reply_on: 'error' }] });
    expect(resultOf(contract.log())).toEqual({ error: 'codespace: wasm, code: 20' });
  });
});

describe('errors in replies to a contract', () => {
  const errorOf = (message: Parameters<typeof sub>[1], prepare?: (chain: Chain) => void, gasLimit?: number) => {
    const { chain, contract, run } = setUp();
    prepare?.(chain);
    expect(run({ messages: [sub(1, message, 'error', gasLimit)] }).ok).toBe(true);
    return resultOf(contract.log());
  };

  it('are the text of a refusal by a contract', () => {
    const { contract, other, run } = setUp();
    run({ messages: [sub(1, callOf(other.address, { fail: 'because' }), 'error')] });
    expect(resultOf(contract.log())).toEqual({ error: 'because: execute wasm contract failed' });
  });

  it('are codespace and code of any other error', () => {
    const bob = new Chain().address('bob');
    expect(errorOf(sendOf(bob, '1000'))).toEqual({ error: 'codespace: sdk, code: 5' });
    expect(errorOf(sendOf(bob, '0'))).toEqual({ error: 'codespace: sdk, code: 10' });
    expect(errorOf(sendOf('nowhere', '1'))).toEqual({ error: 'codespace: sdk, code: 7' });
    expect(errorOf(sendOf(bob, '1'), (chain) => chain.bank.block(bob))).toEqual({ error: 'codespace: sdk, code: 4' });
    expect(errorOf(sendOf(bob, '1'), (chain) => chain.bank.disable('uquest'))).toEqual({
      error: 'codespace: bank, code: 5',
    });
    expect(errorOf(callOf(bob, {}))).toEqual({ error: 'codespace: wasm, code: 22' });
  });

  it('do not contain the reason of an abort', () => {
    const { contract, other, run } = setUp();
    run({ messages: [sub(1, callOf(other.address, { abort: 'secret' }), 'error')] });
    expect(resultOf(contract.log())).toEqual({ error: 'codespace: wasm, code: 29' });
  });
});

describe('gas of submessages', () => {
  it('that runs out ends the transaction when there is no limit', () => {
    const { contract, run } = setUp();
    const result = run({ log: 'lost', messages: [sub(1, callOf(contract.address, { burnGas: true }), 'error')] });
    expect(result).toMatchObject({ ok: false, codespace: 'sdk', code: 11, gasUsed: 5_000_000 });
    expect(contract.log()).toEqual([]);
  });

  it('that runs out of its own limit is an error for the reply and costs the limit', () => {
    const { contract, other, run } = setUp();
    const message = (limit: number) => sub(1, callOf(other.address, { log: 'lost', burnGas: true }), 'error', limit);
    const small = run({ messages: [message(100_000)] });
    const large = run({ messages: [message(300_000)] });
    expect(resultOf(contract.log())).toEqual({ error: 'codespace: sdk, code: 11' });
    expect(other.log()).toEqual([]);
    // The second reply's log is longer by the first.
    expect(large.gasUsed - small.gasUsed - 200_000).toBeLessThan(15_000);
  });

  it('counts by its use, not by its limit', () => {
    const { other, run } = setUp();
    const message = callOf(other.address, {});
    run({});
    const unlimited = run({ messages: [sub(0, message)] });
    const limited = run({ messages: [sub(0, message, 'never', 1_000_000)] });
    expect(limited.gasUsed - unlimited.gasUsed).toBe(
      ',"gas_limit":1000000'.length * (GAS_PER_TX_BYTE + GAS_PER_RESPONSE_BYTE),
    );
  });

  it('ends the transaction when the limit exceeds the gas that is left', () => {
    const { contract, run } = setUp();
    const message = sub(1, callOf(contract.address, { burnGas: true }), 'error', 50_000_000);
    expect(run({ messages: [message] })).toMatchObject({ ok: false, codespace: 'sdk', code: 11 });
  });
});

describe('data', () => {
  it('of the response is replaced by that of the last reply that has some', () => {
    const { contract, run } = setUp();
    const nothing = callOf(contract.address, {});
    const first = run({
      data: 'AQ==',
      messages: [sub(1, nothing, 'always'), sub(2, nothing, 'always'), sub(3, nothing, 'always')],
      replies: { 1: { data: 'Ag==' }, 2: { data: 'Aw==' } },
    });
    expect(first).toMatchObject({ data: Uint8Array.of(3) });
    const second = run({ data: 'AQ==', messages: [sub(9, nothing, 'always')] });
    expect(second).toMatchObject({ data: Uint8Array.of(1) });
  });

  it('reaches the reply wrapped as the module answers it, with the events of the message', () => {
    const { contract, other, run } = setUp();
    const attributes = [{ key: 'b', value: '1' }];
    run({ messages: [sub(1, callOf(other.address, { data: 'AQI=', attributes }), 'success')] });
    expect(resultOf(contract.log())).toEqual({
      ok: {
        events: [
          { type: 'execute', attributes: [{ key: '_contract_address', value: other.address }] },
          { type: 'wasm', attributes: [{ key: '_contract_address', value: other.address }, ...attributes] },
        ],
        data: 'CgIBAg==',
        msg_responses: [{ type_url: '/cosmwasm.wasm.v1.MsgExecuteContractResponse', value: 'CgIBAg==' }],
      },
    });
  });

  it('of a bank transfer comes without events', () => {
    const { chain, contract, run } = setUp();
    run({ messages: [sub(1, sendOf(chain.address('bob'), '1'), 'success')] });
    expect(resultOf(contract.log())).toEqual({
      ok: { events: [], msg_responses: [{ type_url: '/cosmos.bank.v1beta1.MsgSendResponse', value: '' }] },
    });
  });
});
