import type { Completion, completeVisit, RequestOf } from '@questp/messages';
import type { Database } from '@questp/postgres';
import { checkInputs, complete, CREDIT, decide, refusal } from '../credit/complete.js';
import { assertCompletedBy } from '../credit/quest-entry.js';
import { enterQuest } from '../credit/quest-entry.repository.js';
import { toCompletion } from '../credit/submission-row.js';
import { visitTokenHash } from './visit-token.js';
import { consumeVisit } from './visit.repository.js';

/** Uses the token up and credits together. VISIT_TOO_SHORT leaves the token good; a used one is VISIT_TOKEN_INVALID. */
export function finishVisit(
  db: Database,
  { visitToken, ...who }: RequestOf<typeof completeVisit>,
): Promise<Completion> {
  return db.transaction(async (tx) => {
    const entry = await enterQuest(tx, who);
    assertCompletedBy(entry, 'visit');
    const inputs = checkInputs(entry, { visitToken }, '');
    const outcome = decide(entry, inputs, { visit: await consumeVisit(tx, who, visitTokenHash(visitToken)) });
    if (outcome.kind === 'fail') throw refusal(outcome);
    return toCompletion(await complete(tx, entry, inputs, outcome));
  }, CREDIT);
}
