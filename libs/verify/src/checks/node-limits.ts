import { type Bundle, type History } from '../bundle/bundle.js';
import { isRead } from '../input/part.js';

/** How old the latest block of a node may be. */
const STALE_MS = 10 * 60_000;

/** Why what a node does not say contradicts nothing: it is behind the chain. Undefined: it is not, or says no block. */
export function behindOf({ chain, readAt }: Bundle): string | undefined {
  if (!isRead(chain)) return undefined;
  const { time, height } = chain.value;
  const age = Date.parse(readAt) - Date.parse(time);
  return age <= STALE_MS ? undefined : `block ${height} is of ${time}: the node is behind`;
}

/**
 * The same of a node that lacks old transactions. Undefined: it finds the one that created the contract, and so those
 * after it.
 */
export function forgottenOf({ history }: Bundle, contract: keyof History): string | undefined {
  if (history !== undefined && isRead(history) && history.value[contract]) return undefined;
  return `the node does not find the transaction that created the ${contract}, so older ones are missing`;
}
