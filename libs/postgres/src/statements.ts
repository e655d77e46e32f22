import sql, { join, raw, Sql } from 'sql-template-tag';
import { toColumn } from './column-names.js';

/** A value for a jsonb column that is not a plain object: a list, a text, null. */
export class Json {
  constructor(readonly value: unknown) {}
}

export const json = (value: unknown): Json => new Json(value);

/**
 * `INSERT INTO table (..) VALUES (..)` of a row with camelCase members; undefined members keep the default of the
 * column.
 * A member can be SQL (`sql\`now()\``). A plain object, and a value wrapped by `json`, goes into a jsonb column.
 */
export function insertInto(table: string, row: object): Sql {
  const members = given(row);
  return sql`INSERT INTO ${raw(table)} (${join(members.map(([name]) => raw(toColumn(name))))})
    VALUES (${join(members.map(([, value]) => toValue(value)))})`;
}

/** `a = .., b_c = ..` of a row with camelCase members, for UPDATE .. SET; undefined members are left out. */
export function assignments(row: object): Sql {
  return join(given(row).map(([name, value]) => sql`${raw(toColumn(name))} = ${toValue(value)}`));
}

/** The names of all members of a type, such as a row; a missing name does not compile. */
export const namesOf = <Name extends string>(names: Readonly<Record<Name, true>>): Name[] =>
  Object.keys(names) as Name[];

/**
 * Columns of members, for the list of a SELECT, an INSERT or RETURNING. `*` would add the columns of a later version,
 * and every prepared statement with it would fail from the migration on.
 * @param of table name or alias in the statement
 */
export const columns = (members: readonly string[], of?: string): Sql =>
  join(members.map((member) => raw(of === undefined ? toColumn(member) : `${of}.${toColumn(member)}`)));

/** Sorted by name, so that the order of members in a request does not create new prepared statements. */
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
