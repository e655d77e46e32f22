import { raw, sql, type Sql } from '@questp/postgres';

/** ISO 8601 in UTC with milliseconds, as everywhere in the API. */
export const time = (column: string): Sql =>
  sql`to_char(${raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * A spreadsheet takes a text for a formula by its first character, full-width and small forms included; a quote before it
 * makes it a text.
 */
const FORMULA = '^[=+@\\t\\r\\n＝＋－＠﹦﹢﹣﹫-]';

/** A text, whose line breaks are LF here alone. */
export const text = (column: string): Sql => sql`
  replace(replace(regexp_replace(${raw(column)}, ${FORMULA}, '''\\&'), ${'\r\n'}, ${'\n'}), ${'\r'}, ${'\n'})`;

/**
 * One row for each before, found by its key: rows come in the order they had, and the first one is there at once, where
 * another kind of join would read and sort all of them first.
 */
export const lookUp = (view: string, key: string, of: string, alias: string): Sql => sql`
  LEFT JOIN LATERAL (SELECT * FROM quests.${raw(view)} o WHERE o.${raw(key)} = ${raw(of)} OFFSET 0) ${raw(alias)} ON true`;
