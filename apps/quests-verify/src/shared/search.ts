import { raw, sql, type Sql } from '@questp/postgres';

/** A search text as a LIKE pattern's literal part: no character of it is a wildcard. */
export const likeText = (search: string): string => search.replace(/[\\%_]/g, '\\$&');

/** The words in one of the columns, in any case; no condition without a search. */
export function containing(columns: readonly string[], search: string | undefined): Sql {
  if (search === undefined) return sql`true`;
  return sql`concat_ws(E'\n', ${raw(columns.join(', '))}) ILIKE ${`%${likeText(search)}%`}`;
}
