import { Injectable } from '@nestjs/common';
import { MIN_WASMD, supportsEscrow } from '@questp/chains';
import type { EgressAnswer } from '@questp/egress';
import type { Chain, EscrowDeployment } from '@questp/messages/integrations';
import { AppError, fieldError, refuseInvalid, type FieldError } from '@questp/messages/language';
import { ChainNodes } from '../cosmos/chain-nodes.js';
import {
  checksumIn,
  CODE_BYTES,
  codePath,
  configIn,
  configPath,
  deploymentErrors,
  versionIn,
  versionPath,
} from './deployment-state.js';
import { endpointsOf, type Endpoint, type EndpointMembers } from './endpoints.js';
import {
  HEIGHT_PATH,
  heightIn,
  NODE_INFO_PATH,
  nodeInfoIn,
  STATUS_PATH,
  statusIn,
  type NodeState,
} from './node-state.js';

/** For each of the two rounds of requests; all endpoints are asked at once. */
const ASKING_MS = 4_000;
/** Blocks by which endpoints may differ, because they are not asked at the same instant. */
const MAX_BLOCKS_APART = 30;

/** The members of a chain that are checked. */
export type CheckedChain = Pick<Chain, 'chainId' | 'gasPrices' | 'escrow'> & EndpointMembers;

/** Checks the endpoints of a chain, and its escrow deployment, with all of its nodes. */
@Injectable()
export class CheckChain {
  constructor(private readonly chainNodes: ChainNodes) {}

  /**
   * VALIDATION_FAILED for what the nodes contradict; CHAIN_CHECK_UNAVAILABLE when one of them does not answer, or not
   * as its API does.
   */
  async execute(chain: CheckedChain): Promise<void> {
    const { escrow } = chain;
    refuseInvalid(escrow === null ? [] : lacking(chain));
    const endpoints = endpointsOf(chain);
    const states = await Promise.all(endpoints.map((endpoint) => this.stateOf(chain, endpoint)));
    const found = endpoints.map((endpoint, index) => ({ endpoint, state: states[index] as NodeState }));
    refuseInvalid([...otherChains(chain, found), ...apart(found)]);
    if (escrow === null) return;
    const rest = found.filter(({ endpoint }) => endpoint.api === 'rest');
    refuseInvalid(rest.flatMap(({ endpoint, state }) => tooOld(endpoint, state)));
    const errors = await Promise.all(rest.map(({ endpoint }) => this.deploymentErrors(chain, endpoint, escrow)));
    // Nodes that agree report the same errors.
    refuseInvalid([...new Map(errors.flat().map((error) => [error.pointer, error])).values()]);
  }

  private async stateOf(chain: CheckedChain, endpoint: Endpoint): Promise<NodeState> {
    if (endpoint.api === 'rpc') {
      return { versions: {}, ...(await this.ask(chain, endpoint, STATUS_PATH, statusIn)) };
    }
    const [info, height] = await Promise.all([
      this.ask(chain, endpoint, NODE_INFO_PATH, nodeInfoIn),
      this.ask(chain, endpoint, HEIGHT_PATH, heightIn),
    ]);
    return { ...info, height };
  }

  private async deploymentErrors(
    chain: CheckedChain,
    endpoint: Endpoint,
    escrow: EscrowDeployment,
  ): Promise<FieldError[]> {
    const [config, version, checksum] = await Promise.all([
      this.ask(chain, endpoint, configPath(escrow.factory), configIn),
      this.ask(chain, endpoint, versionPath(escrow.factory), versionIn),
      this.ask(chain, endpoint, codePath(escrow.codeId), checksumIn),
    ]);
    if (config === null || version === null) {
      return [fieldError('/escrow/factory', 'NOT_ALLOWED', {}, 'The chain has no factory at this address.')];
    }
    return deploymentErrors(escrow, { ...config, version, checksum });
  }

  private async ask<Value>(
    { chainId }: CheckedChain,
    { pointer, url, namedBy }: Endpoint,
    path: string,
    read: (answer: EgressAnswer) => Value,
  ): Promise<Value> {
    const options = { destination: `chain:${chainId}`, namedBy, timeoutMs: ASKING_MS, maxBytes: CODE_BYTES };
    const answer = await this.chainNodes.ask(options, url + path, read);
    if (answer.isUsable) return answer.value;
    if (answer.outcome === 'not_allowed') {
      throw new AppError('VALIDATION_FAILED', {
        errors: [fieldError(pointer, 'NOT_ALLOWED', {}, 'Must be an https URL at a public address.')],
      });
    }
    if (['unreachable', 'timeout'].includes(answer.outcome)) {
      throw new AppError('CHAIN_CHECK_UNAVAILABLE', { detail: `The node in ${pointer} does not answer.` });
    }
    throw new AppError('CHAIN_CHECK_UNAVAILABLE', { detail: `The node in ${pointer} is of no use: ${answer.reason}.` });
  }
}

/** The missing members of a chain with an escrow deployment. */
const lacking = ({ restUrls, gasPrices }: CheckedChain): FieldError[] => [
  ...(restUrls.length > 0 ? [] : [fieldError('/restUrls', 'LENGTH', { min: 1, unit: 'items' })]),
  ...(gasPrices.length > 0 ? [] : [fieldError('/gasPrices', 'LENGTH', { min: 1, unit: 'items' })]),
];

interface Found {
  endpoint: Endpoint;
  state: NodeState;
}

const otherChains = ({ chainId }: CheckedChain, found: readonly Found[]): FieldError[] =>
  found
    .filter(({ state }) => state.chainId !== chainId)
    .map(({ endpoint, state }) =>
      fieldError(endpoint.pointer, 'NOT_ALLOWED', {}, `The node is of the chain ${state.chainId}.`),
    );

/** The endpoints that are far from the one in the middle. */
function apart(found: readonly Found[]): FieldError[] {
  const heights = found.map(({ state }) => state.height).toSorted((a, b) => a - b);
  const middle = heights[Math.floor(heights.length / 2)] ?? 0;
  return found
    .filter(({ state }) => Math.abs(state.height - middle) > MAX_BLOCKS_APART)
    .map(({ endpoint, state }) =>
      fieldError(
        endpoint.pointer,
        'NOT_ALLOWED',
        {},
        `The node is at height ${state.height}, others are at ${middle}.`,
      ),
    );
}

function tooOld({ pointer }: Endpoint, { versions }: NodeState): FieldError[] {
  if (supportsEscrow(versions)) return [];
  const { wasmd, wasmvm } = versions;
  const runs = wasmd ? `wasmd ${wasmd}` : wasmvm ? `wasmvm ${wasmvm}` : 'no wasmd that it reports';
  return [fieldError(pointer, 'NOT_ALLOWED', {}, `The node runs ${runs}; the escrow needs wasmd ${MIN_WASMD}.`)];
}
