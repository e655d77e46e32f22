import { type NativeContract } from '@questp/contract-host';
import { attributesOf, contractMadeBy, errorOf, Probe } from './testing/probe.fixture.js';

let probe: Probe;

beforeEach(async () => {
  probe = await Probe.start();
});

/** Puts a contract that answers every query with `answer` on the chain. */
function contractAnswering(answer: unknown): string {
  return nativeContract({ query: () => answer });
}

function nativeContract(contract: NativeContract): string {
  const { codeId } = probe.chain.registerNativeContract('00'.repeat(32), contract);
  const result = probe.chain.instantiate(probe.owner, codeId, {}, { label: 'native' });
  if (!result.ok) throw new Error(result.error);
  return result.address;
}

describe('the environment', () => {
  it('contains chain, height, block time in nanoseconds and contract', () => {
    probe.chain.setTime(1_767_225_600_123_456_789n);
    const { chainId, height } = probe.chain;
    expect(probe.ask('env')).toEqual([chainId, height, '1767225600123456789', probe.address]);
  });
});

describe('addresses', () => {
  it.each([20, 32])('addresses of %i bytes are valid in lower case, and convert to bytes and back', (length) => {
    const address = probe.chain.address('someone', length);
    const canonical = probe.ask('canonical', address);
    expect(canonical).toHaveLength(length * 2);
    expect(probe.ask('human', String(canonical))).toBe(address);
    expect([probe.ask('valid', address), probe.ask('lower', address)]).toEqual([true, true]);
    const upper = address.toUpperCase();
    expect([probe.ask('valid', upper), probe.ask('lower', upper)]).toEqual([false, false]);
    expect(probe.ask('canonical', upper)).toBe(canonical);
  });

  it.each(['', 'nobody', 'wasm1', 'x'.repeat(257), 'é'])('the text "%s" is no address', (text) => {
    expect([probe.ask('valid', text), probe.ask('canonical', text)]).toEqual([false, null]);
  });
});

describe('queries', () => {
  it('read a balance of the bank', () => {
    probe.chain.bank.mint(probe.owner, 'uquest', 2n ** 127n);
    expect(probe.ask('native', 'uquest', probe.owner)).toBe((2n ** 127n).toString());
    expect(probe.ask('native', 'other', probe.owner)).toBe('0');
  });

  it('a balance of the bank above 128 bits is read as the largest number', () => {
    probe.chain.bank.mint(probe.owner, 'ugift', 2n ** 128n - 1n);
    expect(probe.ask('native', 'ugift', probe.owner)).toBe((2n ** 128n - 1n).toString());
    for (const more of [1n, 2n ** 128n, 2n ** 255n]) {
      probe.chain.bank.mint(probe.owner, 'ugift', more);
      expect(probe.ask('native', 'ugift', probe.owner)).toBe((2n ** 128n - 1n).toString());
    }
  });

  it.each([
    ['a token', { balance: '12' }, '12'],
    ['a token that says more', { balance: '12', more: [{}] }, '12'],
    ['a number', { balance: 12 }, null],
    ['nothing', {}, null],
    ['no object', [], null],
    ['too much', { balance: (2n ** 128n).toString() }, null],
    ['a negative amount', { balance: '-1' }, null],
  ])('read a balance of a token that answers as %s', (_name, answer, balance) => {
    expect(probe.ask('token', contractAnswering(answer), probe.owner)).toBe(balance);
  });

  it('the balance of a missing token is not found', () => {
    expect(probe.ask('token', probe.chain.address('nobody'), probe.owner)).toBeNull();
    expect(probe.ask('token', probe.address, probe.owner)).toBeNull();
  });

  it('the storage of another contract is read, and nothing without a key or a contract', () => {
    probe.run('put', 'k', 'value');
    expect(probe.ask('raw', probe.address, 'k')).toBe('value');
    expect(probe.ask('raw', probe.address, 'none')).toBeNull();
    expect(probe.ask('raw', probe.chain.address('nobody'), 'k')).toBeNull();
  });

  it('a refusal by a queried contract is not taken for an answer', () => {
    const contract = contractAnswering({ any: ['thing'] });
    expect(probe.ask('smart', contract, '{}')).toEqual({ any: ['thing'] });
    expect(probe.ask('smart', probe.chain.address('nobody'), '{}')).toBeNull();
  });

  it('a query returns code, creator and admin of a contract', () => {
    expect(probe.ask('info', probe.address)).toEqual([probe.codeId, probe.owner, probe.owner]);
    probe.chain.updateAdmin(probe.owner, probe.address);
    expect(probe.ask('info', probe.address)).toEqual([probe.codeId, probe.owner, null]);
    expect(probe.ask('info', probe.chain.address('nobody'))).toBeNull();
  });

  it('a query returns the checksum of a code', () => {
    expect(probe.ask('checksum', String(probe.codeId))).toBe(probe.checksum);
    expect(probe.ask('checksum', '999')).toBeNull();
  });
});

describe('a response', () => {
  it('a response carries attributes and events, in which any text arrives unchanged', () => {
    const sent = probe.run('data', 'returned');
    expect(attributesOf(sent)).toEqual([
      ['action', 'send'],
      ['now', probe.chain.time.toString()],
    ]);
    expect(attributesOf(sent, 'wasm-sent')).toEqual([
      ['by', probe.owner],
      ['coins', '0'],
    ]);
    expect(sent.ok && Buffer.from(sent.data ?? []).toString()).toContain('returned');
  });

  it('a contract reads the coins sent along', () => {
    for (const denom of ['a-coin', 'b-coin']) probe.chain.bank.mint(probe.owner, denom, 10n);
    const funds = ['a-coin', 'b-coin'].map((denom) => ({ denom, amount: '5' }));
    expect(attributesOf(probe.runWith(funds, probe.owner, 'data', 'x'), 'wasm-sent')).toContainEqual(['coins', '2']);
  });

  it('a response sends coins', () => {
    const recipient = probe.chain.address('recipient');
    probe.chain.bank.mint(probe.address, 'uquest', 100n);
    attributesOf(probe.run('native', 'uquest', recipient, '40'));
    expect(probe.chain.bank.balance(recipient, 'uquest')).toBe(40n);
    expect(errorOf(probe.run('native', 'uquest', recipient, '61'))).not.toBe('');
  });

  it('a response sends tokens', () => {
    const received: unknown[] = [];
    const token = nativeContract({
      execute: (_context, _env, _info, msg) => {
        received.push(msg);
        return {};
      },
    });
    attributesOf(probe.run('token', token, probe.owner, '7'));
    expect(received).toEqual([{ transfer: { recipient: probe.owner, amount: '7' } }]);
  });

  it('a response creates a contract with funds, label, admin and salt', () => {
    probe.chain.bank.mint(probe.address, 'uquest', 5n);
    const code = String(probe.codeId);
    const address = contractMadeBy(probe.run('create', code, 'a "label"', probe.owner, 'salt', 'uquest', '5'));
    const info = { codeId: probe.codeId, creator: probe.address, admin: probe.owner, label: 'a "label"' };
    expect(probe.chain.contractInfo(address)).toMatchObject(info);
    expect(probe.chain.bank.balance(address, 'uquest')).toBe(5n);
    const second = contractMadeBy(probe.run('create', code, 'label', '', 'another salt', '', '0'));
    expect(probe.chain.contractInfo(second)?.admin).toBeUndefined();
  });

  it('a failed message calls the reply, and the rest of the transaction stays', () => {
    const failed = probe.run('try', probe.address, '{"panic":[]}', '0');
    expect(attributesOf(failed).slice(2, 4)).toEqual([
      ['action', 'replied'],
      ['id', '9'],
    ]);
    expect(attributesOf(failed)).toContainEqual(['error', 'yes']);
  });

  it('a message that succeeds calls the reply only if always was requested', () => {
    const quiet = probe.run('try', probe.address, '{"put":["k","v"]}', '0');
    expect(attributesOf(quiet)).not.toContainEqual(['action', 'replied']);
    const heard = attributesOf(probe.run('always', probe.address, '{"put":["k","v"]}'));
    expect(heard).toEqual(
      expect.arrayContaining([
        ['id', '9007199254740991'],
        ['error', 'no'],
      ]),
    );
  });

  it('a response limits the gas of a message', () => {
    const [cheap, ample] = ['100', '1000000'].map((gas) => probe.run('try', probe.address, '{"put":["k","v"]}', gas));
    expect(cheap && attributesOf(cheap)).toContainEqual(['error', 'yes']);
    expect(ample && attributesOf(ample)).not.toContainEqual(['action', 'replied']);
  });

  it('a refusal has code, text and detail, escaped', () => {
    expect(errorOf(probe.run('refuse', 'a "quoted"\n\u0001\\ü'))).toContain(
      'refused: the caller asked for it (a "quoted"\n\u0001\\ü)',
    );
  });

  it('a contract that panics returns no response', () => {
    probe.run('put', 'k', 'before');
    expect(errorOf(probe.run('panic'))).toContain('asked for');
    expect(probe.ask('get', 'k')).toBe('before');
  });
});
