import type { EscrowStatusResponse } from '@questp/message-schema';
import type { EscrowStatusChange } from '@questp/messages/escrow';
import type { OperatorMessage } from '../decisions/decision.js';

type Status = Pick<EscrowStatusResponse, EscrowStatusChange['member']>;

/** What a message of the operator changes in the status of the contract, if it succeeds and nothing else happens. */
export function statusChanges(message: OperatorMessage, status: Status): EscrowStatusChange[] {
  const after = changedBy(message, status);
  return (Object.keys(after) as EscrowStatusChange['member'][])
    .map((member) => ({ member, before: text(status[member]), after: text(after[member]) }))
    .filter(({ before, after: now }) => before !== now);
}

const text = (value: string | number | null | undefined): string | null => value?.toString() ?? null;

function changedBy(message: OperatorMessage, status: Status): Partial<Status> {
  if ('commit_allocations' in message) {
    const { entries } = message.commit_allocations;
    const points = entries.reduce((sum, entry) => sum + BigInt(entry.points), BigInt(status.total_points));
    return {
      phase: 'committing',
      entry_count: status.entry_count + entries.length,
      total_points: `${points}`,
      last_committed: entries.at(-1)?.address ?? status.last_committed,
    };
  }
  if ('reset_allocations' in message) {
    return { phase: 'ended', version: status.version + 1, entry_count: 0, total_points: '0', last_committed: null };
  }
  if ('finalize_allocations' in message) return { phase: 'challenge' };
  if ('distribute' in message) {
    const limit = message.distribute.limit ?? status.entry_count;
    return status.cursor < status.entry_count
      ? { cursor: Math.min(status.cursor + limit, status.entry_count) }
      : { phase: 'completed' };
  }
  // Each of the payouts can fail again.
  if ('retry_failed' in message) {
    return { failed_count: Math.max(0, status.failed_count - message.retry_failed.addresses.length) };
  }
  return { balance: '0' };
}
