import { ACCOUNT_HANDLE } from '@questp/messages/integrations';

/** An account of a platform: its id and its display name. */
export interface Account {
  accountId: string;
  handle: string | null;
}

/** @param id numbers are taken as they are written */
export function accountOf(id: unknown, handle: unknown): Account | undefined {
  const accountId = Number.isSafeInteger(id) ? String(id) : id;
  if (typeof accountId !== 'string' || !/^[\w-]{1,64}$/.test(accountId)) return undefined;
  return { accountId, handle: handleOf(handle) };
}

/** A name that is safe to show: one line, without characters that reverse text. */
export function handleOf(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const shown = [...name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')].slice(0, ACCOUNT_HANDLE.max).join('').trim();
  return shown === '' ? null : shown;
}

/** The member of an unknown value; undefined if it has none. */
export const at = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[name] : undefined;
