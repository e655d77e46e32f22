import { raw, sql, type Sql } from '@questp/postgres';

/** ISO 8601 in UTC with milliseconds, as everywhere in the API. */
export const time = (column: string): Sql =>
  sql`to_char(${raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A spreadsheet takes what begins with one of these for a formula: full-width and small forms included. */
const SIGN = '=+@＝＋－＠﹦﹢﹣﹫-';
/** At the beginning of a text. */
const FIRST = `'*[\\t\\r\\n${SIGN}]`;
/** Where a program that splits rows at `;` or tabs, and ignores the quotes around a cell, begins another cell. */
const INNER = '[;\\t\\r\\n]"*';
const AFTER_INNER = `'*[${SIGN}]`;

/**
 * A text that is a formula nowhere: a single quote stands before each sign that begins a cell. Where single quotes stand
 * there already, it has one more, so that `exportedText` of the SDK gives back every text as it was. Nothing else of a
 * text changes, its line breaks included.
 */
export const text = (column: string): Sql => sql`
  CASE WHEN ${raw(column)} ~ ${`^${FIRST}|${INNER}${AFTER_INNER}`} THEN
    regexp_replace(
      regexp_replace(${raw(column)}, ${`(${INNER})(?=${AFTER_INNER})`}, ${"\\1'"}, 'g'), ${`^(?=${FIRST})`}, '''')
  ELSE ${raw(column)} END`;

/** Active or suspended: an account that was deleted, or merged into another one, is suspended. */
export const accountStatus = (column: string): Sql =>
  sql`CASE ${raw(column)} WHEN 'active' THEN 'active' ELSE 'suspended' END`;

/**
 * One row for each before, found by its key: rows come in the order they had, and the first one is there at once, where
 * another kind of join would read and sort all of them first.
 */
export const lookUp = (view: string, key: string, of: string, alias: string): Sql => sql`
  LEFT JOIN LATERAL (SELECT * FROM quests.${raw(view)} o WHERE o.${raw(key)} = ${raw(of)} OFFSET 0) ${raw(alias)} ON true`;
