import { AppError, type Page } from '@questp/messages';

/** `int32` fits a column of type integer, `integer` one of type bigint. */
export type CursorPart = 'uuid' | 'int32' | 'integer' | 'timestamp' | 'text';
type PartValue<P> = P extends 'int32' | 'integer' ? number : string;
type CursorValues<Parts extends readonly CursorPart[]> = { [I in keyof Parts]: PartValue<Parts[I]> };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Four-digit years only: PostgreSQL does not read the others in this form. */
function isIsoTime(value: string): boolean {
  const time = Date.parse(value);
  return value.length === 24 && !Number.isNaN(time) && new Date(time).toISOString() === value;
}

const CHECKS: Record<CursorPart, (value: unknown) => boolean> = {
  uuid: (value) => typeof value === 'string' && UUID.test(value),
  int32: (value) => Number.isInteger(value) && (value as number) >= -(2 ** 31) && (value as number) < 2 ** 31,
  integer: (value) => Number.isSafeInteger(value),
  timestamp: (value) => typeof value === 'string' && isIsoTime(value),
  text: (value) => typeof value === 'string' && value.length <= 200 && !value.includes('\0'),
};

/** Reads a cursor: the sort key of the last row the client has seen. INVALID_CURSOR for anything else. Times are ISO 8601 UTC with ms. */
export function decodeCursor<const Parts extends readonly CursorPart[]>(
  cursor: string | undefined,
  parts: Parts,
): CursorValues<Parts> | undefined {
  if (cursor === undefined) return undefined;
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw new AppError('INVALID_CURSOR');
  }
  const fits =
    Array.isArray(values) && values.length === parts.length && parts.every((part, i) => CHECKS[part](values[i]));
  if (!fits) throw new AppError('INVALID_CURSOR');
  return values as CursorValues<Parts>;
}

export const encodeCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** Makes a page of `limit + 1` fetched rows; `keyOf` gives the sort key of a row. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null,
  };
}

export const isUuid = (value: string): boolean => UUID.test(value);
