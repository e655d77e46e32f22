import { authorizeOperator, type Tx } from '@questp/postgres';
import type { Access } from '@questp/messages/tables';

/** Begins every transaction that somebody asked for. What teams may do is asked of quests-verify in the transaction. */
export async function authorize(tx: Tx, { principal, ...access }: Access): Promise<void> {
  if (principal.family === 'admin') await authorizeOperator(tx, principal, access);
}
