import { readOptions } from './options.js';

describe('the options of chain:start', () => {
  it('have the ports that other tools expect by default', () => {
    expect(readOptions([])).toEqual({
      rpcPort: 26_657,
      restPort: 1317,
      blockTimeMs: 1000,
      chainId: 'questp-local',
      accounts: [],
    });
  });

  it('are parsed', () => {
    const address = `wasm1${'q'.repeat(38)}`;
    const args = ['--rpc-port', '1', '--rest-port', '2', '--block-time', '100', '--chain-id', 'x-1'];
    expect(readOptions([...args, '--account', address])).toEqual({
      rpcPort: 1,
      restPort: 2,
      blockTimeMs: 100,
      chainId: 'x-1',
      accounts: [address],
    });
  });

  it('show the help', () => {
    expect(readOptions(['--help'])).toBeUndefined();
  });

  it.each([
    [['--rpc-port', 'x'], '--rpc-port must be a whole number from 1 to 65535.'],
    [['--rest-port', '65536'], '--rest-port must be a whole number from 1 to 65535.'],
    [['--rest-port', '26657'], '--rpc-port and --rest-port must differ.'],
    [['--block-time', '49'], '--block-time must be a whole number from 50 to 60000.'],
    [['--chain-id', 'a b'], '--chain-id takes 1 to 50 letters, digits and hyphens.'],
    [['--account', 'cosmos1abc'], '--account takes an address that starts with wasm1, not cosmos1abc.'],
    [['--ports', '1'], "Unknown option '--ports'; see --help."],
  ])('%j are refused in a sentence', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence);
  });
});
