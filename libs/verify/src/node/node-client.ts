import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64url } from '@scure/base';
import { codeInfo, contractInfo, latestBlock, txPage, type TxPage } from './answers.js';
import { type Budget, fetchJson } from './fetch-json.js';
import { object, type Shape, type Shaped } from '../input/shape.js';

const MIB = 1024 * 1024;

/** A chain node's REST endpoint. Every answer is bounded and validated; whatever is wrong throws. */
export class NodeClient {
  /** @param url without a slash at the end */
  constructor(
    private readonly url: string,
    private readonly budget: Budget,
  ) {}

  async latestBlock(): Promise<Shaped<typeof latestBlock>['block']['header']> {
    // With all its transactions.
    return (await this.get('/cosmos/base/tendermint/v1beta1/blocks/latest', latestBlock, 32)).block.header;
  }

  async contract(address: string): Promise<Shaped<typeof contractInfo>['contract_info']> {
    return (await this.get(`/cosmwasm/wasm/v1/contract/${address}`, contractInfo)).contract_info;
  }

  /** SHA-256 of a code, lowercase hex. */
  async dataHash(codeId: string | number): Promise<string> {
    // With the Wasm, in base64.
    return (await this.get(`/cosmwasm/wasm/v1/code/${codeId}`, codeInfo, 8)).code_info.data_hash;
  }

  async query<T>(contract: string, query: object, shape: Shape<T>): Promise<T> {
    // Base64url, because a slash would end the path segment; the gateway accepts it with padding.
    const encoded = base64url.encode(utf8ToBytes(JSON.stringify(query)));
    return (await this.get(`/cosmwasm/wasm/v1/contract/${contract}/smart/${encoded}`, object({ data: shape }))).data;
  }

  /** A page of at most `limit` transactions with these events, oldest first. Pages count from 1. */
  async transactions(events: string, page: number, limit: number): Promise<TxPage> {
    const query = `query=${encodeURIComponent(events)}&order_by=ORDER_BY_ASC&page=${page}&limit=${limit}`;
    return await this.get(`/cosmos/tx/v1beta1/txs?${query}`, txPage, 16);
  }

  private async get<T>(path: string, shape: Shape<T>, mebibytes = 1): Promise<T> {
    return shape(await fetchJson(`${this.url}${path}`, mebibytes * MIB, this.budget), '');
  }
}
