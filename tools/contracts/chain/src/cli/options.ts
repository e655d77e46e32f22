import { parseArgs } from 'node:util';
import { SentenceError } from '@questp/local-stack';

export const HELP = `npx nx run chain:start [-- <options>]

Starts a real CosmWasm chain (wasmd, one validator) on this machine until Ctrl-C and prints its addresses, chain id and
accounts. The chain is new each time; its accounts and their keys are always the same and known to everybody.

  --rpc-port <port>     of CometBFT's RPC, for clients such as CosmJS (26657)
  --rest-port <port>    of the REST gateway (1317)
  --block-time <ms>     from one block to the next, about (1000)
  --chain-id <id>       (questp-local)
  --account <address>   one more address that gets every test coin; may be repeated
  --help                this text

wasmd is built once, which takes Go and a C compiler, or Python 3 with pip, and is kept in ~/.cache/questp.`;

export interface StartOptions {
  rpcPort: number;
  restPort: number;
  blockTimeMs: number;
  chainId: string;
  /** Addresses given by the user. */
  accounts: string[];
}

/** The options of `chain:start`; undefined when help is asked for. Throws a sentence for what makes no sense. */
export function readOptions(args: string[]): StartOptions | undefined {
  const { values } = parse(args);
  if (values.help) return undefined;
  if (!/^[a-zA-Z0-9-]{1,50}$/.test(values['chain-id'])) {
    throw new SentenceError('--chain-id takes 1 to 50 letters, digits and hyphens.');
  }
  for (const address of values.account) {
    if (!/^wasm1[02-9ac-hj-np-z]{38}([02-9ac-hj-np-z]{20})?$/.test(address)) {
      throw new SentenceError(`--account takes an address that starts with wasm1, not ${address}.`);
    }
  }
  const [rpcPort, restPort] = [port('--rpc-port', values['rpc-port']), port('--rest-port', values['rest-port'])];
  if (rpcPort === restPort) throw new SentenceError('--rpc-port and --rest-port must differ.');
  return {
    rpcPort,
    restPort,
    blockTimeMs: integer('--block-time', values['block-time'], 50, 60_000),
    chainId: values['chain-id'],
    accounts: values.account,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        'rpc-port': { type: 'string', default: '26657' },
        'rest-port': { type: 'string', default: '1317' },
        'block-time': { type: 'string', default: '1000' },
        'chain-id': { type: 'string', default: 'questp-local' },
        account: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new SentenceError(`${(error as Error).message.split('. ')[0]}; see --help.`);
  }
}

const port = (name: string, text: string) => integer(name, text, 1, 65_535);

function integer(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new SentenceError(`${name} must be a whole number from ${least} to ${most}.`);
}
