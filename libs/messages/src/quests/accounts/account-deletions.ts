import { contract } from '../../language/contract/contract.js';
import { UserId } from '../../language/fields/index.js';
import { MethodHashes } from '../../shared/method-hashes.js';

class ReserveAccountDeletionRequest {
  @UserId()
  userId!: string;

  /** What the account completed stays completed for later accounts with one of these methods. */
  @MethodHashes({ optional: true })
  methodHashes?: string[];
}

/**
 * From here on the account neither earns nor joins a team, and is shown to nobody; identity deletes it. Repeating it
 * changes nothing. ACCOUNT_HAS_ROLES, ACCOUNT_MERGING, ACCOUNT_SUSPENDED
 */
export const reserveAccountDeletion = contract({
  subject: 'quests.account-deletions.reserve',
  callers: ['identity'],
  request: ReserveAccountDeletionRequest,
  reply: null,
});
