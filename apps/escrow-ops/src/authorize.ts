import { authorizeOperator, type Tx } from '@questp/postgres';
import type { Access } from '@questp/messages/tables';

/** Runs first in the transaction of each request. Checks operators; quests-verify is asked for the roles of teams. */
export async function authorize(tx: Tx, { principal, ...access }: Access): Promise<void> {
  if (principal.family === 'admin') await authorizeOperator(tx, principal, access);
}
