import { contract } from '../../language/contract/contract.js';
import { UserId } from '../../language/fields/index.js';
import { MethodHashes } from '../../shared/method-hashes.js';

class ReserveAccountDeletionRequest {
  @UserId()
  userId!: string;

  /** Later accounts with one of these methods cannot complete the same quests again. */
  @MethodHashes({ optional: true })
  methodHashes?: string[];
}

/**
 * From now on the account can neither earn nor join a team, and is hidden; identity deletes it. Idempotent.
 * Errors: ACCOUNT_HAS_ROLES, ACCOUNT_MERGING, ACCOUNT_SUSPENDED.
 */
export const reserveAccountDeletion = contract({
  subject: 'quests.account-deletions.reserve',
  callers: ['identity'],
  request: ReserveAccountDeletionRequest,
  reply: null,
});
