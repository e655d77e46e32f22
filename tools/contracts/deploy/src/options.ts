import { parseArgs } from 'node:util';
import { SentenceError } from '@questp/local-stack';
import { LOCAL_GAS_PRICE, LOCAL_NODE } from './local-chain.js';
import { SENDER, TICKET_SIGNER } from './signing-key.js';

export const HELP = `npm run -s deploy [-- <options>], or the image questp/deploy with [<options>]

Deploys the released contracts (contracts/artifacts) to a chain: checks them against checksums.txt and the factory's
configuration as the factory will, stores the escrow's and the factory's code unless the chain has the same Wasm,
compares the chain's data_hash, instantiates the factory and prints one JSON object with the addresses; progress
is reported on standard error. Without options: to the local test chain (npx nx run chain:start), with its
well-known accounts in the roles and the limits of mainnet.

  --node <url>            RPC of another chain's node; needs --config, --gas-price and a key
  --config <file>         the factory's roles, and what shall differ from the mainnet defaults; JSON as the instantiate
                          message in contracts/message-schema/schema/factory.json, without escrow_code_id; an example
                          is tools/contracts/deploy/factory.example.json
  --testnet               allows limits below the mainnet defaults
  --factory-admin <addr>  account that may migrate the factory (none)
  --gas-price <price>     for example 0.025untrn
  --prefix <prefix>       of the chain's addresses (wasm)
  --key-file <file>       holds the deployer's mnemonic or private key (64 hex characters)
  --ticket-key-file <file> the same of the ticket signer, whose public key the configuration then need not name
  --dry-run               prints the messages and the gas they would take; sends nothing
  --force-store           stores the codes even when the chain has them
  --help                  this text

  ${SENDER.mnemonicVariable}, ${SENDER.keyVariable}   the deployer's key, in the environment instead of a file
  ${TICKET_SIGNER.mnemonicVariable}, ${TICKET_SIGNER.keyVariable}   the ticket signer's
  LOCAL_CHAIN_RPC                       RPC of the local test chain (http://127.0.0.1:26657)`;

export interface DeployOptions {
  /** Whether this is the local test chain, whose keys everybody knows. */
  isLocal: boolean;
  node: string;
  gasPrice: string;
  prefix: string;
  /** Path of the factory's configuration. */
  config?: string;
  isTestnet: boolean;
  factoryAdmin?: string;
  keyFile?: string;
  ticketKeyFile?: string;
  dryRun: boolean;
  forceStore: boolean;
}

/**
 * The options of `deploy:deploy`; undefined when help is asked for.
 *
 * @throws SentenceError for what makes no sense
 */
export function readOptions(args: string[]): DeployOptions | undefined {
  const values = parse(args);
  if (values.help) return undefined;
  const { node, config, prefix } = values;
  const gasPrice = values['gas-price'];
  if (node !== undefined && (config === undefined || gasPrice === undefined)) {
    throw new SentenceError('--node needs --config and --gas-price: only the local test chain has defaults for them.');
  }
  if (node !== undefined && !/^https?:\/\//.test(node))
    throw new SentenceError('--node takes an http or https address.');
  if (gasPrice !== undefined && !/^\d+(\.\d+)?[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/.test(gasPrice)) {
    throw new SentenceError('--gas-price takes an amount and a denomination, for example 0.025untrn.');
  }
  return {
    isLocal: node === undefined,
    node: node ?? LOCAL_NODE,
    gasPrice: gasPrice ?? LOCAL_GAS_PRICE,
    prefix,
    isTestnet: values.testnet,
    ...(config !== undefined && { config }),
    ...(values['factory-admin'] !== undefined && { factoryAdmin: values['factory-admin'] }),
    ...(values['key-file'] !== undefined && { keyFile: values['key-file'] }),
    ...(values['ticket-key-file'] !== undefined && { ticketKeyFile: values['ticket-key-file'] }),
    dryRun: values['dry-run'],
    forceStore: values['force-store'],
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        node: { type: 'string' },
        config: { type: 'string' },
        testnet: { type: 'boolean', default: false },
        'factory-admin': { type: 'string' },
        'gas-price': { type: 'string' },
        prefix: { type: 'string', default: 'wasm' },
        'key-file': { type: 'string' },
        'ticket-key-file': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'force-store': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new SentenceError(`${(error as Error).message.split('. ')[0]}; see --help.`);
  }
}
