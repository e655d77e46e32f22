import { readOptions } from './options.js';

const LOCAL = { funds: '', node: 'http://127.0.0.1:26657', gasPrice: '0ustake', prefix: 'wasm' };

describe('the options of npm run contract', () => {
  it.each([
    [['query', 'c', '{"status":{}}'], { name: 'query', contract: 'c', message: { status: {} } }],
    [['execute', 'c', '{"claim":{}}'], { name: 'execute', contract: 'c', message: { claim: {} } }],
    [['wait', 'c', 'ended'], { name: 'wait', contract: 'c', phase: 'ended' }],
    [['sign-ticket', 't.json'], { name: 'sign-ticket', file: 't.json' }],
    [['address'], { name: 'address' }],
  ])('%j is a command to the local test chain', (args, command) => {
    expect(readOptions(args)).toEqual({ ...LOCAL, command });
  });

  it('set the key, the coins and the node', () => {
    const rest = ['--key-file', 'k', '--funds', '5untrn', '--node', 'https://rpc.example', '--gas-price', '0.1untrn'];
    expect(readOptions(['execute', 'c', '{}', '--prefix', 'neutron', ...rest])).toEqual({
      command: { name: 'execute', contract: 'c', message: {} },
      keyFile: 'k',
      funds: '5untrn',
      node: 'https://rpc.example',
      gasPrice: '0.1untrn',
      prefix: 'neutron',
    });
  });

  it('show the help', () => {
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it.each([
    [[], 'There is no command ; see --help.'],
    [['drop'], 'There is no command drop'],
    [['query', 'c'], 'query takes a contract and a message'],
    [['query', 'c', '{'], 'The message is not JSON'],
    [['query', 'c', '7'], 'The message is not a JSON object.'],
    [['address', 'alice'], 'address takes nothing'],
    [['execute', 'c', '{}', '--node', 'https://rpc.example'], '--node needs --gas-price'],
    [['query', 'c', '{}', '--node', 'https://rpc.example', '--as', 'alice'], '--as is for the local test chain'],
    [['query', 'c', '{}', '--mnemonic', 'secret'], "Unknown option '--mnemonic'; see --help."],
  ])('%j are refused in a sentence', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence);
  });
});
