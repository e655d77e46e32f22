import { Client, type ClientInfo, type Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { AdminId, enumeration, Flag, Id, ListOf, Nested, OneOf, Time, UserId } from '../fields/index.js';
import { pageOf, PageRequest } from '../paging.js';
import { MergePreview, MergeSums } from '../quests/account-merges.js';
import { OAUTH_PROVIDERS, type OAuthProvider } from './oauth-providers.js';
import { PublicProfile } from './users.js';
import { MOST_WALLETS, Wallet } from './wallets.js';

const tag = 'users';
const OFFERS = '/v1/users/me/merge-offers';
const ADMIN_MERGES = '/v1/admin/account-merges';

/** Why an offer cannot be taken as things are. */
export const MERGE_REFUSALS = enumeration('MergeRefusal', [
  'ACCOUNT_HAS_ROLES',
  'ACCOUNT_MERGING',
  'IDENTITY_IN_USE',
  'TOO_MANY',
]);
export type MergeRefusal = (typeof MERGE_REFUSALS)[number];

export class MergingAccount {
  @OneOf(OAUTH_PROVIDERS, { description: 'The platform' })
  provider!: OAuthProvider;

  @Flag({
    description:
      'False: it is unlinked after 7 days and signs in to nothing until then, since the account that stays has one of the platform',
  })
  moves!: boolean;
}

/** What would become of an account that goes. Its password goes in any case. */
export class MergeOffer {
  @Id()
  id!: string;

  @Time()
  expiresAt!: Timestamp;

  @Nested(() => PublicProfile, { description: 'The account that goes' })
  account!: PublicProfile;

  @ListOf(() => Wallet, { max: MOST_WALLETS, description: 'Move to the account that stays' })
  wallets!: Wallet[];

  @Flag({ nullable: true, description: 'Whether its e-mail address moves; null: it has none' })
  emailMoves!: boolean | null;

  @ListOf(() => MergingAccount, { max: OAUTH_PROVIDERS.length, description: 'Accounts of platforms that it has' })
  linkedAccounts!: MergingAccount[];

  @Nested(() => MergePreview, { description: 'What becomes of what it earned' })
  earned!: MergePreview;

  @OneOf(MERGE_REFUSALS, { nullable: true, description: 'Why it would be refused now' })
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
    summary: 'What merging the other account into the own one would do',
    description:
      'Linking what another account has is refused with IDENTITY_IN_USE and a `mergeOfferId`, where the sign-in is of the last 10 minutes and what was proven signs in to that account. It is good for 10 minutes and for that session, and ends when either account changes how to sign in or ends a session.',
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
  @Id()
  id!: string;

  @UserId({ description: 'The account that stays' })
  survivorId!: string;

  @UserId({ description: 'The account that went' })
  absorbedId!: string;

  @OneOf(ACCOUNT_MERGE_STATES, { description: 'While it is `moving` or `undoing`, points are on their way' })
  state!: AccountMergeState;

  @Time({ nullable: true, description: 'When the accounts became one' })
  mergedAt!: Timestamp | null;

  @Time({ nullable: true, description: 'Until when operators can undo it' })
  undoableUntil!: Timestamp | null;

  @Nested(() => MergeSums, { nullable: true, description: 'Once everything is where it belongs' })
  sums!: MergeSums | null;
}

export class AdminAccountMerge extends AccountMerge {
  @Time({ nullable: true, description: 'When a reader of the mail about it objected; null: nobody did' })
  objectedAt!: Timestamp | null;
}

class ConfirmMergeRequest extends MergeOfferRequest {
  @Client()
  client?: ClientInfo;
}

/** The same again gives the same merge. NOT_FOUND for an offer that ended (either account changed how to sign in), IDENTITY_IN_USE where the other account has two-factor sign-in since. */
export const confirmMerge = contract({
  subject: 'identity.account-merges.confirm',
  request: ConfirmMergeRequest,
  reply: AccountMerge,
  errors: ['ACCOUNT_HAS_ROLES', 'ACCOUNT_MERGING', 'ACCOUNT_SUSPENDED', 'IDENTITY_IN_USE', 'TOO_MANY'],
  http: {
    id: 'confirmMerge',
    route: `POST ${OFFERS}/:offerId/confirm`,
    tag,
    summary: 'Merges the other account into the own one',
    again: 'The same merge.',
    replies: { ...MOMENTS, state: 'moving' },
    description:
      'Asks for a sign-in of the last 10 minutes. Ends all sessions of both accounts, this one included. What counts for the same quest and period counts once. The addresses of both are mailed a link to object. Operators can undo it for 7 days; until then nothing that moved can be unlinked or changed, and the own account cannot be deleted.',
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
    summary: 'How far an own merge is',
    replies: DONE,
  },
});

class AdminListMergesRequest extends PageRequest {
  @UserId({ optional: true, description: 'Of this account, the one that stays or the one that goes' })
  userId?: string;

  @Flag({ optional: true, description: 'Only those that somebody objected to' })
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
    summary: 'Merges of accounts, newest first',
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
    summary: 'A merge of accounts',
    replies: { ...DONE, objectedAt: null },
  },
});

class UndoMergeRequest extends AdminMergeRequest {
  @AdminId({ from: 'adminId' })
  adminId!: string;

  @Client()
  client?: ClientInfo;
}

/** The same again changes nothing. MERGE_NOT_UNDOABLE after the days for it. */
export const undoMerge = contract({
  subject: 'identity.account-merges.undo',
  request: UndoMergeRequest,
  reply: AdminAccountMerge,
  errors: ['MERGE_NOT_UNDOABLE', 'LAST_SIGN_IN_METHOD'],
  http: {
    id: 'adminUndoMerge',
    route: `POST ${ADMIN_MERGES}/:mergeId/undo`,
    tag: 'admin',
    summary: 'Undoes a merge of accounts, within 7 days',
    again: 'Nothing changes.',
    replies: { ...DONE, state: 'undoing', objectedAt: null },
    description:
      'Whatever moved goes back, and the account that went signs in again by its address, password and linked accounts; what was earned since stays with the account that stayed, which has to keep a way to sign in. Ends all sessions of both.',
  },
});
