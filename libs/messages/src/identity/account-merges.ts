import { PublicProfile } from './users.js';
import { Wallet } from './wallets.js';
import { Client, type ClientInfo, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import { AdminId, Flag, Id, ListOf, Nested, OneOf, Time, UserId, enumeration } from '../language/fields/index.js';
import { MergePreview, MergeSums } from '../quests/accounts/account-merges.js';
import { LINKED_ACCOUNT_PROVIDERS, type LinkedAccountProvider } from '../shared/oauth-providers.js';
import { MAX_WALLETS } from '../shared/wallets.js';

const tag = 'users';
const OFFERS = '/v1/users/me/merge-offers';
const ADMIN_MERGES = '/v1/admin/account-merges';

/** Why an offer cannot be accepted at present. */
export const MERGE_REFUSALS = enumeration('MergeRefusal', [
  'ACCOUNT_HAS_ROLES',
  'ACCOUNT_MERGING',
  'IDENTITY_IN_USE',
  'TOO_MANY',
]);
export type MergeRefusal = (typeof MERGE_REFUSALS)[number];

export class MergingAccount {
  @OneOf(LINKED_ACCOUNT_PROVIDERS, { description: 'Platform of the account' })
  provider!: LinkedAccountProvider;

  @Flag({
    description:
      'False if the surviving account already has one of the platform: it is unlinked after 7 days and cannot sign in until then',
  })
  moves!: boolean;
}

/** What a merge would do with the absorbed account. Its password is removed in any case. */
export class MergeOffer {
  @Id({ description: 'Id of the merge offer' })
  id!: string;

  @Time()
  expiresAt!: Timestamp;

  @Nested(() => PublicProfile, { description: 'The absorbed account' })
  account!: PublicProfile;

  @ListOf(() => Wallet, { max: MAX_WALLETS, description: 'Sign-in methods that move to the surviving account' })
  wallets!: Wallet[];

  @Flag({ nullable: true, description: 'True if its e-mail address moves; null: no address' })
  emailMoves!: boolean | null;

  @ListOf(() => MergingAccount, {
    max: LINKED_ACCOUNT_PROVIDERS.length,
    description: 'Linked accounts of the absorbed account',
  })
  linkedAccounts!: MergingAccount[];

  @Nested(() => MergePreview, { description: 'Effect on its submissions and points' })
  earned!: MergePreview;

  @OneOf(MERGE_REFUSALS, { nullable: true, description: 'Error code if the merge would be refused now' })
  refusal!: MergeRefusal | null;
}

const MOMENTS = { mergedAt: '2026-05-01T12:00:00.000Z', undoableUntil: '2026-05-08T12:00:00.000Z' };
const DONE = {
  ...MOMENTS,
  state: 'done',
  sums: { submissions: 0, points: '0', xp: '0', droppedSubmissions: 0, droppedPoints: '0', droppedXp: '0' },
};

class MergeOfferRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id({ from: 'sessionId', description: 'The asking session' })
  sessionId!: string;

  @Id()
  offerId!: string;
}

export const getMergeOffer = contract({
  subject: 'identity.account-merges.offer',
  request: MergeOfferRequest,
  reply: MergeOffer,
  http: {
    id: 'getMergeOffer',
    route: `GET ${OFFERS}/:offerId`,
    tag,
    summary: 'Preview a merge of another account into yours',
    description:
      'Linking a sign-in method of another account returns IDENTITY_IN_USE with a `mergeOfferId` if the sign-in is within the last 10 minutes and the method signs in to that account. The offer expires after 10 minutes, works in that session only, and ends when either account changes a sign-in method or ends a session.',
  },
});

export const ACCOUNT_MERGE_STATES = enumeration('AccountMergeState', [
  'reserving',
  'releasing',
  'moving',
  'done',
  'undoing',
  'undone',
]);
export type AccountMergeState = (typeof ACCOUNT_MERGE_STATES)[number];

/** Days for which operators can undo a merge. */
export const MERGE_UNDO_DAYS = 7;

export class AccountMerge {
  @Id({ description: 'Id of the merge' })
  id!: string;

  @UserId({ description: 'The surviving account' })
  survivorId!: string;

  @UserId({ description: 'The absorbed account' })
  absorbedId!: string;

  @OneOf(ACCOUNT_MERGE_STATES, { description: '`moving` and `undoing`: points are still being transferred' })
  state!: AccountMergeState;

  @Time({ nullable: true, description: 'When the accounts were merged' })
  mergedAt!: Timestamp | null;

  @Time({ nullable: true, description: 'End of the period in which operators can undo the merge' })
  undoableUntil!: Timestamp | null;

  @Nested(() => MergeSums, { nullable: true, description: 'When all items were transferred' })
  sums!: MergeSums | null;
}

export class AdminAccountMerge extends AccountMerge {
  @Time({ nullable: true, description: 'When the first objection was made; null: none' })
  objectedAt!: Timestamp | null;
}

class ConfirmMergeRequest extends MergeOfferRequest {
  @Client()
  client?: ClientInfo;
}

/**
 * A repeated request returns the same merge. NOT_FOUND for an offer that ended because either account changed its
 * sign-in methods; IDENTITY_IN_USE if the other account has set up two-factor sign-in since.
 */
export const confirmMerge = contract({
  subject: 'identity.account-merges.confirm',
  request: ConfirmMergeRequest,
  reply: AccountMerge,
  errors: ['ACCOUNT_HAS_ROLES', 'ACCOUNT_MERGING', 'ACCOUNT_SUSPENDED', 'IDENTITY_IN_USE', 'TOO_MANY'],
  http: {
    id: 'confirmMerge',
    route: `POST ${OFFERS}/:offerId/confirm`,
    tag,
    summary: 'Merge another account into yours',
    again: 'A repeated call returns the same merge.',
    replies: { ...MOMENTS, state: 'moving' },
    description:
      'Ends all sessions of both accounts, including the current one. Submissions to the same quest and period count once. Both addresses get a mail with a link to object. Operators can undo the merge for 7 days; until then merged items cannot be unlinked or changed, and the account cannot be deleted.',
  },
});

class OwnMergeRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id()
  mergeId!: string;
}

export const getOwnMerge = contract({
  subject: 'identity.account-merges.get-own',
  request: OwnMergeRequest,
  reply: AccountMerge,
  http: {
    id: 'getMyMerge',
    route: 'GET /v1/users/me/merges/:mergeId',
    tag,
    summary: 'Get the progress of one of your merges',
    replies: DONE,
  },
});

class AdminListMergesRequest extends PageRequest {
  @UserId({ optional: true, description: 'Surviving or absorbed account' })
  userId?: string;

  @Flag({ optional: true, description: 'Only merges with an objection' })
  objected?: boolean;
}

export const adminListMerges = contract({
  subject: 'identity.account-merges.admin-list',
  request: AdminListMergesRequest,
  reply: pageOf(AdminAccountMerge),
  http: {
    id: 'adminListMerges',
    route: `GET ${ADMIN_MERGES}`,
    tag: 'admin',
    summary: 'List account merges, newest first',
  },
});

class AdminMergeRequest {
  @Id()
  mergeId!: string;
}

export const adminGetMerge = contract({
  subject: 'identity.account-merges.admin-get',
  request: AdminMergeRequest,
  reply: AdminAccountMerge,
  http: {
    id: 'adminGetMerge',
    route: `GET ${ADMIN_MERGES}/:mergeId`,
    tag: 'admin',
    summary: 'Get an account merge',
    replies: { ...DONE, objectedAt: null },
  },
});

class UndoMergeRequest extends AdminMergeRequest {
  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

/** Idempotent. MERGE_NOT_UNDOABLE after the undo period. */
export const undoMerge = contract({
  subject: 'identity.account-merges.undo',
  request: UndoMergeRequest,
  reply: AdminAccountMerge,
  errors: ['MERGE_NOT_UNDOABLE', 'LAST_SIGN_IN_METHOD'],
  http: {
    id: 'adminUndoMerge',
    route: `POST ${ADMIN_MERGES}/:mergeId/undo`,
    tag: 'admin',
    summary: 'Undo an account merge within 7 days',
    again: 'A repeated call has no effect.',
    replies: { ...DONE, state: 'undoing', objectedAt: null },
    description:
      'Moves everything back; the absorbed account can sign in again with its address, password and linked accounts. What was earned since the merge stays with the surviving account, which must keep a sign-in method. Ends all sessions of both.',
  },
});

/** A merge of two accounts of the same owner. */
export class AccountMerged {
  @Id()
  mergeId!: string;

  @UserId({ description: 'The surviving account' })
  survivorId!: string;

  @UserId({ description: 'The absorbed account' })
  absorbedId!: string;
}

/** Everything that the two accounts earned has been moved. */
export class AccountMergeSettled extends AccountMerged {
  @Nested(() => MergeSums)
  sums!: MergeSums;

  @Flag({ description: 'Whether it is the undoing that is settled' })
  undone!: boolean;
}

export class AccountMergeObjected extends AccountMerged {
  @Time({ description: 'End of the period in which operators can undo the merge' })
  undoableUntil!: Timestamp;
}
