import type { NodeVersions } from '@questp/chains';
import type { EgressAnswer } from '@questp/egress';
import { objectAt, parseObject, textAt, UnusableAnswer } from '../../outbound/described-json.js';
import { unexpected } from '../cosmos/chain-nodes.js';
import { isObject } from '../cosmos/messages/fields.js';

/** The state that a node reports. */
export interface NodeState {
  chainId: string;
  height: number;
  versions: NodeVersions;
}

/** Requests of a REST API; the latest block may be larger than an answer may be, so the height is that of the validators. */
export const NODE_INFO_PATH = '/cosmos/base/tendermint/v1beta1/node_info';
export const HEIGHT_PATH = '/cosmos/base/tendermint/v1beta1/validatorsets/latest?pagination.limit=1';
/** Request of a CometBFT RPC. */
export const STATUS_PATH = '/status';

const CHAIN_ID = /^[!-~]{1,100}$/;
const HEIGHT = /^[1-9]\d{0,14}$/;
const VERSION = /^[!-~]{1,100}$/;
const MAX_MODULES = 2_000;
const WASMD = /CosmWasm\/wasmd$/;
const WASMVM = /CosmWasm\/wasmvm(\/v\d+)?$/;

/** @throws UnusableAnswer */
export function nodeInfoIn(answer: EgressAnswer): Pick<NodeState, 'chainId' | 'versions'> {
  const body = bodyOf(answer);
  const { build_deps: modules } = objectAt(body, 'application_version');
  if (!Array.isArray(modules)) throw new UnusableAnswer('build_deps is not a list');
  const versionOf = (path: RegExp): string | undefined => {
    const module = modules
      .slice(0, MAX_MODULES)
      .filter(isObject)
      .find((one) => path.test(String(one['path'])));
    return module && textAt(module, 'version', VERSION);
  };
  return {
    chainId: textAt(objectAt(body, 'default_node_info'), 'network', CHAIN_ID),
    versions: { wasmd: versionOf(WASMD), wasmvm: versionOf(WASMVM) },
  };
}

/** @throws UnusableAnswer */
export const heightIn = (answer: EgressAnswer): number => Number(textAt(bodyOf(answer), 'block_height', HEIGHT));

/** @throws UnusableAnswer, also of a node that has not caught up */
export function statusIn(answer: EgressAnswer): Omit<NodeState, 'versions'> {
  const result = objectAt(bodyOf(answer), 'result');
  const sync = objectAt(result, 'sync_info');
  if (sync['catching_up'] !== false) throw new UnusableAnswer('it has not caught up with the chain');
  return {
    chainId: textAt(objectAt(result, 'node_info'), 'network', CHAIN_ID),
    height: Number(textAt(sync, 'latest_block_height', HEIGHT)),
  };
}

function bodyOf(answer: EgressAnswer) {
  if (answer.status !== 200) throw unexpected(answer);
  return parseObject(answer.body);
}
