import type { RequestOf, SubmissionDetail, submitQuest } from '@questp/messages';
import { idempotent, type Database } from '@questp/postgres';
import type { WalletSource } from '../attestation/linked-wallets.js';
import { checkInputs, complete, CREDIT, decide } from '../credit/complete.js';
import { assertActive, assertCompletedBy, type QuestEntry } from '../credit/quest-entry.js';
import { enterQuest, readEntry } from '../credit/quest-entry.repository.js';
import { taskType } from '../task-types/catalog.js';
import { getOfEarner } from './submissions.repository.js';

/**
 * Takes the inputs of a type without an endpoint of its own: credits, or hands to the reviewers; a rejected submission
 * of the period is written again. WRONG_TASK_TYPE, TASK_INPUTS_INVALID.
 */
export async function submit(
  parts: { db: Database; linkedWallets: WalletSource },
  { idempotency, inputs, ...who }: RequestOf<typeof submitQuest>,
): Promise<SubmissionDetail> {
  const asked = await readEntry(parts.db, who);
  assertActive(asked);
  assertCompletedBy(asked, 'submission');
  const checked = checkInputs(asked, inputs, '/inputs');
  // Asked outside of the transaction, which holds locks.
  const facts = needsWallets(asked) ? { wallets: await parts.linkedWallets.of(who.userId) } : {};
  return parts.db.transaction(
    (tx) =>
      idempotent(tx, idempotency, async () => {
        const entry = await enterQuest(tx, who);
        const { id } = await complete(tx, entry, checked, decide(entry, checked, facts));
        return getOfEarner(tx, who.userId, id);
      }),
    CREDIT,
  );
}

function needsWallets({ quest }: QuestEntry): boolean {
  const type = taskType(quest.taskTypeId);
  return 'facts' in type && type.facts.includes('wallets');
}
