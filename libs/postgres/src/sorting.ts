import { AppError } from '@questp/messages/language';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { decodeCursor, type CursorPart } from './paging.js';

/** Sort order of a list: columns or expressions that are unique together. */
export interface Sort {
  direction: 'ASC' | 'DESC';
  by: Readonly<Record<string, CursorPart>>;
}

/** A row of a sorted list with its sort key for the cursor. */
export type Sorted<Row> = Row & { sortKey: (string | number)[] };

/**
 * Sort expression of a text column: case-insensitive, and short enough for a cursor. Equal prefixes are ordered by the
 * following expressions.
 */
export const byText = (column: string): string => `left(lower(${column}), 60)`;

/**
 * Parts of a statement that reads a page: the column `sort_key`, the condition for rows after the cursor, and the ORDER
 * BY list. With an index on the expressions, every page costs the same.
 * @throws AppError INVALID_CURSOR, also for the cursor of another order
 */
export function sorted<Order extends string>(
  sorts: Readonly<Record<Order, Sort>>,
  order: Order,
  cursor: string | undefined,
): { sortKey: Sql; isAfter: Sql; orderBy: Sql } {
  const { direction, by } = sorts[order];
  const keys = Object.keys(by);
  const [given, ...last] = decodeCursor(cursor, ['text', ...Object.values(by)]) ?? [order];
  if (given !== order) throw new AppError('INVALID_CURSOR');
  const key = raw(keys.join(', '));
  const beyond = raw(direction === 'ASC' ? '>' : '<');
  return {
    sortKey: sql`jsonb_build_array(${order}::text, ${key}) AS sort_key`,
    isAfter: last.length === 0 ? sql`true` : sql`(${key}) ${beyond} (${join(last)})`,
    orderBy: raw(keys.map((key) => `${key} ${direction}`).join(', ')),
  };
}
