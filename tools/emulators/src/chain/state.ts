import { createHash } from 'node:crypto';
import { failed, type Answer } from './search.js';

export interface EmulatedValidator {
  address: string;
  moniker: string;
  status?: 'BOND_STATUS_BONDED' | 'BOND_STATUS_UNBONDING' | 'BOND_STATUS_UNBONDED';
  tokens?: string;
  jailed?: boolean;
}

export interface EmulatedProposal {
  id: string;
  title: string;
  status?: string;
}

export interface EmulatedContract {
  address: string;
  codeId: string;
  label: string;
  creator?: string;
  checksum?: string;
}

export interface EmulatedChannel {
  id: string;
  /** The chain that the client of the channel follows. */
  chainId: string;
  port?: string;
}

/** The path of an IBC denomination, like `transfer/channel-0`, and its base denomination. */
export interface EmulatedTrace {
  path: string;
  baseDenom: string;
}

/** What the chain has besides transactions. */
export class ChainState {
  readonly validators: EmulatedValidator[] = [];
  readonly proposals: EmulatedProposal[] = [];
  readonly contracts: EmulatedContract[] = [];
  readonly channels: EmulatedChannel[] = [];
  readonly traces: EmulatedTrace[] = [];
  readonly pools: string[] = [];
}

/** The denomination of coins that came by IBC. */
export const ibcDenom = ({ path, baseDenom }: EmulatedTrace): string =>
  `ibc/${createHash('sha256').update(`${path}/${baseDenom}`).digest('hex').toUpperCase()}`;

/** The answer to a path of the chain's modules; undefined: there is no such path. */
export function stateAnswer(state: ChainState, path: string, parameters: URLSearchParams): Answer | undefined {
  for (const [pattern, answer] of ROUTES) {
    const match = pattern.exec(path);
    if (match !== null) return answer(state, decodeURIComponent(match[1] ?? ''), parameters);
  }
  return undefined;
}

type Route = (state: ChainState, id: string, parameters: URLSearchParams) => Answer;

const notFound = (what: string): Answer => failed(404, 5, what);

const ROUTES: readonly (readonly [RegExp, Route])[] = [
  [
    /^\/cosmos\/staking\/v1beta1\/validators$/,
    (state, _, parameters) => {
      const status = parameters.get('status') ?? '';
      const all = state.validators.map(validatorOf).filter((one) => status === '' || one.status === status);
      return page('validators', all, parameters);
    },
  ],
  [
    /^\/cosmos\/staking\/v1beta1\/validators\/([^/]+)$/,
    (state, address) => {
      const validator = state.validators.find((one) => one.address === address);
      return validator
        ? [200, { validator: validatorOf(validator) }]
        : notFound(`rpc error: code = NotFound desc = validator ${address} not found: key not found`);
    },
  ],
  [
    /^\/cosmos\/gov\/v1\/proposals$/,
    (state, _, parameters) => {
      const status = STATUSES[Number(parameters.get('proposal_status') ?? 0)] ?? parameters.get('proposal_status');
      const all = state.proposals.map(proposalOf).filter((one) => !status || one.status === status);
      return page('proposals', all, parameters);
    },
  ],
  [
    /^\/cosmos\/gov\/v1\/proposals\/([^/]+)$/,
    (state, id) => {
      const proposal = state.proposals.find((one) => one.id === id);
      return proposal
        ? [200, { proposal: proposalOf(proposal) }]
        : notFound(`proposal ${id} doesn't exist: key not found`);
    },
  ],
  [
    /^\/cosmwasm\/wasm\/v1\/contract\/([^/]+)$/,
    (state, address) => {
      const contract = state.contracts.find((one) => one.address === address);
      if (contract === undefined) return notFound(`no such contract: ${address}: unknown request`);
      const { codeId: code_id, label, creator = 'cosmos1creator' } = contract;
      return [200, { address, contract_info: { code_id, creator, admin: '', label, created: null, ibc_port_id: '' } }];
    },
  ],
  [
    /^\/cosmwasm\/wasm\/v1\/code(?:-info)?\/([^/]+)$/,
    (state, codeId) => {
      const contract = state.contracts.find((one) => one.codeId === codeId);
      if (contract === undefined) return notFound(`no such code: ${codeId}`);
      const { creator = 'cosmos1creator', checksum = 'A'.repeat(64) } = contract;
      return [200, { code_info: { code_id: codeId, creator, data_hash: checksum.toUpperCase() }, data: '' }];
    },
  ],
  [
    /^\/ibc\/core\/channel\/v1\/channels$/,
    (state, _, parameters) => page('channels', state.channels.map(channelOf), parameters),
  ],
  [
    /^\/ibc\/core\/channel\/v1\/channels\/([^/]+)\/ports\/[^/]+$/,
    (state, id) => {
      const channel = state.channels.find((one) => one.id === id);
      return channel ? [200, { channel: channelOf(channel), proof: null }] : noChannel(id);
    },
  ],
  [
    /^\/ibc\/core\/channel\/v1\/channels\/([^/]+)\/ports\/[^/]+\/client_state$/,
    (state, id) => {
      const index = state.channels.findIndex((one) => one.id === id);
      const channel = state.channels[index];
      if (channel === undefined) return noChannel(id);
      const client_state = { '@type': '/ibc.lightclients.tendermint.v1.ClientState', chain_id: channel.chainId };
      return [200, { identified_client_state: { client_id: `07-tendermint-${index}`, client_state }, proof: null }];
    },
  ],
  [
    /^\/ibc\/apps\/transfer\/v1\/denom_traces\/([^/]+)$/,
    (state, hash) => {
      const trace = traceOf(state, hash);
      const denom_trace = trace && { path: trace.path, base_denom: trace.baseDenom };
      return denom_trace ? [200, { denom_trace }] : notFound(`${hash}: denomination trace not found`);
    },
  ],
  [
    /^\/ibc\/apps\/transfer\/v1\/denoms\/([^/]+)$/,
    (state, hash) => {
      const trace = traceOf(state, hash);
      if (trace === undefined) return notFound(`${hash}: denomination not found`);
      const hops = trace.path.match(/[^/]+\/[^/]+/g) ?? [];
      const of = hops.map((hop) => ({ port_id: hop.split('/')[0], channel_id: hop.split('/')[1] }));
      return [200, { denom: { base: trace.baseDenom, trace: of } }];
    },
  ],
  [
    /^\/osmosis\/poolmanager\/v1beta1\/pools\/([^/]+)$/,
    (state, id) =>
      state.pools.includes(id)
        ? [200, { pool: { '@type': '/osmosis.gamm.v1beta1.Pool', id } }]
        : failed(500, 2, `failed to find route for pool id (${id})`),
  ],
  [
    /^\/cosmos\/bank\/v1beta1\/balances\/[^/]+\/by_denom$/,
    (_state, _id, parameters) => [200, { balance: { denom: parameters.get('denom'), amount: '0' } }],
  ],
];

const STATUSES: readonly string[] = [
  ...['', 'PROPOSAL_STATUS_DEPOSIT_PERIOD', 'PROPOSAL_STATUS_VOTING_PERIOD', 'PROPOSAL_STATUS_PASSED'],
  ...['PROPOSAL_STATUS_REJECTED', 'PROPOSAL_STATUS_FAILED'],
];

const noChannel = (id: string): Answer => notFound(`port-id: transfer, channel-id ${id}: channel not found`);

/** A page of a list, by the key of the SDK, which is an offset here. */
function page(name: string, all: readonly object[], parameters: URLSearchParams): Answer {
  const key = parameters.get('pagination.key');
  const offset = key === null ? Number(parameters.get('pagination.offset') ?? 0) : Number(atob(key));
  const end = offset + Number(parameters.get('pagination.limit') ?? 100);
  const next_key = end < all.length ? btoa(String(end)) : null;
  return [200, { [name]: all.slice(offset, end), pagination: { next_key, total: String(all.length) } }];
}

const validatorOf = ({ address, moniker, ...more }: EmulatedValidator) => ({
  ...{ operator_address: address, jailed: more.jailed ?? false, status: more.status ?? 'BOND_STATUS_BONDED' },
  ...{ tokens: more.tokens ?? '1000000', description: { moniker, identity: '', website: '', details: '' } },
});

const proposalOf = ({ id, title, status = 'PROPOSAL_STATUS_VOTING_PERIOD' }: EmulatedProposal) => ({
  ...{ id, title, status, summary: '', messages: [], metadata: '', proposer: 'cosmos1proposer' },
  voting_end_time: '2099-01-01T00:00:00Z',
});

const channelOf = ({ id, port = 'transfer' }: EmulatedChannel) => ({
  ...{ state: 'STATE_OPEN', ordering: 'ORDER_UNORDERED', port_id: port, channel_id: id, version: 'ics20-1' },
  ...{ connection_hops: ['connection-0'], counterparty: { port_id: 'transfer', channel_id: 'channel-0' } },
});

const traceOf = ({ traces }: ChainState, hash: string): EmulatedTrace | undefined =>
  traces.find((trace) => ibcDenom(trace) === `ibc/${hash}`);
