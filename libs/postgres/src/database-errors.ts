import { types } from 'node:util';
import { AppError } from '@questp/messages/language';

interface DatabaseFailure {
  code?: unknown;
  /** Where Prisma stores the error of the driver. */
  meta?: { driverAdapterError?: { cause?: { originalCode?: unknown; severity?: unknown } } };
  severity?: unknown;
}

/** SQLSTATE of an error of PostgreSQL, or the code of an error of the connection, also when Prisma wrapped it. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, meta } = error as DatabaseFailure;
  const state = meta?.driverAdapterError?.cause?.originalCode ?? code;
  return typeof state === 'string' ? state : undefined;
}

/** True if PostgreSQL ended or refused the session with this error. */
function isFatal(error: unknown): boolean {
  const { severity, meta } = error as DatabaseFailure;
  return (meta?.driverAdapterError?.cause?.severity ?? severity) === 'FATAL';
}

/**
 * feature_not_supported: a prepared statement whose columns a migration has changed. PostgreSQL refuses it before it
 * runs, on every connection that prepared it earlier.
 */
export const isOutdated = (error: unknown): boolean =>
  sqlState(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';

/** serialization_failure, deadlock_detected, or an outdated statement */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(sqlState(error) ?? '') || isOutdated(error);

/** unique_violation, optionally of one constraint or index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: string }).constraint === constraint;
}

/** foreign_key_violation */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503';

const CONNECTION_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EAI_AGAIN',
];
const CONNECTION_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered',
  'Client was closed',
  'Cannot use a pool after calling end',
];

/** True if the connection broke, so that the outcome of the last statement is unknown. */
export function isConnectionLost(error: unknown): error is Error {
  if (!types.isNativeError(error)) return false;
  const state = sqlState(error) ?? '';
  // connection_exception; admin_shutdown, crash_shutdown, cannot_connect_now; idle_in_transaction_session_timeout
  const ended = /^(08[0-9A-Z]{3}|57P0[0-9]|25P03)$/.test(state);
  return (
    ended || CONNECTION_CODES.includes(state) || CONNECTION_MESSAGES.some((start) => error.message.startsWith(start))
  );
}

// insufficient_resources (53), operator_intervention with statement timeouts (57), lock_not_available,
// read_only_sql_transaction (the server became a standby); and a wrong or missing database: invalid_authorization (28),
// invalid_catalog_name
const UNAVAILABLE_STATES = /^(53[0-9A-Z]{3}|57[0-9A-Z]{3}|55P03|25006|28[0-9A-Z]{3}|3D000)$/;

/** insufficient_privilege of a role that may not connect; within a statement it is a defect of that statement. */
const isKeptOut = (error: unknown): boolean => sqlState(error) === '42501' && isFatal(error);

/**
 * SERVICE_UNAVAILABLE (retry after a second) for a database that is unreachable, full, too slow or not ready.
 * Every other error is returned unchanged.
 */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const unavailable =
    isRetryable(error) || isConnectionLost(error) || isKeptOut(error) || UNAVAILABLE_STATES.test(sqlState(error) ?? '');
  return unavailable ? new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 }) : error;
}
