import { sql, type Tx } from '@questp/postgres';

/** Erases the content of a deleted account's submissions; credits and completion counts stay. */
export async function forgetSubmissions(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE submission_step SET inputs = NULL, reason = NULL
    WHERE submission_id IN (SELECT id FROM submission WHERE user_id = ${userId})`);
  await tx.execute(sql`
    UPDATE review_subject SET handle = NULL
    WHERE submission_id IN (SELECT id FROM submission WHERE user_id = ${userId})`);
  await tx.execute(sql`
    UPDATE submission
    SET inputs = '{}', reason = NULL, next_try_at = NULL, proof_until = NULL, updated_at = now(),
      status = CASE WHEN status IN ('pending', 'in_review') THEN 'rejected' ELSE status END
    WHERE user_id = ${userId}`);
}
