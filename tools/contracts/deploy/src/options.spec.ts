import { readOptions } from './options.js';

const REMOTE = ['--node', 'https://rpc.example', '--config', 'f.json', '--gas-price', '0.025untrn'];

describe('the options of deploy:deploy', () => {
  it('select the local test chain by default', () => {
    expect(readOptions([])).toEqual({
      ...{ isLocal: true, node: 'http://127.0.0.1:26657', gasPrice: '0ustake', prefix: 'wasm' },
      ...{ isTestnet: false, dryRun: false, forceStore: false },
    });
  });

  it('are parsed', () => {
    const rest = [
      '--prefix',
      'neutron',
      '--testnet',
      '--factory-admin',
      'neutron1x',
      '--key-file',
      'k',
      '--ticket-key-file',
      't',
      '--dry-run',
      '--force-store',
    ];
    expect(readOptions([...REMOTE, ...rest])).toEqual({
      ...{ isLocal: false, node: 'https://rpc.example', config: 'f.json', gasPrice: '0.025untrn', prefix: 'neutron' },
      ...{
        isTestnet: true,
        factoryAdmin: 'neutron1x',
        keyFile: 'k',
        ticketKeyFile: 't',
        dryRun: true,
        forceStore: true,
      },
    });
  });

  it('show the help', () => {
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it.each([
    [['--node', 'https://rpc.example'], '--node needs --config and --gas-price'],
    [[...REMOTE, '--node', 'rpc.example:26657'], '--node takes an http or https address.'],
    [['--gas-price', 'cheap'], '--gas-price takes an amount and a denomination'],
    [['--mnemonic', 'secret'], "Unknown option '--mnemonic'; see --help."],
    [['stray'], 'stray'],
  ])('%j are refused in a sentence', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence);
  });
});
