import { authorizeOperator, type Tx } from '@questp/postgres';
import type { Access } from '@questp/messages/tables';

/** Runs first in the transaction of each request. Checks operators here, and the roles of teams by a call to quests-verify. */
export async function authorize(tx: Tx, { principal, ...access }: Access): Promise<void> {
  if (principal.family === 'admin') await authorizeOperator(tx, principal, access);
}
