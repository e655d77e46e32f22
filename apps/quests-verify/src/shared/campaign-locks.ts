import { sql, type Sql } from '@questp/postgres';

/**
 * Expressions for a SELECT that lock a campaign until the transaction ends. Take them before any row of the campaign.
 * Row locks would let a busy campaign starve its team: credits would share-lock the row, and PostgreSQL lets new
 * share locks pass an update that waits. Advisory locks are granted in the order of the requests.
 */

/** Lock for a change of the campaign itself. Waits for running credits; later credits wait for it. */
export const campaignLock = (campaignId: Sql): Sql => sql`exclusive_lock('campaign ' || ${campaignId}::text)`;

/** Lock for a credit; taken by a statement before the one that reads the campaign. */
export const campaignShareLock = (campaignId: Sql): Sql => sql`shared_lock('campaign ' || ${campaignId}::text)`;

/** Lock for a change of the set of quests, their order and prerequisites. Credits do not wait for it. */
export const questsLock = (campaignId: Sql): Sql => sql`exclusive_lock('quests of ' || ${campaignId}::text)`;
