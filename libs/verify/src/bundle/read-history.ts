import { type NodeClient } from '../node/node-client.js';
import { type History } from './bundle.js';
import { transactions } from './transactions.js';

/** A contract is created once. */
const MAX_CREATIONS = 10_000;

/**
 * Whether the node finds the transactions that created the contracts. They are the oldest of each: a node that has
 * dropped old transactions, or began later, answers a search without them and says nothing of it.
 *
 * @throws FetchError when the node has no index of events
 */
export async function readHistory(node: NodeClient, escrow: string, factory: string): Promise<History> {
  return { escrow: await hasCreation(node, escrow), factory: await hasCreation(node, factory) };
}

async function hasCreation(node: NodeClient, contract: string): Promise<boolean> {
  for await (const { txs } of transactions(node, `instantiate._contract_address='${contract}'`, MAX_CREATIONS)) {
    if (txs.some(({ code }) => code === 0)) return true;
  }
  return false;
}
