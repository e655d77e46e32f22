import { isJsonRpcErrorResponse, parseJsonRpcResponse, type JsonRpcRequest } from '@cosmjs/json-rpc';
import type { RpcClient } from '@cosmjs/tendermint-rpc';
import { NodeFault } from './chain-node.js';

/**
 * JSON-RPC over the egress client, for the clients of CosmJS.
 * @param fetch of the egress client
 */
export const rpcClient = (fetch: typeof globalThis.fetch, url: string): RpcClient => ({
  execute: async (request: JsonRpcRequest) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    // CometBFT answers errors of a method with status 500 and a body that names them.
    if (!answer.ok && answer.status !== 500) throw new NodeFault('unreachable', `status ${answer.status}`);
    const response = parseJsonRpcResponse(await answer.json());
    if (isJsonRpcErrorResponse(response)) {
      const { code, data } = response.error;
      throw new NodeFault('refused', `error ${code}`, typeof data === 'string' ? data : '');
    }
    return response;
  },
  disconnect: () => undefined,
});
