import { sql, type Sql } from '@questp/postgres';

/**
 * Locks of a campaign until the transaction ends, taken before any row of it, as expressions of a SELECT.
 * Row locks would let a busy campaign starve its team: credits would share-lock the row, and PostgreSQL lets new
 * share locks pass an update that waits. Locks by name are granted in the order they were asked for.
 */

/** Lock for a change of the campaign itself. Waits for running credits; later credits wait for it. */
export const campaignLock = (campaignId: Sql): Sql => sql`exclusive_lock('campaign ' || ${campaignId}::text)`;

/** Lock for a credit; taken by a statement before the one that reads the campaign. */
export const campaignShareLock = (campaignId: Sql): Sql => sql`shared_lock('campaign ' || ${campaignId}::text)`;

/** For a change of the set of quests, their order and prerequisites. Credits do not wait for it. */
export const questsLock = (campaignId: Sql): Sql => sql`exclusive_lock('quests of ' || ${campaignId}::text)`;
