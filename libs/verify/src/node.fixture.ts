import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

/** Answer of a contract to a query; undefined: refused. */
export type Answer = (query: Record<string, Record<string, unknown>>) => unknown;

/** State of a fake node, by address and code id. */
export interface NodeState {
  contracts: Record<string, { info: object; answer: Answer }>;
  codes: Record<string, { data_hash: string }>;
}

const SMART = /^\/cosmwasm\/wasm\/v1\/contract\/(\w+)\/smart\/([\w=-]+)$/;
const CONTRACT = /^\/cosmwasm\/wasm\/v1\/contract\/(\w+)$/;
const CODE = /^\/cosmwasm\/wasm\/v1\/code\/(\d+)$/;

/** Serves the REST paths of specification 4.5 over HTTP, in wasmd's format. */
export async function startNode(state: () => NodeState): Promise<{ rest: string; server: Server }> {
  const server = createServer((request, response) => {
    const body = respond(state(), request.url ?? '');
    response.writeHead(body === undefined ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { code: 2, message: 'refused', details: [] }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { rest: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function respond({ contracts, codes }: NodeState, path: string): object | undefined {
  const [, code] = CODE.exec(path) ?? [];
  if (code) return codes[code] && { code_info: codes[code], data: '' };
  const [, address] = CONTRACT.exec(path) ?? [];
  if (address) return contracts[address] && { address, contract_info: contracts[address].info };
  const [, asked, query] = SMART.exec(path) ?? [];
  if (!asked || !query) return undefined;
  const message = JSON.parse(Buffer.from(query, 'base64url').toString()) as Parameters<Answer>[0];
  const data = contracts[asked]?.answer(message);
  return data === undefined ? undefined : { data };
}
