import { raw, sql, type Sql } from '@questp/postgres';

/** A search text escaped for a LIKE pattern. */
export const likeText = (search: string): string => search.replace(/[\\%_]/g, '\\$&');

/** True for rows with the text in one of the columns, ignoring case; without a search, for all rows. */
export function containing(columns: readonly string[], search: string | undefined): Sql {
  if (search === undefined) return sql`true`;
  return sql`concat_ws(E'\n', ${raw(columns.join(', '))}) ILIKE ${`%${likeText(search)}%`}`;
}
