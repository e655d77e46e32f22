import { AccountDeleted } from '../../identity/account-deletions.js';
import { AccountMergeObjected, AccountMerged } from '../../identity/account-merges.js';
import { AdminCreated, AdminSecondFactorReset, AdminSignInLocked } from '../../identity/admins.js';
import { AccountLinked, AccountRelinkNeeded, AccountUnlinked } from '../../identity/linked-accounts.js';
import { PrincipalRevoked } from '../../identity/tokens.js';
import { UserCreated, UserSnapshot } from '../../identity/users.js';
import { OperatorAccess } from '../../shared/operator-access.js';
import type { EventRow } from './event-row.js';

/** Events of identity. */
export const IDENTITY_EVENTS = {
  'user.created': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify'],
    meaning: 'A user signed in for the first time, perhaps with the referral code of a campaign',
    data: UserCreated,
  },
  'user.updated': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify'],
    meaning: 'Profile, sign-in methods or account status changed; contains the complete snapshot and its version',
    data: UserSnapshot,
  },
  'account.linked': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify', 'integrations'],
    meaning: 'A user linked an account of a platform; its tokens are stored',
    data: AccountLinked,
  },
  'account.unlinked': {
    aggregate: 'user',
    from: 'identity',
    to: ['integrations'],
    meaning: 'An account of a platform was unlinked; its tokens are revoked',
    data: AccountUnlinked,
  },
  'account.merged': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify', 'integrations'],
    meaning: 'An account was merged into another; services move its data',
    data: AccountMerged,
  },
  'account.merge_undone': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify', 'integrations'],
    meaning: 'An operator undid a merge; services move the data back',
    data: AccountMerged,
  },
  'account.merge_objected': {
    aggregate: 'user',
    from: 'identity',
    to: [],
    operators: 'moderation:global',
    meaning: 'Somebody objected to a merge through its mail; operators decide whether to undo it',
    data: AccountMergeObjected,
  },
  'account.deleted': {
    aggregate: 'user',
    from: 'identity',
    to: ['quests-verify', 'integrations', 'notifier'],
    meaning: 'A user deleted the account; personal data is erased, credits are kept under the id',
    data: AccountDeleted,
  },
  'account.relink_needed': {
    aggregate: 'user',
    from: 'identity',
    to: ['notifier'],
    meaning: 'A linked account can no longer be read; sent once until it is linked again',
    data: AccountRelinkNeeded,
  },
  'admin.created': {
    aggregate: 'admin',
    from: 'identity',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'A super admin added an operator',
    data: AdminCreated,
  },
  'admin.updated': {
    aggregate: 'admin',
    from: 'identity',
    to: ['quests-verify', 'notifier', 'integrations', 'escrow-ops'],
    operators: 'platform:manage',
    meaning: "A super admin changed an operator's role or status; carries what the operator may do and its version",
    data: OperatorAccess,
  },
  'principal.revoked': {
    aggregate: 'principal',
    from: 'identity',
    to: ['gateway'],
    meaning: 'A user, operator or API key lost or changed access, or a session ended; drop cached data of it',
    data: PrincipalRevoked,
  },
  'admin.sign_in_locked': {
    aggregate: 'admin',
    from: 'identity',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'Ten wrong attempts locked a sign-in',
    data: AdminSignInLocked,
  },
  'admin.second_factor_reset': {
    aggregate: 'admin',
    from: 'identity',
    to: ['notifier'],
    operators: 'platform:manage',
    meaning: 'A super admin disabled the two-factor sign-in of an operator',
    data: AdminSecondFactorReset,
  },
} as const satisfies Record<string, EventRow>;
