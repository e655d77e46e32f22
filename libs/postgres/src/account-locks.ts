import sql, { type Sql } from 'sql-template-tag';

/**
 * Transaction-level locks of an account (user or operator). They are not row locks, so that an account that keeps
 * writing cannot starve its own suspension (see campaign-locks). Take each one before the row of the account.
 */
const name = (accountId: string): Sql => sql`'account ' || ${accountId}::text`;

/** Lock for a change of status or role, as an expression of a SELECT. Waits for running writes. */
export const accountLock = (accountId: string): Sql => sql`exclusive_lock(${name(accountId)})`;

/** For a write that depends on status or role: the condition at the end of the SELECT of the account's row. */
export const whileUnchanged = (accountId: string): Sql =>
  sql`(SELECT shared_lock(${name(accountId)})) IS NOT NULL FOR SHARE`;
