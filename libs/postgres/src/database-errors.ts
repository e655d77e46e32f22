import { AppError } from '@questp/errors';

/** SQLSTATE of a driver error, also when Prisma wrapped it. */
function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}

/** serialization_failure, deadlock_detected */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

/** unique_violation, optionally of one constraint or index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: string }).constraint === constraint;
}

const CONNECTION_STATES = ['08', '53', '57'];
const CONNECTION_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'ENOENT'];
const CONNECTION_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered',
];

/**
 * SERVICE_UNAVAILABLE (retry after a second) for a database that is gone, full or too slow: nothing was written.
 * Every other error is returned as it is.
 */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const state = sqlState(error) ?? '';
  const message = error instanceof Error ? error.message : '';
  const unavailable =
    isRetryable(error) ||
    state === '55P03' ||
    CONNECTION_CODES.includes(state) ||
    (/^[0-9A-Z]{5}$/.test(state) && CONNECTION_STATES.includes(state.slice(0, 2))) ||
    CONNECTION_MESSAGES.some((start) => message.startsWith(start));
  return unavailable ? new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 }) : error;
}
