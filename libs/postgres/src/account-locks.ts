import sql, { type Sql } from 'sql-template-tag';

/**
 * Locks of an account, a user's or an operator's, until the transaction ends. Not of its row, so that somebody who keeps
 * writing cannot starve the own suspension (see campaign-locks): each is taken before the row of the account.
 */
const name = (accountId: string): Sql => sql`'account ' || ${accountId}::text`;

/** For a change of the status or the role, as an expression of a SELECT. Writes that run are waited for. */
export const accountLock = (accountId: string): Sql => sql`exclusive_lock(${name(accountId)})`;

/** For a write that depends on them: the condition that ends a SELECT of the account's row. */
export const whileUnchanged = (accountId: string): Sql =>
  sql`(SELECT shared_lock(${name(accountId)})) IS NOT NULL FOR SHARE`;
