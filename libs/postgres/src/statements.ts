import sql, { join, raw, Sql } from 'sql-template-tag';
import { toColumn } from './column-names.js';

/** A value for a jsonb column that would not be taken for JSON: a list, a text, null. */
export class Json {
  constructor(readonly value: unknown) {}
}

export const json = (value: unknown): Json => new Json(value);

/**
 * `INSERT INTO table (..) VALUES (..)` of a row with camelCase members; what is undefined keeps the column's default.
 * A member can be SQL (`sql\`now()\``); a plain object goes into a jsonb column, as does what is wrapped by `json`.
 */
export function insertInto(table: string, row: object): Sql {
  const members = given(row);
  return sql`INSERT INTO ${raw(table)} (${join(members.map(([name]) => raw(toColumn(name))))})
    VALUES (${join(members.map(([, value]) => toValue(value)))})`;
}

/** `a = .., b_c = ..` of a row with camelCase members, for UPDATE .. SET; what is undefined is left out. */
export function assignments(row: object): Sql {
  return join(given(row).map(([name, value]) => sql`${raw(toColumn(name))} = ${toValue(value)}`));
}

/** Columns of members, for the list of a SELECT or an INSERT. @param of name of the table or its alias in the statement */
export const columns = (members: readonly string[], of?: string): Sql =>
  join(members.map((member) => raw(of === undefined ? toColumn(member) : `${of}.${toColumn(member)}`)));

/** By name, so that the order in which a client wrote its members makes no statements of their own. */
const given = (row: object) =>
  Object.entries(row)
    .filter((entry) => entry[1] !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

function toValue(value: unknown): Sql {
  if (value instanceof Sql) return value;
  const isPlain =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !ArrayBuffer.isView(value);
  if (!isPlain) return sql`${value}`;
  return sql`${JSON.stringify(value instanceof Json ? value.value : value)}::jsonb`;
}
