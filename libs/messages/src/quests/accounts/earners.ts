import { USER_STATUSES, type UserStatus } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { OneOf, UserId, Whole } from '../../language/fields/index.js';

class SetEarnerStatusRequest {
  @UserId()
  userId!: string;

  @OneOf(USER_STATUSES, { description: 'Status of the account' })
  status!: UserStatus;

  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Of the user; an older one than known changes nothing' })
  version!: number;
}

/** Identity calls this before it replies to a suspension or reactivation. */
export const setEarnerStatus = contract({
  subject: 'quests.earners.set-status',
  callers: ['identity'],
  request: SetEarnerStatusRequest,
  reply: null,
});
