import { type NodeClient } from '../node/node-client.js';
import { MAX_TREASURIES, treasury, type Treasury } from './bundle.js';
import { transactions } from './transactions.js';

/**
 * The changes of the factory's treasury, oldest first, from the events of `update_config`.
 * @throws FetchError when the node has no index of events; ShapeError when it repeats itself or goes on
 */
export async function readTreasuries(node: NodeClient, factory: string): Promise<Treasury[]> {
  const changes: Treasury[] = [];
  const events = `wasm._contract_address='${factory}' AND wasm.action='update_config'`;
  for await (const { txs } of transactions(node, events, MAX_TREASURIES)) {
    for (const { code, height, events } of txs) {
      if (code !== 0) continue;
      for (const { type, values } of events) {
        const isUpdate = type === 'wasm' && values.get('_contract_address') === factory;
        const address = isUpdate && values.get('action') === 'update_config' ? values.get('treasury') : undefined;
        if (address !== undefined) changes.push(treasury({ height, address }, 'a treasury of the factory'));
      }
    }
  }
  return changes;
}
