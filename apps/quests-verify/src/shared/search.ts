import { raw, sql, type Sql } from '@questp/postgres';

/**
 * True for rows with the text in one of the columns, ignoring case, width and invisible characters; without a search,
 * for all rows.
 */
export function containing(columns: readonly string[], search: string | undefined): Sql {
  if (search === undefined) return sql`true`;
  const text = columns.length === 1 ? raw(columns.join('')) : sql`concat_ws(E'\n', ${raw(columns.join(', '))})`;
  // The subquery is evaluated once.
  return sql`strpos(folded(${text}), (SELECT folded(${search}))) > 0`;
}
