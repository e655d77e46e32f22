import { ROLE_PERMISSIONS, type AdminRole } from '@questp/messages/access';
import { RELEASE_MINUTES } from '@questp/messages/escrow';
import { join, raw, sql, type Sql } from '@questp/postgres';

/**
 * Hours for which an operator may not be one of two after another operator changed how the account signs in, its role or
 * its status, and, if the account is newer than what the two decide on, after it was created.
 */
const NEW_HOURS = 24;

const HOURS_AGO = sql`clock_timestamp() - make_interval(hours => ${NEW_HOURS})`;

const MANAGERS = Object.entries(ROLE_PERMISSIONS)
  .filter(([, permissions]) => permissions.includes('platform:manage'))
  .map(([role]) => role as AdminRole);

/** True while a request that was made at the time of a column can be confirmed. */
export const isLately = (column: string): Sql =>
  sql`${raw(column)} > clock_timestamp() - make_interval(mins => ${RELEASE_MINUTES})`;

/** When a request can no longer be confirmed. */
export const expiryOf = (requestedAt: Date): Date => new Date(requestedAt.getTime() + RELEASE_MINUTES * 60_000);

/** When the account of an operator was created: its id is a UUID version 7 behind a prefix. */
const createdAt = (adminId: string): Date => new Date(Number.parseInt(adminId.slice('svcadmin_'.length, -20), 16));

/**
 * True if the account is older than the matter or than HOURS_AGO: an operator could otherwise create a second account and
 * confirm alone. HOURS_AGO leaves a way out for a platform with one operator.
 * @param since when the matter that two operators decide on began
 */
export const isOldEnough = (adminId: string, since: Sql): Sql =>
  sql`${createdAt(adminId)} < greatest(${since}, ${HOURS_AGO})`;

/**
 * True unless another operator reset the password or second factor of these operators, or changed their role or status,
 * within HOURS_AGO: one person could otherwise sign in as both operators. False for an unknown operator.
 */
export const areThemselves = (...adminIds: Sql[]): Sql => sql`${adminIds.length}::integer = (
  SELECT count(*) FROM identity.published_operator_v1
  WHERE admin_id IN (${join(adminIds)}) AND coalesce(changed_by_others_at < ${HOURS_AGO}, changed_by_others_at IS NULL))`;

/** True if the first of the two still has the permission; the second one makes the call. */
export const mayManage = (adminId: Sql): Sql => sql`EXISTS (
  SELECT FROM operator WHERE admin_id = ${adminId} AND status = 'active' AND role = ANY (${MANAGERS}::text[]))`;
