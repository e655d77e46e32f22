import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type RightBundle } from './bundles.js';

export interface TestNode {
  /** REST endpoint. */
  url: string;
  /** Whether pages of other sites may read its answers (CORS). */
  allowsPages: boolean;
  /** Paths that were asked for, with smart queries decoded. */
  asked: string[];
  close(): void;
}

/** Answers a request instead of the node; true if it did. */
export type Interceptor = (asked: string, response: ServerResponse) => boolean;

const BLOCK = '/cosmos/base/tendermint/v1beta1/blocks/latest';
const CODE = /^\/cosmwasm\/wasm\/v1\/code\/(\d+)$/;
const CONTRACT = /^\/cosmwasm\/wasm\/v1\/contract\/(\w+)$/;
const SMART = /^\/cosmwasm\/wasm\/v1\/contract\/(\w+)\/smart\/([\w=-]+)$/;
const TXS = /^\/cosmos\/tx\/v1beta1\/txs\?(.*)$/;
const FACTORY_CODE = '6';

/** Serves what a bundle says over HTTP, in the format of wasmd's REST gateway. */
export async function startNode(bundle: () => RightBundle, intercept: Interceptor = () => false): Promise<TestNode> {
  const asked: string[] = [];
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const node: TestNode = { url: '', allowsPages: true, asked, close };
  const server = createServer(({ url = '' }, response) => {
    const [, contract, query] = SMART.exec(url) ?? [];
    const path = query === undefined ? url : `${contract} ${Buffer.from(query, 'base64url').toString()}`;
    asked.push(path);
    response.setHeader('content-type', 'application/json');
    if (node.allowsPages) response.setHeader('access-control-allow-origin', '*');
    if (intercept(path, response)) return;
    const body = answer(bundle(), url, path);
    response.statusCode = body === undefined ? 500 : 200;
    response.end(JSON.stringify(body ?? { code: 2, message: 'refused', details: [] }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  node.url = `http://127.0.0.1:${port}`;
  return node;
}

function answer(bundle: RightBundle, url: string, path: string): object | undefined {
  const { claim, chain, contract, campaign } = bundle;
  if (url === BLOCK) return { block: { header: { ...chain.value, height: chain.value.height } } };
  const [, code] = CODE.exec(url) ?? [];
  if (code !== undefined) return codeOf(bundle, code);
  const [, address] = CONTRACT.exec(url) ?? [];
  if (address === claim.escrow) return { address, contract_info: contract.value };
  if (address === claim.factory) return { address, contract_info: { ...contract.value, code_id: FACTORY_CODE } };
  const [, search] = TXS.exec(url) ?? [];
  if (search !== undefined) return transactions(bundle, new URLSearchParams(search));
  const [asked, query = '{}'] = path.split(' ');
  const data = queryOf(bundle, asked ?? '', JSON.parse(query) as Query);
  return data === undefined ? undefined : { data };

  function queryOf({ status, config, pause, allocations }: RightBundle, of: string, message: Query): unknown {
    if (of === claim.factory) return message.campaign ? campaign.value : message.pause_state && pause.value;
    if (message.status) return status.value;
    if (message.config) return config.value;
    const { start_after = '', limit = 30 } = message.allocations ?? {};
    const page = allocations.value.filter((entry) => entry.address > start_after).slice(0, limit);
    return { version: status.value.version, allocations: page };
  }
}

interface Query {
  campaign?: object;
  pause_state?: object;
  status?: object;
  config?: object;
  allocations?: { start_after?: string; limit?: number };
}

/** The node writes hashes in upper case. */
function codeOf({ contract, dataHash, createdDataHash, factoryDataHash }: RightBundle, code: string) {
  const hash = code === FACTORY_CODE ? factoryDataHash : code === contract.value.code_id ? dataHash : createdDataHash;
  return { code_info: { code_id: code, data_hash: hash.value.toUpperCase() }, data: '' };
}

function transactions(bundle: RightBundle, search: URLSearchParams): object {
  const { claim } = bundle;
  const found = {
    [`execute._contract_address='${claim.escrow}'`]: () => transfersOf(bundle),
    [`wasm._contract_address='${claim.factory}' AND wasm.action='update_config'`]: () => updatesOf(bundle),
    [`instantiate._contract_address='${claim.escrow}'`]: () => creationOf(bundle, 'escrow'),
    [`instantiate._contract_address='${claim.factory}'`]: () => creationOf(bundle, 'factory'),
  }[search.get('query') ?? ''];
  const all = found?.() ?? [];
  const [page, limit] = [Number(search.get('page')), Number(search.get('limit'))];
  const tx_responses = all.slice((page - 1) * limit, page * limit);
  return { txs: [], tx_responses, pagination: null, total: String(all.length) };
}

const attributesOf = (members: Record<string, string>) =>
  Object.entries(members).map(([key, value]) => ({ key, value, index: true }));

/** A node that has forgotten it does not find it. */
function creationOf({ claim, history }: RightBundle, contract: 'escrow' | 'factory'): object[] {
  if (!history.value[contract]) return [];
  const attributes = attributesOf({ _contract_address: claim[contract], code_id: '7', msg_index: '0' });
  const txhash = (contract === 'escrow' ? 'E' : 'F').repeat(64);
  return [{ txhash, height: '5', code: 0, events: [{ type: 'instantiate', attributes }] }];
}

/** The second update of each transaction is of another contract. */
function updatesOf({ claim, treasuries }: RightBundle): object[] {
  return treasuries.value.map(({ height, address }, index) => {
    const update = { action: 'update_config', treasury: address };
    const events = [claim.factory, claim.escrow].map((contract) => ({
      type: 'wasm',
      attributes: attributesOf({ _contract_address: contract, ...update }),
    }));
    return { txhash: (index + 1).toString(16).toUpperCase().padStart(64, '0'), height, code: 0, events };
  });
}

function transfersOf({ claim, config, transfers }: RightBundle): object[] {
  const { asset } = config.value;
  const isNative = 'native' in asset;
  const hashes = [...new Set(transfers.value.map(({ tx }) => tx))];
  return hashes.map((txhash) => {
    const found = transfers.value.filter(({ tx }) => tx === txhash);
    const events = found.flatMap(({ recipient, amount }) =>
      isNative
        ? [
            { type: 'coin_spent', attributes: attributesOf({ spender: claim.escrow, amount }) },
            {
              type: 'transfer',
              attributes: attributesOf({ recipient, sender: claim.escrow, amount: `${amount}${asset.native.denom}` }),
            },
          ]
        : [
            {
              type: 'wasm',
              attributes: attributesOf({
                ...{ _contract_address: asset.cw20.address, action: 'transfer', from: claim.escrow, to: recipient },
                amount,
              }),
            },
          ],
    );
    return { txhash, height: found[0]?.height, code: 0, events };
  });
}
