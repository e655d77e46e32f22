import { AppError } from '@questp/messages/language';
import type { Database, Tx } from '@questp/postgres';

/**
 * Commits the writes of `work` even if it throws an AppError with a 4xx status, and throws the error after the commit:
 * a nonce that was presented stays used. Any other error rolls back.
 */
export async function commitEvenRefused<T>(db: Database, label: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outcome = await db.transaction<{ value: T } | { refusal: AppError }>(async (tx) => {
    try {
      return { value: await work(tx) };
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return { refusal: error };
      throw error;
    }
  }, label);
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.value;
}
