import { sql } from '@questp/postgres';

/** A row as an UPDATE writes it: its id stays, as does its creation, which PostgreSQL keeps more exactly than a Date. */
export const changed = (row: object): object => ({
  ...row,
  id: undefined,
  createdAt: undefined,
  updatedAt: sql`now()`,
});
