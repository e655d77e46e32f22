import { ACCOUNT_HANDLE } from '@questp/messages/integrations';

/** An account of a platform: what it is known by, and what it is called. */
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

/** What can be shown of a name: one line that is not turned around by its own marks. */
export function handleOf(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const shown = [...name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')].slice(0, ACCOUNT_HANDLE.max).join('').trim();
  return shown === '' ? null : shown;
}

/** The member of what may be anything. */
export const at = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[name] : undefined;
