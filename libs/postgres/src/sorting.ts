import { AppError } from '@questp/messages/language';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { decodeCursor, type CursorPart } from './paging.js';

/** How a list is sorted: by columns or expressions, which together tell any two of its rows apart. */
export interface Sort {
  direction: 'ASC' | 'DESC';
  by: Readonly<Record<string, CursorPart>>;
}

/** A row of a sorted list with what its cursor holds. */
export type Sorted<Row> = Row & { sortKey: (string | number)[] };

/** Of a column, so that a sort ignores the case and a cursor has room for it. What begins alike is sorted by what follows. */
export const byText = (column: string): string => `left(lower(${column}), 60)`;

/**
 * What a statement that reads a page needs: the column `sort_key` of its rows, the condition for rows after the
 * cursor, and what stands behind ORDER BY. An index on the expressions makes any page cost the same.
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
