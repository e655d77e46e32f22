import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Chain, type TxSuccess } from '@questp/contract-host';

const CODE = /^\/cosmwasm\/wasm\/v1\/code\/(\d+)$/;
const CONTRACT = /^\/cosmwasm\/wasm\/v1\/contract\/(\w+)$/;
const SMART = /^\/cosmwasm\/wasm\/v1\/contract\/(\w+)\/smart\/([\w=-]+)$/;
const TXS = /^\/cosmos\/tx\/v1beta1\/txs\?(.*)$/;
const EVENT = /^(\w+)\.(\w+)='(\w+)'$/;

/** Answers of a request to a node. */
export type Answer = (path: string) => unknown;

/**
 * The REST gateway of a node over the contract host, as far as verification asks it: contracts, codes, smart queries,
 * and the transactions since it was started, found by an attribute of their events.
 */
export async function serveHost(chain: Chain): Promise<{ url: string; close: () => void }> {
  const found: TxSuccess[] = [];
  const execute = chain.execute.bind(chain);
  chain.execute = (...call) => {
    const result = execute(...call);
    if (result.ok) found.push(result);
    return result;
  };
  const server = createServer(({ url = '' }, response) => {
    let body: object | undefined;
    try {
      body = answer(chain, found, url);
    } catch (error) {
      body = { code: 2, message: String(error), details: [] };
      response.statusCode = 500;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function answer(chain: Chain, txs: readonly TxSuccess[], url: string): object {
  // The host's clock stands still.
  const header = { chain_id: chain.chainId, height: `${chain.height}`, time: new Date().toISOString() };
  if (url === '/cosmos/base/tendermint/v1beta1/blocks/latest') return { block: { header } };
  const [, code] = CODE.exec(url) ?? [];
  if (code !== undefined) return { code_info: { data_hash: chain.codeInfo(Number(code))?.checksum.toUpperCase() } };
  const [, address] = CONTRACT.exec(url) ?? [];
  if (address !== undefined) {
    const { codeId, creator, admin = '', label } = known(chain.contractInfo(address));
    return { address, contract_info: { code_id: `${codeId}`, creator, admin, label } };
  }
  const [, search] = TXS.exec(url) ?? [];
  if (search !== undefined) return transactions(txs, new URLSearchParams(search));
  const [, contract = '', query = ''] = SMART.exec(url) ?? [];
  return { data: chain.query(contract, JSON.parse(Buffer.from(query, 'base64url').toString()) as object) };
}

function transactions(txs: readonly TxSuccess[], search: URLSearchParams): object {
  const [, type, key, value] = EVENT.exec(search.get('query') ?? '') ?? [];
  const all = txs.map(({ events }, index) => ({
    ...{ txhash: index.toString(16).toUpperCase().padStart(64, '0'), height: `${index + 1}`, code: 0, events },
  }));
  const matching = all.filter(({ events }) =>
    events.some(
      (event) => event.type === type && event.attributes.some((one) => one.key === key && one.value === value),
    ),
  );
  const [page, limit] = [Number(search.get('page')), Number(search.get('limit'))];
  return { tx_responses: matching.slice((page - 1) * limit, page * limit), total: `${matching.length}` };
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not found');
  return value;
}
