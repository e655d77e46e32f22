import { parseArgs } from 'node:util';
import { SentenceError } from '@questp/local-stack';
import { LOCAL_GAS_PRICE, LOCAL_NODE } from '../local-chain.js';
import { SENDER } from '../signing-key.js';

export const HELP = `npm run -s contract -- <command> [<options>]

Talks to a factory or an escrow. The answer is one JSON object on standard output.

  query <contract> <message>     asks; messages are JSON as in contracts/message-schema/schema
  execute <contract> <message>   signs and sends; answers when the transaction is in a block
  wait <escrow> <phase>          answers the status once the escrow is in that phase
  sign-ticket <file>             signs the campaign ticket in the JSON file: the payload of create_campaign
  address                        the address of the key

  --as <name>           signs with an account of the local test chain (npx nx run chain:start): alice, operator, ...
  --key-file <file>     signs with the mnemonic or the private key (64 hex characters) in the file
  --funds <coins>       sent along with execute, for example 1000000untrn
  --node <url>          RPC of another chain's node; execute then needs --gas-price
  --gas-price <price>   for example 0.025untrn
  --prefix <prefix>     of the chain's addresses (wasm)
  --help                this text

  ${SENDER.mnemonicVariable}, ${SENDER.keyVariable}   the key, in the environment instead of a file
  LOCAL_CHAIN_RPC                       RPC of the local test chain (http://127.0.0.1:26657)`;

/** The command with its operands. */
export type Command =
  | { name: 'query' | 'execute'; contract: string; message: object }
  | { name: 'wait'; contract: string; phase: string }
  | { name: 'sign-ticket'; file: string }
  | { name: 'address' };

export interface ContractOptions {
  command: Command;
  /** Name of a test account that signs. */
  as?: string;
  keyFile?: string;
  /** As the chain's programs write coins: `5uatom,7ustake`. */
  funds: string;
  node: string;
  gasPrice: string;
  prefix: string;
}

/**
 * The options of `npm run contract`; undefined when help is asked for.
 *
 * @throws SentenceError for what makes no sense
 */
export function readOptions(args: string[]): ContractOptions | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const command = commandOf(positionals);
  const { node, as, funds, prefix } = values;
  const gasPrice = values['gas-price'];
  if (node !== undefined && command.name === 'execute' && gasPrice === undefined) {
    throw new SentenceError('--node needs --gas-price: only the local test chain has a default for it.');
  }
  if (node !== undefined && as !== undefined) {
    throw new SentenceError('--as is for the local test chain: everybody knows the keys of its accounts.');
  }
  return {
    command,
    ...(as !== undefined && { as }),
    ...(values['key-file'] !== undefined && { keyFile: values['key-file'] }),
    funds,
    node: node ?? LOCAL_NODE,
    gasPrice: gasPrice ?? LOCAL_GAS_PRICE,
    prefix,
  };
}

function commandOf([name, ...operands]: string[]): Command {
  const [first = '', second = ''] = operands;
  const takes = (count: number, what: string): void => {
    if (operands.length !== count) throw new SentenceError(`${name} takes ${what}; see --help.`);
  };
  switch (name) {
    case 'query':
    case 'execute':
      takes(2, 'a contract and a message');
      return { name, contract: first, message: messageOf(second) };
    case 'wait':
      takes(2, 'an escrow and a phase');
      return { name, contract: first, phase: second };
    case 'sign-ticket':
      takes(1, 'a file');
      return { name, file: first };
    case 'address':
      takes(0, 'nothing');
      return { name };
    default:
      throw new SentenceError(`There is no command ${name ?? ''}; see --help.`);
  }
}

function messageOf(text: string): object {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === 'object' && message !== null) return message;
  } catch (cause) {
    throw new SentenceError(`The message is not JSON: ${(cause as Error).message}.`, { cause });
  }
  throw new SentenceError('The message is not a JSON object.');
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        as: { type: 'string' },
        'key-file': { type: 'string' },
        funds: { type: 'string', default: '' },
        node: { type: 'string' },
        'gas-price': { type: 'string' },
        prefix: { type: 'string', default: 'wasm' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new SentenceError(`${(error as Error).message.split('. ')[0]}; see --help.`);
  }
}
