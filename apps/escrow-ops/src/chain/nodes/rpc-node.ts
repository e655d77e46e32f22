import { Comet38Client, type comet38, type RpcClient } from '@cosmjs/tendermint-rpc';
import { saysTxNotFound } from '@questp/chains/transactions';
import { EgressError } from '@questp/egress';
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth';
import { QueryAccountRequest, QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query';
import { QueryBalanceRequest, QueryBalanceResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service';
import { QuerySupplyOfRequest, QuerySupplyOfResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import {
  QueryCodeRequest,
  QueryCodeResponse,
  QueryContractInfoRequest,
  QueryContractInfoResponse,
  QuerySmartContractStateRequest,
  QuerySmartContractStateResponse,
} from 'cosmjs-types/cosmwasm/wasm/v1/query';
import {
  AMOUNT,
  MAX_LOG_CHARACTERS,
  NodeFault,
  type Account,
  type Block,
  type BroadcastResult,
  type OutgoingTransfer,
  type TransferSearch,
  type TxNode,
  type TxResult,
  type TxTransfers,
} from './chain-node.js';
import { parseAnswer } from './json-answer.js';
import { eventsOf, hashOf, integerOf, objectOf, type Json } from './json-members.js';
import { orNull } from './or-null.js';
import { rpcClient } from './rpc-client.js';
import { transferQuery } from './transfer-query.js';
import { recipientsOf, transfersOf } from './transfers.js';

/** Error of the SDK for an object that does not exist. */
const NOT_FOUND = { codespace: 'sdk', code: 22 } as const;
/** Transactions of a page: one with 1,000 payouts has more than a megabyte. */
const SEARCH_PAGE = 2;
const BASE_ACCOUNT = '/cosmos.auth.v1beta1.BaseAccount';

interface RpcNodeOptions {
  chainId: string;
  position: number;
  url: string;
  /** Of the egress client. */
  fetch: typeof globalThis.fetch;
}

/** A node by its CometBFT RPC. */
export class RpcNode implements TxNode {
  readonly position: number;
  private readonly chainId: string;
  private readonly rpc: RpcClient;
  private readonly comet: Comet38Client;

  constructor({ chainId, position, url, fetch }: RpcNodeOptions) {
    this.chainId = chainId;
    this.position = position;
    this.rpc = rpcClient(fetch, url);
    this.comet = Comet38Client.create(this.rpc);
  }

  tip(): Promise<Block> {
    return answered(async () => {
      const { nodeInfo, syncInfo } = await this.comet.status();
      if (nodeInfo.network !== this.chainId) throw new NodeFault('other_chain', 'the node is of another chain');
      if (syncInfo.catchingUp) throw new NodeFault('behind', 'the node synchronises');
      return blockOf(syncInfo.latestBlockHeight, syncInfo.latestBlockTime, syncInfo.latestBlockHash);
    });
  }

  block(height: number): Promise<Block> {
    return answered(async () => {
      const { blockMetas } = await this.comet.blockchain(height, height);
      const [meta] = blockMetas;
      if (meta?.header.height !== height) throw new NodeFault('invalid', 'another block than the one asked for');
      if (meta.header.chainId !== this.chainId) throw new NodeFault('other_chain', 'a block of another chain');
      return blockOf(height, meta.header.time, meta.blockId.hash);
    });
  }

  smart(contract: string, query: object, height: number): Promise<unknown> {
    return answered(async () => {
      const request = QuerySmartContractStateRequest.encode({
        address: contract,
        queryData: Buffer.from(JSON.stringify(query)),
      }).finish();
      const { value } = await this.query('/cosmwasm.wasm.v1.Query/SmartContractState', request, height);
      return parseAnswer(textOf(QuerySmartContractStateResponse.decode(value).data));
    });
  }

  async codeChecksum(contract: string, height: number): Promise<string | null> {
    const codeId = await orNull(() => this.codeId(contract, height));
    if (codeId === null) return null;
    return answered(async () => {
      const request = QueryCodeRequest.encode({ codeId }).finish();
      const { value } = await this.query('/cosmwasm.wasm.v1.Query/Code', request, height);
      const { codeInfo } = QueryCodeResponse.decode(value);
      if (codeInfo?.dataHash.length !== 32) throw new NodeFault('invalid', 'no checksum of a code');
      return Buffer.from(codeInfo.dataHash).toString('hex');
    });
  }

  supply(denom: string, height: number): Promise<bigint> {
    return answered(async () => {
      const request = QuerySupplyOfRequest.encode({ denom }).finish();
      const { value } = await this.query('/cosmos.bank.v1beta1.Query/SupplyOf', request, height);
      const { amount } = QuerySupplyOfResponse.decode(value);
      if (amount?.denom !== denom) throw new NodeFault('invalid', 'the supply of another denomination');
      return BigInt(amount.amount);
    });
  }

  private codeId(contract: string, height: number): Promise<bigint> {
    return answered(async () => {
      const request = QueryContractInfoRequest.encode({ address: contract }).finish();
      const { value } = await this.query('/cosmwasm.wasm.v1.Query/ContractInfo', request, height);
      const { address, contractInfo } = QueryContractInfoResponse.decode(value);
      if (address !== contract || contractInfo === undefined) throw new NodeFault('invalid', 'another contract');
      return contractInfo.codeId;
    });
  }

  account(address: string, height: number): Promise<Account | null> {
    return answered(async () => {
      const request = QueryAccountRequest.encode({ address }).finish();
      const answer = await this.query('/cosmos.auth.v1beta1.Query/Account', request, height, NOT_FOUND);
      if (answer.code !== 0) return null;
      const { account } = QueryAccountResponse.decode(answer.value);
      if (account?.typeUrl !== BASE_ACCOUNT) throw new NodeFault('invalid', 'not an account of a key');
      const { address: own, accountNumber, sequence } = BaseAccount.decode(account.value);
      if (own !== address) throw new NodeFault('invalid', 'another account than the one asked for');
      return { accountNumber, sequence };
    });
  }

  balance(address: string, denom: string, height: number): Promise<bigint> {
    return answered(async () => {
      const request = QueryBalanceRequest.encode({ address, denom }).finish();
      const { balance } = QueryBalanceResponse.decode(
        (await this.query('/cosmos.bank.v1beta1.Query/Balance', request, height)).value,
      );
      if (balance?.denom !== denom) throw new NodeFault('invalid', 'another balance than the one asked for');
      return amountOf(balance.amount);
    });
  }

  transfers(hash: string): Promise<TxTransfers | null> {
    return orNull(
      () =>
        answered(async () => {
          const found = includedIn(await this.ask('tx', { hash: Buffer.from(hash, 'hex').toString('base64') }));
          if (found.hash !== hash) throw new NodeFault('invalid', 'another transaction than the one asked for');
          const succeeded = found.code === 0;
          return {
            height: found.height,
            succeeded,
            transfers: succeeded ? transfersOf(eventsOf(found.result['events'])) : [],
          };
        }),
      (log) => saysTxNotFound(log, hash),
    );
  }

  simulate(tx: Uint8Array): Promise<bigint> {
    return answered(async () => {
      const request = SimulateRequest.encode(SimulateRequest.fromPartial({ txBytes: tx })).finish();
      const { value } = await this.query('/cosmos.tx.v1beta1.Service/Simulate', request);
      const { gasInfo } = SimulateResponse.decode(value);
      if (gasInfo === undefined) throw new NodeFault('invalid', 'no gas');
      return gasInfo.gasUsed;
    });
  }

  broadcast(tx: Uint8Array): Promise<BroadcastResult> {
    return answered(async () => {
      const { code, codespace = '', log = '' } = await this.comet.broadcastTxSync({ tx });
      return { code, codespace, log: log.slice(0, MAX_LOG_CHARACTERS) };
    });
  }

  transaction(hash: string): Promise<TxResult | null> {
    return answered(async () => {
      // The method `tx` returns an error without a code for an unknown transaction.
      const { txs } = await this.search(`tx.hash='${hash}'`, { page: 1, size: 1 });
      const [found] = txs;
      if (found === undefined) return null;
      if (found.hash !== hash) throw new NodeFault('invalid', 'another transaction than the one asked for');
      const { codespace, log, gas_used } = found.result;
      return {
        ...{ height: found.height, code: found.code, gasUsed: integerOf(gas_used ?? 0) },
        ...{ codespace: logOf(codespace), log: logOf(log) },
      };
    });
  }

  searchTransfers(search: TransferSearch): Promise<{ transfers: OutgoingTransfer[]; hasMore: boolean }> {
    return answered(async () => {
      const { page } = search;
      const { txs, total } = await this.search(transferQuery(search), { page, size: SEARCH_PAGE });
      const transfers = txs.flatMap(({ hash, height, code, result }) =>
        code === 0
          ? recipientsOf(search, eventsOf(result['events'])).map((recipient) => ({ recipient, hash, height }))
          : [],
      );
      return { transfers, hasMore: total > page * SEARCH_PAGE };
    });
  }

  private async search(query: string, { page, size }: { page: number; size: number }) {
    const params = { query, page: String(page), per_page: String(size), order_by: 'asc' };
    const { txs, total_count } = await this.ask('tx_search', params);
    if (txs !== null && !Array.isArray(txs)) throw new NodeFault('invalid', 'no transactions');
    return { txs: (txs ?? []).map(includedIn), total: Number(integerOf(total_count)) };
  }

  /** For answers with events: CosmJS refuses the whole answer if one attribute has no key. */
  private async ask(method: string, params: Readonly<Record<string, string>>): Promise<Json> {
    return objectOf((await this.rpc.execute({ jsonrpc: '2.0', id: 1, method, params })).result);
  }

  /**
   * @param height the latest one by default
   * @param accepted an error that is an answer
   */
  private async query(
    path: string,
    data: Uint8Array,
    height?: number,
    accepted?: { codespace: string; code: number },
  ): Promise<comet38.AbciQueryResponse & { code: number }> {
    const answer = await this.comet.abciQuery({ path, data, prove: false, ...(height !== undefined && { height }) });
    const { code = 0, codespace, log = '' } = answer;
    if (code !== 0 && !(code === accepted?.code && codespace === accepted.codespace))
      throw new NodeFault('refused', `error ${code} of a query`, log);
    if (code === 0 && height !== undefined && answer.height !== height)
      throw new NodeFault('invalid', 'an answer at another height');
    return { ...answer, code };
  }
}

/** A transaction in a block, with the result of its execution. */
function includedIn(answer: unknown): { hash: string; height: number; code: number; result: Json } {
  const { hash, height, tx_result } = objectOf(answer);
  const result = objectOf(tx_result);
  return {
    hash: hashOf(hash),
    height: Number(integerOf(height)),
    code: Number(integerOf(result['code'] ?? 0)),
    result,
  };
}

const logOf = (text: unknown): string => (typeof text === 'string' ? text.slice(0, MAX_LOG_CHARACTERS) : '');

const blockOf = (height: number, time: { getTime: () => number }, hash: Uint8Array): Block => {
  if (height < 1 || hash.length !== 32 || Number.isNaN(time.getTime())) throw new NodeFault('invalid', 'no block');
  return { height, time: new Date(time.getTime()), hash: Buffer.from(hash).toString('hex').toUpperCase() };
};

const amountOf = (text: string): bigint => {
  if (!AMOUNT.test(text)) throw new NodeFault('invalid', 'not an amount');
  return BigInt(text);
};

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

/** Every failure is a NodeFault: the clients throw errors of many kinds for answers that they cannot read. */
async function answered<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof NodeFault) throw error;
    if (error instanceof EgressError) throw new NodeFault('unreachable', error.message);
    throw new NodeFault('invalid', 'an answer that cannot be read');
  }
}
