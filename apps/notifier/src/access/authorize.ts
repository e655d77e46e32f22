import { AppError } from '@questp/messages/language';
import type { Access } from '@questp/messages/tables';
import { authorizeOperator, type Tx } from '@questp/postgres';

/**
 * Runs at the start of every transaction of a caller. Users write only the read state of their own notifications and
 * their preferences, which needs no further permission.
 */
export async function authorize(tx: Tx, { principal, ...access }: Access): Promise<void> {
  if (principal.family === 'api_key') throw new AppError('FORBIDDEN', { detail: 'API keys are read-only.' });
  if (principal.family === 'admin') await authorizeOperator(tx, principal, access);
}
