import type { Send } from '../decisions/decision.js';
import type { OperatorMemory } from '../decisions/operated-escrow.js';

interface Sent {
  decision: Send;
  planId: string | undefined;
  /** Of the allocation on the chain. */
  version: number;
  memory: Pick<OperatorMemory, 'repeated'>;
  /** Of the block in which the escrow was read. */
  at: Date;
}

/** The changes of the memory that are stored together with the signed transaction of a message. */
export function rememberMessage({ decision, planId, version, memory, at }: Sent): Partial<OperatorMemory> {
  const { code, message } = decision;
  const sent = planId === undefined ? null : { planId, version };
  if ('commit_allocations' in message) return { committed: sent };
  if ('finalize_allocations' in message) return { finalized: sent };
  if ('reset_allocations' in message) {
    // Nothing that was finalized before can have been rejected from here on.
    return { finalized: null, ...(code === 'entries_unknown' && { discardedFor: planId ?? null }) };
  }
  if ('distribute' in message) return {};
  const [action = ''] = Object.keys(message);
  const last = memory.repeated?.action === action ? memory.repeated : undefined;
  const times = last?.after ? last.times : (last?.times ?? 0) + 1;
  const addresses = 'retry_failed' in message ? message.retry_failed.addresses : [];
  return { repeated: { action, times, at: at.toISOString(), after: addresses.at(-1) ?? '' } };
}
