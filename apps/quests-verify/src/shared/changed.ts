import { sql } from '@questp/postgres';

/**
 * A row as an UPDATE writes it: its id stays, as does its creation, which PostgreSQL keeps more exactly than a Date.
 * Whenever the transaction began, the change is of a later millisecond than the one before, so that versions differ.
 */
export const changed = (row: object): object => ({
  ...row,
  id: undefined,
  createdAt: undefined,
  updatedAt: sql`greatest(now(), updated_at + interval '1 millisecond')`,
});
