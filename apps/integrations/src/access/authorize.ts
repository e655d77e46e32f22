import { AppError } from '@questp/messages/language';
import type { Access } from '@questp/messages/tables';
import { authorizeOperator, type Tx } from '@questp/postgres';

/** Runs first in the transaction of each request. Users can write only their own files. */
export async function authorize(tx: Tx, { principal, ...access }: Access): Promise<void> {
  if (principal.family === 'api_key') throw new AppError('FORBIDDEN', { detail: 'API keys are read-only.' });
  if (principal.family === 'admin') await authorizeOperator(tx, principal, access);
}
