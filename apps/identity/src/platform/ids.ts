import { AppError } from '@questp/messages';
import { isUuid, newId } from '@questp/postgres';

/** `svcuser_` or `svcadmin_` and 32 hex characters (spec 2.1), which sort by the time they were made. */
export const newPublicId = (prefix: 'svcuser_' | 'svcadmin_'): string => prefix + newId().replaceAll('-', '');

const PUBLIC_ID = /^svc(user|admin)_[0-9a-f]{32}$/;

/** NOT_FOUND for an id that no user and no operator can have. */
export function requirePublicId(id: string): void {
  if (!PUBLIC_ID.test(id)) throw new AppError('NOT_FOUND');
}

/** NOT_FOUND for an id that no row can have, before PostgreSQL refuses to read it. */
export function requireUuid(id: string): void {
  if (!isUuid(id)) throw new AppError('NOT_FOUND');
}
