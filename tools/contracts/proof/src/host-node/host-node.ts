import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth';
import { QueryAccountRequest, QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query';
import {
  QueryBalanceRequest,
  QueryBalanceResponse,
  QuerySupplyOfRequest,
  QuerySupplyOfResponse,
} from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service';
import {
  QueryCodeRequest,
  QueryCodeResponse,
  QueryContractInfoRequest,
  QueryContractInfoResponse,
  QuerySmartContractStateRequest,
  QuerySmartContractStateResponse,
} from 'cosmjs-types/cosmwasm/wasm/v1/query';
import type { HostChain } from './host-chain.js';
import { hashOf, matches, type HostTransaction } from './host-transaction.js';

/** Faults of a node; none by default. */
export interface NodeBehaviour {
  /** Blocks by which it is behind the chain. */
  lag: number;
  /** Age of its latest block, as it says. */
  ageMs: number;
  chainId: string | undefined;
  isSynchronising: boolean;
  /** Changes what a contract answered. */
  lie: (answer: never, query: object) => unknown;
  /** Changes the hash of a block. */
  hash: (hash: string, height: number) => string;
  /** Sent instead of every answer. */
  garbage: { status?: number; body: string } | undefined;
  delayMs: number;
  /** Blocks below are not there any more. */
  pruned: number;
}

const HONEST: NodeBehaviour = {
  ...{ lag: 0, ageMs: 0, chainId: undefined, isSynchronising: false, garbage: undefined, delayMs: 0, pruned: 0 },
  lie: (answer) => answer,
  hash: (hash) => hash,
};

interface RpcRequest {
  id: number;
  method: string;
  params: RpcParams;
}

const hashIn = ({ hash = '' }: RpcParams): string => Buffer.from(hash, 'base64').toString('hex').toUpperCase();

interface RpcParams {
  path?: string;
  data?: string;
  height?: string;
  minHeight?: string;
  hash?: string;
  tx?: string;
  query?: string;
  page?: string;
  per_page?: string;
}

/** Why a query is refused. */
interface Refusal {
  code: number;
  codespace: string;
  log: string;
}

/**
 * A node of a host chain: CometBFT's RPC and the REST API of the SDK, as far as the platform asks them to operate escrows.
 * Its mempool is empty: a transaction that is broadcast is in a block at once.
 */
export class HostNode {
  readonly server = createServer((request, response) => void this.answer(request, response));
  behaviour: NodeBehaviour = HONEST;
  chain: HostChain;
  url = '';
  /** Requests, by method or path. */
  readonly asked: string[] = [];

  private constructor(chain: HostChain) {
    this.chain = chain;
  }

  static async start(chain: HostChain): Promise<HostNode> {
    const node = new HostNode(chain);
    node.server.listen(0, '127.0.0.1');
    await once(node.server, 'listening');
    const address = node.server.address();
    if (typeof address === 'object') node.url = `http://127.0.0.1:${address?.port}`;
    return node;
  }

  /** Honest in everything else. */
  behave(behaviour: Partial<NodeBehaviour> = {}): void {
    this.behaviour = { ...HONEST, ...behaviour };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private get height(): number {
    return this.chain.height - this.behaviour.lag;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { garbage, delayMs } = this.behaviour;
    if (delayMs > 0) await pause(delayMs);
    if (garbage !== undefined) return void response.writeHead(garbage.status ?? 200).end(garbage.body);
    const body = Buffer.concat(chunks).toString();
    const { status, json } = request.method === 'POST' ? this.rpc(JSON.parse(body) as RpcRequest) : this.rest(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  }

  private rpc({ id, method, params }: RpcRequest): { status: number; json: object } {
    this.asked.push(method);
    const result = this.result(method, params);
    if (result === undefined) {
      const error = {
        code: -32603,
        message: 'Internal error',
        data: method === 'tx' ? `tx (${hashIn(params)}) not found` : 'height is not available',
      };
      return { status: 500, json: { jsonrpc: '2.0', id, error } };
    }
    return { status: 200, json: { jsonrpc: '2.0', id, result } };
  }

  /** Undefined: there is no such thing. */
  private result(method: string, params: RpcParams): object | undefined {
    if (method === 'status') return this.status();
    if (method === 'blockchain') return this.blockMetas(Number(params.minHeight));
    if (method === 'abci_query') return { response: this.abciAnswer(params) };
    if (method === 'broadcast_tx_sync') return this.broadcast(Buffer.from(params.tx ?? '', 'base64'));
    if (method === 'tx') return this.transaction(hashIn(params));
    if (method === 'tx_search') return this.transactions(params);
    return undefined;
  }

  private broadcast(bytes: Uint8Array): object {
    const hash = hashOf(bytes);
    if (this.chain.deliver(bytes) !== undefined) return { code: 0, codespace: '', log: '', hash };
    return { code: 32, codespace: 'sdk', log: 'account sequence mismatch', hash };
  }

  private transaction(hash: string): object | undefined {
    const found = this.chain.transactions.find((one) => one.hash === hash);
    return found && txAnswer(found);
  }

  private transactions({ query = '', page = '1', per_page = '30' }: RpcParams): object {
    const found = this.chain.transactions.filter((one) => matches(one, query));
    const start = (Number(page) - 1) * Number(per_page);
    const txs = found.slice(start, start + Number(per_page)).map(txAnswer);
    return { txs, total_count: String(found.length) };
  }

  private abciAnswer({ path, data = '', height = String(this.height) }: RpcParams): object {
    const value = this.abciValue(path, Buffer.from(data, 'hex'), Number(height));
    if (value === undefined) return { code: 18, codespace: 'sdk', log: 'no such contract', height };
    if ('code' in value) return { ...value, height };
    return { code: 0, codespace: '', log: '', value: Buffer.from(value).toString('base64'), height };
  }

  /** Undefined: there is no such contract. */
  private abciValue(path: string | undefined, data: Uint8Array, height: number): Uint8Array | Refusal | undefined {
    if (path === '/cosmos.auth.v1beta1.Query/Account') {
      const { address } = QueryAccountRequest.decode(data);
      const own = { address, accountNumber: ACCOUNT_NUMBER, sequence: this.chain.sequence(address, height) };
      const account = {
        typeUrl: BaseAccount.typeUrl,
        value: BaseAccount.encode(BaseAccount.fromPartial(own)).finish(),
      };
      return QueryAccountResponse.encode({ account }).finish();
    }
    if (path === '/cosmos.bank.v1beta1.Query/Balance') {
      const { address, denom } = QueryBalanceRequest.decode(data);
      const amount = this.chain.at(height, () => this.chain.backend.chain.bank.balance(address, denom));
      return QueryBalanceResponse.encode({ balance: { denom, amount: String(amount) } }).finish();
    }
    if (path === '/cosmos.tx.v1beta1.Service/Simulate') {
      const result = this.chain.simulate(SimulateRequest.decode(data).txBytes);
      if (!result.ok) return { code: result.code, codespace: result.codespace, log: result.error };
      const gasInfo = { gasUsed: BigInt(result.gasUsed) };
      return SimulateResponse.encode(SimulateResponse.fromPartial({ gasInfo })).finish();
    }
    if (path === '/cosmwasm.wasm.v1.Query/SmartContractState') {
      const { address, queryData } = QuerySmartContractStateRequest.decode(data);
      const answer = this.smart(address, JSON.parse(Buffer.from(queryData).toString()) as object, height);
      if (answer === undefined) return undefined;
      return QuerySmartContractStateResponse.encode({ data: Buffer.from(answer) }).finish();
    }
    if (path === '/cosmwasm.wasm.v1.Query/ContractInfo') {
      const { address } = QueryContractInfoRequest.decode(data);
      const codeId = this.codeId(address, height);
      if (codeId === undefined) return undefined;
      const answer = { address, contractInfo: { codeId: BigInt(codeId) } };
      return QueryContractInfoResponse.encode(QueryContractInfoResponse.fromPartial(answer)).finish();
    }
    if (path === '/cosmwasm.wasm.v1.Query/Code') {
      const { codeId } = QueryCodeRequest.decode(data);
      const dataHash = Buffer.from(this.checksum(Number(codeId)), 'hex');
      return QueryCodeResponse.encode(QueryCodeResponse.fromPartial({ codeInfo: { codeId, dataHash } })).finish();
    }
    if (path === '/cosmos.bank.v1beta1.Query/SupplyOf') {
      const { denom } = QuerySupplyOfRequest.decode(data);
      return QuerySupplyOfResponse.encode({ amount: { denom, amount: this.supply(denom, height) } }).finish();
    }
    return undefined;
  }

  private codeId(contract: string, height: number): number | undefined {
    return this.chain.at(height, () => this.chain.backend.chain.contractInfo(contract)?.codeId);
  }

  private checksum(codeId: number): string {
    return this.chain.backend.chain.codeInfo(codeId)?.checksum ?? '';
  }

  private supply(denom: string, height: number): string {
    return this.chain.at(height, () => String(this.chain.backend.chain.bank.supply(denom)));
  }

  /** JSON; undefined: refused. */
  private smart(contract: string, query: object, height: number): string | undefined {
    if (height > this.height) return undefined;
    try {
      return JSON.stringify(this.behaviour.lie(this.chain.query(contract, query, height) as never, query));
    } catch {
      return undefined;
    }
  }

  private block(height: number): { hash: string; time: string } | undefined {
    const block = height > this.height || height < this.behaviour.pruned ? undefined : this.chain.block(height);
    return block && { hash: this.behaviour.hash(block.hash, height), time: block.time.toISOString() };
  }

  private status(): object {
    const { hash } = this.block(this.height) ?? { hash: NO_HASH };
    return {
      node_info: {
        ...{ id: '00'.repeat(20), listen_addr: 'tcp://0.0.0.0:26656', network: this.network, version: '0.38.17' },
        ...{ channels: '40', moniker: 'host', other: {}, protocol_version: { p2p: '8', block: '11', app: '0' } },
      },
      sync_info: {
        ...{ latest_block_hash: hash, latest_app_hash: NO_HASH, latest_block_height: String(this.height) },
        latest_block_time: new Date(Date.now() - this.behaviour.ageMs).toISOString(),
        catching_up: this.behaviour.isSynchronising,
      },
      validator_info: {
        address: '00'.repeat(20),
        pub_key: { type: 'tendermint/PubKeyEd25519', value: Buffer.alloc(32).toString('base64') },
        voting_power: '0',
      },
    };
  }

  private blockMetas(height: number): object | undefined {
    const block = this.block(height);
    return block && { last_height: String(this.height), block_metas: [{ ...this.meta(height, block), ...SIZES }] };
  }

  private meta(height: number, { hash, time }: { hash: string; time: string }) {
    const header = { ...EMPTY_HEADER, chain_id: this.network, height: String(height), time };
    return { block_id: { hash, parts: { total: 1, hash } }, header };
  }

  private rest({ url = '', headers }: IncomingMessage): { status: number; json: object } {
    this.asked.push(url);
    const [, block] = /\/blocks\/(\w+)$/.exec(url) ?? [];
    if (block !== undefined)
      return this.restBlock(block === 'latest' ? this.height : Number(block), block === 'latest');
    const other = this.restOther(new URL(url, this.url), Number(headers['x-cosmos-block-height']));
    if (other !== undefined) return other;
    const [, contract = '', data = ''] = /\/contract\/(\w+)\/smart\/([\w=-]+)$/.exec(url) ?? [];
    const query = JSON.parse(Buffer.from(data, 'base64url').toString()) as object;
    const answer = this.smart(contract, query, Number(headers['x-cosmos-block-height']));
    if (answer === undefined) return { status: 500, json: { code: 2, message: 'refused' } };
    return { status: 200, json: { data: JSON.parse(answer) as unknown } };
  }

  private restOther({ pathname, searchParams }: URL, height: number): { status: number; json: object } | undefined {
    const denom = searchParams.get('denom');
    if (denom !== null) return { status: 200, json: { amount: { denom, amount: this.supply(denom, height) } } };
    const [, code] = /\/code\/(\d+)$/.exec(pathname) ?? [];
    if (code !== undefined) {
      return {
        status: 200,
        json: { code_info: { code_id: code, data_hash: this.checksum(Number(code)).toUpperCase() } },
      };
    }
    const [, address = ''] = /\/contract\/(\w+)$/.exec(pathname) ?? [];
    if (address === '') return undefined;
    const codeId = this.codeId(address, height);
    if (codeId === undefined) return { status: 404, json: { code: 5, message: 'no such contract' } };
    return { status: 200, json: { address, contract_info: { code_id: String(codeId) } } };
  }

  private restBlock(height: number, isLatest: boolean): { status: number; json: object } {
    const block = this.block(height);
    if (block === undefined) return { status: 400, json: { code: 3, message: 'no such block' } };
    const time = isLatest ? new Date(Date.now() - this.behaviour.ageMs).toISOString() : block.time;
    const { header } = this.meta(height, { ...block, time });
    return {
      status: 200,
      json: { block_id: { hash: Buffer.from(block.hash, 'hex').toString('base64') }, block: { header } },
    };
  }

  private get network(): string {
    return this.behaviour.chainId ?? this.chain.chainId;
  }
}

/** `tx_result` and where it is, as CometBFT answers. */
const txAnswer = ({ hash, height, bytes, gasUsed, code, codespace, log, events }: HostTransaction) => ({
  ...{ hash, height: String(height), index: 0, tx: Buffer.from(bytes).toString('base64') },
  tx_result: { code, codespace, log, events, gas_wanted: String(gasUsed), gas_used: String(gasUsed) },
});

/** Of every account. */
const ACCOUNT_NUMBER = 7n;
const NO_HASH = '00'.repeat(32);
const SIZES = { block_size: '1000', num_txs: '0' };
const EMPTY_HEADER = {
  ...{ version: { block: '11' }, last_block_id: { hash: '', parts: { total: 0, hash: '' } } },
  ...{ last_commit_hash: '', data_hash: '', validators_hash: '', next_validators_hash: '', consensus_hash: '' },
  ...{ app_hash: '', last_results_hash: '', evidence_hash: '', proposer_address: '00'.repeat(20) },
};
