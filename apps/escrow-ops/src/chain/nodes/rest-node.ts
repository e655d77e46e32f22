import type { Egress, EgressOptions } from '@questp/egress';
import { saysTxNotFound } from '@questp/chains/transactions';
import { NodeFault, type Account, type Block, type ChainNode, type TxTransfers } from './chain-node.js';
import { parseAnswer } from './json-answer.js';
import { eventsOf, hashOf, integerOf, objectOf, textOf } from './json-members.js';
import { orNull } from './or-null.js';
import { transfersOf } from './transfers.js';

const BLOCKS = '/cosmos/base/tendermint/v1beta1/blocks';
const HEIGHT_HEADER = 'x-cosmos-block-height';

interface RestNodeOptions {
  chainId: string;
  position: number;
  /** Without a slash at the end. */
  url: string;
  egress: Egress;
  options: EgressOptions;
}

/** A node by its REST API, where the chain has no RPC configured. It takes no transactions. */
export class RestNode implements ChainNode {
  readonly position: number;

  constructor(private readonly node: RestNodeOptions) {
    this.position = node.position;
  }

  /** Transactions are sent and searched by the RPC. */
  searchTransfers(): Promise<never> {
    return Promise.reject(new NodeFault('refused', 'a search for transactions'));
  }

  tip(): Promise<Block> {
    return this.readBlock('latest');
  }

  async block(height: number): Promise<Block> {
    const block = await this.readBlock(String(height));
    if (block.height !== height) throw new NodeFault('invalid', 'another block than the one asked for');
    return block;
  }

  async smart(contract: string, query: object, height: number): Promise<unknown> {
    // Base64url, because a slash would end the path segment.
    const data = Buffer.from(JSON.stringify(query)).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
    const path = `/cosmwasm/wasm/v1/contract/${encodeURIComponent(contract)}/smart/${data}`;
    return objectOf(await this.get(path, height))['data'];
  }

  async codeChecksum(contract: string, height: number): Promise<string | null> {
    const path = `/cosmwasm/wasm/v1/contract/${encodeURIComponent(contract)}`;
    const answer = await orNull(() => this.get(path, height));
    if (answer === null) return null;
    const { address, contract_info } = objectOf(answer);
    if (address !== contract) throw new NodeFault('invalid', 'another contract than the one asked for');
    const codeId = integerOf(objectOf(contract_info)['code_id']);
    const code = objectOf(await this.get(`/cosmwasm/wasm/v1/code/${codeId}`, height));
    const checksum = textOf(objectOf(code['code_info'])['data_hash']);
    if (!/^[0-9A-Fa-f]{64}$/.test(checksum)) throw new NodeFault('invalid', 'no checksum of a code');
    return checksum.toLowerCase();
  }

  async supply(denom: string, height: number): Promise<bigint> {
    const path = `/cosmos/bank/v1beta1/supply/by_denom?denom=${encodeURIComponent(denom)}`;
    const amount = objectOf(objectOf(await this.get(path, height))['amount']);
    if (amount['denom'] !== denom) throw new NodeFault('invalid', 'the supply of another denomination');
    return integerOf(amount['amount']);
  }

  async account(address: string, height: number): Promise<Account | null> {
    const answer = await this.get(`/cosmos/auth/v1beta1/accounts/${encodeURIComponent(address)}`, height, 404);
    if (answer === null) return null;
    const account = objectOf(objectOf(answer)['account']);
    if (account['address'] !== address) throw new NodeFault('invalid', 'another account than the one asked for');
    return { accountNumber: integerOf(account['account_number']), sequence: integerOf(account['sequence']) };
  }

  async balance(address: string, denom: string, height: number): Promise<bigint> {
    const path = `/cosmos/bank/v1beta1/balances/${encodeURIComponent(address)}/by_denom?denom=${encodeURIComponent(denom)}`;
    const balance = objectOf(objectOf(await this.get(path, height))['balance']);
    if (balance['denom'] !== denom) throw new NodeFault('invalid', 'another balance than the one asked for');
    return integerOf(balance['amount']);
  }

  async transfers(hash: string): Promise<TxTransfers | null> {
    const answer = await orNull(
      () => this.get(`/cosmos/tx/v1beta1/txs/${hash}`),
      (log) => saysTxNotFound(log, hash),
    );
    if (answer === null) return null;
    const { txhash, height, code, events } = objectOf(objectOf(answer)['tx_response']);
    if (hashOf(txhash) !== hash) throw new NodeFault('invalid', 'another transaction than the one asked for');
    const succeeded = integerOf(code) === 0n;
    return { height: Number(integerOf(height)), succeeded, transfers: succeeded ? transfersOf(eventsOf(events)) : [] };
  }

  private async readBlock(height: string): Promise<Block> {
    const answer = objectOf(await this.get(`${BLOCKS}/${height}`));
    const { hash } = objectOf(answer['block_id']);
    const header = objectOf(objectOf(answer['block'])['header']);
    if (header['chain_id'] !== this.node.chainId) throw new NodeFault('other_chain', 'the node is of another chain');
    const block = {
      height: Number(integerOf(header['height'])),
      time: new Date(textOf(header['time'])),
      hash: Buffer.from(textOf(hash), 'base64').toString('hex').toUpperCase(),
    };
    const isBlock = Number.isSafeInteger(block.height) && block.height > 0 && block.hash.length === 64;
    if (!isBlock || Number.isNaN(block.time.getTime())) throw new NodeFault('invalid', 'no block');
    return block;
  }

  /** Null: the accepted status. */
  private async get(path: string, height?: number, accepted?: number): Promise<unknown> {
    const { egress, url, options } = this.node;
    const headers = { accept: 'application/json', ...(height !== undefined && { [HEIGHT_HEADER]: String(height) }) };
    const answer = await egress.get(url + path, { ...options, headers });
    if (answer.outcome !== 'answered') throw new NodeFault('unreachable', answer.detail);
    if (answer.status === accepted) return null;
    if (answer.status !== 200) {
      const kind = answer.status >= 500 && answer.status !== 500 ? 'unreachable' : 'refused';
      throw new NodeFault(kind, `status ${answer.status}`, answer.body.toString());
    }
    const shown = answer.headers[`grpc-metadata-${HEIGHT_HEADER}`];
    if (height !== undefined && shown !== undefined && shown !== String(height))
      throw new NodeFault('invalid', 'an answer at another height');
    try {
      return parseAnswer(answer.body.toString());
    } catch {
      throw new NodeFault('invalid', 'not JSON');
    }
  }
}
