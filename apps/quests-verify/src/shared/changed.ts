import { sql } from '@questp/postgres';

/**
 * The columns that an UPDATE of a row writes. It leaves out the id and the creation time, of which a Date would lose
 * the microseconds. updated_at advances by at least a millisecond, whenever the transaction began, so that versions
 * differ.
 */
export const changed = (row: object): object => ({
  ...row,
  id: undefined,
  createdAt: undefined,
  updatedAt: sql`greatest(now(), updated_at + interval '1 millisecond')`,
});
