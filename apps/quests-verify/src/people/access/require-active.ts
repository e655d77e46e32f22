import { AppError, type ErrorCode, type UserStatus } from '@questp/messages/language';

const REFUSALS: Record<Exclude<UserStatus, 'active'>, ErrorCode> = {
  suspended: 'ACCOUNT_SUSPENDED',
  merged: 'ACCOUNT_MERGING',
  deleted: 'UNAUTHENTICATED',
};

/** ACCOUNT_SUSPENDED, ACCOUNT_MERGING, UNAUTHENTICATED; null: no event about the user has arrived yet. */
export function requireActive(status: UserStatus | null): void {
  if (status !== null && status !== 'active') throw new AppError(REFUSALS[status]);
}
