import { AppError, fitting, jsonBytes, PAGE_BYTES, type Page, type PageRequest } from '@questp/messages/language';

/** `int32` is for columns of type integer, `integer` for bigint, and `bytes` for bytea in JSON. */
export type CursorPart = 'uuid' | 'bytes' | 'int32' | 'integer' | 'text';
type PartValue<P> = P extends 'int32' | 'integer' ? number : string;
type CursorValues<Parts extends readonly CursorPart[]> = { [I in keyof Parts]: PartValue<Parts[I]> };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const BYTES = /^\\x([0-9a-f]{2}){1,100}$/;

const CHECKS: Record<CursorPart, (value: unknown) => boolean> = {
  uuid: (value) => typeof value === 'string' && UUID.test(value),
  bytes: (value) => typeof value === 'string' && BYTES.test(value),
  int32: (value) => Number.isInteger(value) && (value as number) >= -(2 ** 31) && (value as number) < 2 ** 31,
  integer: (value) => Number.isSafeInteger(value),
  text: (value) => typeof value === 'string' && value.length <= 200 && !value.includes('\0'),
};

/** Reads a cursor: the sort key of the last row the client has seen. INVALID_CURSOR for anything else. */
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

/** The sort key of a row, stored in a cursor. */
type KeyOf<Row> = (row: Row, index: number) => readonly (string | number)[];

/** Makes a page of `limit + 1` fetched rows. It ends earlier if its items fill PAGE_BYTES, but has at least one. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: KeyOf<Row>,
  toItem: (row: Row, index: number) => Item,
): Page<Item> {
  const wanted = rows.slice(0, limit).map(toItem);
  const items = wanted.slice(0, Math.max(1, fitting(wanted, PAGE_BYTES - 2).length));
  const end = items.length - 1;
  const last = rows[end];
  return {
    items,
    nextCursor: rows.length > items.length && last !== undefined ? encodeCursor(keyOf(last, end)) : null,
  };
}

/** Rows per query if each may be large. */
const PART = 15;

/**
 * The same for large rows: reads a few at a time until the page is full, so that memory stays bounded.
 * @param read returns the rows after a cursor in the order of the list, one more than the limit
 */
export async function readPage<Row, Item>(
  request: PageRequest,
  read: (part: PageRequest) => Promise<readonly Row[]>,
  keyOf: (row: Row) => readonly (string | number)[],
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const items: Item[] = [];
  // The brackets.
  let bytes = 2;
  let { cursor } = request;
  for (;;) {
    const limit = Math.min(PART, request.limit - items.length);
    const rows = await read({ limit, cursor });
    for (const row of rows) {
      const item = toItem(row);
      bytes += jsonBytes(item) + 1;
      const isFull = items.length === request.limit || (items.length > 0 && bytes > PAGE_BYTES);
      if (isFull) return { items, nextCursor: cursor ?? null };
      items.push(item);
      cursor = encodeCursor(keyOf(row));
    }
    if (rows.length <= limit) return { items, nextCursor: null };
  }
}

export const isUuid = (value: string): boolean => UUID.test(value);
