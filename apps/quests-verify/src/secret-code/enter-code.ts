import type { Credit, RequestOf, verifySecretCode } from '@questp/messages';
import type { Database } from '@questp/postgres';
import { checkInputs, complete, CREDIT, decide, refusal } from '../credit/complete.js';
import { assertCompletedBy, assertOpen } from '../credit/quest-entry.js';
import { enterQuest } from '../credit/quest-entry.repository.js';
import { toCredit } from '../credit/submission-row.js';
import { countWrongCode, forgetWrongCode } from './wrong-codes.repository.js';

/** Credits the right code. SECRET_CODE_WRONG; RATE_LIMITED, for the right code too, which stays good. */
export async function enterCode(db: Database, { code, ...who }: RequestOf<typeof verifySecretCode>): Promise<Credit> {
  const result = await db.transaction(async (tx) => {
    const entry = await enterQuest(tx, who);
    assertCompletedBy(entry, 'secret_code');
    const inputs = checkInputs(entry, { code }, '');
    assertOpen(entry);
    await countWrongCode(tx, who);
    const outcome = decide(entry, inputs);
    // Thrown after the commit: the wrong code has to stay counted.
    if (outcome.kind === 'fail') return refusal(outcome);
    await forgetWrongCode(tx, who);
    return complete(tx, entry, inputs, outcome);
  }, CREDIT);
  if (result instanceof Error) throw result;
  return toCredit(result);
}
