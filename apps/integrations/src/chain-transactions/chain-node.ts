import type { Egress, EgressAnswer } from '@questp/egress';
import type { ChainTransaction } from '@questp/messages';
import { parseObject, UnusableAnswer } from './node-json.js';
import { readTransaction } from './read-transaction.js';

/** What one node says; `unusable` is also what does not come in time, and `reason` never quotes the node. */
export type NodeAnswer =
  | { says: 'found'; transaction: ChainTransaction }
  | { says: 'not_found' }
  | { says: 'unusable'; reason: string };

/** Asks one REST endpoint of a chain for a transaction. A node is a stranger: nothing it says is taken unseen. */
export async function askNode(
  egress: Egress,
  { restUrl, chainId, txHash, timeoutMs }: { restUrl: string; chainId: string; txHash: string; timeoutMs: number },
): Promise<NodeAnswer> {
  const answer = await egress.get(`${restUrl}/cosmos/tx/v1beta1/txs/${txHash}`, {
    destination: `chain:${chainId}`,
    configured: true,
    headers: { accept: 'application/json' },
    timeoutMs,
  });
  if (answer.outcome !== 'answered') return { says: 'unusable', reason: `${answer.outcome}: ${answer.detail}` };
  try {
    if (answer.status === 200) return { says: 'found', transaction: readTransaction(answer.body, txHash) };
    if (saysNotFound(answer, txHash)) return { says: 'not_found' };
  } catch (error) {
    if (!(error instanceof UnusableAnswer)) throw error;
    return { says: 'unusable', reason: error.message };
  }
  return { says: 'unusable', reason: `status ${answer.status}` };
}

/**
 * Whether a node that can look for transactions knows none of this hash. A status of 404 alone may come from a proxy or
 * a wrong path. SDK 0.46 and later say `tx not found: <hash>` with 404; earlier ones `tx (<hash>) not found` with 400 or 500.
 */
function saysNotFound({ status, body }: EgressAnswer, txHash: string): boolean {
  if (status !== 404 && status !== 400 && status !== 500) return false;
  const { message } = parseObject(body);
  if (typeof message !== 'string') return false;
  const words = message.slice(0, 500).toUpperCase();
  return words.includes(`TX NOT FOUND: ${txHash}`) || words.includes(`TX (${txHash}) NOT FOUND`);
}
