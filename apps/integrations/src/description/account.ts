import { ACCOUNT_HANDLE } from '@questp/messages/integrations';
import { shownIn } from '@questp/messages/language';

/** An account of a platform: its id and its display name. */
export interface Account {
  accountId: string;
  handle: string | null;
}

/** Maximum number of characters of a name. */
const MAX_READ = 1_000;

/** @param id may be a number */
export function accountOf(id: unknown, handle: unknown): Account | undefined {
  const accountId = Number.isSafeInteger(id) ? String(id) : id;
  if (typeof accountId !== 'string' || !/^[\w-]{1,64}$/.test(accountId)) return undefined;
  return { accountId, handle: handleOf(handle) };
}

/** A name that is safe to show: one line, without hidden characters and those that reverse text. */
export function handleOf(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const first = [...shownIn(name.slice(0, MAX_READ))].slice(0, ACCOUNT_HANDLE.max).join('');
  const shown = shownIn(first).trim();
  return shown === '' ? null : shown;
}

/** The member of an unknown value; undefined if it has none. */
export const at = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[name] : undefined;
