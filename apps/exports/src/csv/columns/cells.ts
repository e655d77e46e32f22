import { raw, sql, type Sql } from '@questp/postgres';

/** ISO 8601 in UTC with milliseconds, as in the whole API. */
export const time = (column: string): Sql =>
  sql`to_char(${raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Characters that start a formula in a spreadsheet, including full-width and small forms. */
const SIGN = '=+@＝＋－＠﹦﹢﹣﹫-';
/** The start of a cell, also for programs that ignore the quotes of a cell: after `;`, a tab or a line break. */
const START = '(?:^|[;\\t\\r\\n\\u000b\\u000c\\u0085\\u2028\\u2029])';
/** Characters that programs trim: spaces, and control and invisible characters. PostgreSQL stores no NUL. */
const TRIMMED =
  '\\u0001-\\u0008\\u000e-\\u0020\\u007f-\\u0084\\u0086-\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4' +
  '\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff' +
  '\\uffa0\\ufff0-\\ufff8';
const BEFORE_SIGN = `${START}["${TRIMMED}]*`;
const AT_SIGN = `'*[${SIGN}]`;
/** A tab or a line break at the start of a text. */
const FIRST = "'*[\\t\\r\\n]";

/**
 * A text that no spreadsheet reads as a formula: inserts a single quote before each character that would start one, and
 * one more before existing single quotes there, so that `exportedText` of the SDK can restore every text. The rest of
 * the text, including line breaks, stays the same.
 */
export const text = (column: string): Sql => sql`
  CASE WHEN ${raw(column)} ~ ${`^${FIRST}|${BEFORE_SIGN}${AT_SIGN}`} THEN
    regexp_replace(
      regexp_replace(${raw(column)}, ${`(${BEFORE_SIGN})(?=${AT_SIGN})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
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
