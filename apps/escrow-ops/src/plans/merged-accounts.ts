import { sql, type Sql } from '@questp/postgres';

/** Longest chain of merges, and most accounts that were merged into one. */
const MAX_ACCOUNTS = 100;

/** The id of the surviving account: its own, or that of the account it was merged into. */
export const survivorOf = (userId: Sql): Sql => sql`(
  WITH RECURSIVE later AS (
    SELECT ${userId} AS id, 0 AS merges
    UNION ALL
    SELECT m.survivor_id, merges + 1 FROM later JOIN identity.published_account_merge_v1 m ON m.absorbed_id = later.id
    WHERE merges < ${MAX_ACCOUNTS}::integer)
  SELECT id FROM later ORDER BY merges DESC LIMIT 1)`;

/** The ids of an account and of those that were merged into it. */
export const accountsOf = (userId: string): Sql => sql`(
  WITH RECURSIVE own AS (
    SELECT ${userId}::text COLLATE "C" AS id
    UNION
    SELECT m.absorbed_id FROM own JOIN identity.published_account_merge_v1 m ON m.survivor_id = own.id)
  SELECT id FROM own LIMIT ${MAX_ACCOUNTS})`;
