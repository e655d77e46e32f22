import { raw, sql, type Sql } from '@questp/postgres';

/** ISO 8601 in UTC with milliseconds, as in the whole API. */
export const time = (column: string): Sql =>
  sql`to_char(${raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Characters that start a formula in a spreadsheet, including full-width and small forms. */
const SIGN = '=+@＝＋－＠﹦﹢﹣﹫-';
/** Such a character at the start of a text. */
const FIRST = `'*[\\t\\r\\n${SIGN}]`;
/**
 * Such a character after `;`, a tab or a line break, where programs that ignore the quotes of a cell start a new one.
 */
const INNER = '[;\\t\\r\\n]"*';
const AFTER_INNER = `'*[${SIGN}]`;

/**
 * A text that no spreadsheet reads as a formula: inserts a single quote before each character that would start one, and
 * one more before existing single quotes there, so that `exportedText` of the SDK can restore every text. The rest of
 * the text, including line breaks, stays the same.
 */
export const text = (column: string): Sql => sql`
  CASE WHEN ${raw(column)} ~ ${`^${FIRST}|${INNER}${AFTER_INNER}`} THEN
    regexp_replace(
      regexp_replace(${raw(column)}, ${`(${INNER})(?=${AFTER_INNER})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
  ELSE ${raw(column)} END`;

/** Active or suspended; deleted and merged accounts are suspended. */
export const accountStatus = (column: string): Sql =>
  sql`CASE ${raw(column)} WHEN 'active' THEN 'active' ELSE 'suspended' END`;

/**
 * One lookup by key per row keeps the order of the rows and returns the first one at once; other joins read and sort
 * all rows first.
 */
export const lookUp = (view: string, key: string, of: string, alias: string): Sql => sql`
  LEFT JOIN LATERAL (SELECT * FROM quests.${raw(view)} o WHERE o.${raw(key)} = ${raw(of)} OFFSET 0) ${raw(alias)} ON true`;
