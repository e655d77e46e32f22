import { SIGNED_IN, SignInOutcome, SignInRef } from './sign-in.js';
import {
  ACCOUNT_HANDLE,
  ACCOUNT_ID,
  OAuthCode,
  OAuthProviderRequest,
  OAuthStarted,
  StartOAuthRequest,
} from '../integrations/oauth.js';
import { Client, type ClientInfo, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { listOf } from '../language/contract/paging.js';
import { Flag, Id, OneOf, Text, Time, UserId, combine } from '../language/fields/index.js';
import {
  LINKED_ACCOUNT_PROVIDERS,
  MESSAGE_PROVIDERS,
  OAUTH_PROVIDERS,
  type LinkedAccountProvider,
  type MessageProvider,
  type OAuthProvider,
} from '../shared/oauth-providers.js';

class LinkedProviderRequest {
  @OneOf(LINKED_ACCOUNT_PROVIDERS, { description: 'The platform', example: 'codehost' })
  provider!: LinkedAccountProvider;
}

/** A platform account that is linked to a user. */
export class LinkedAccount extends LinkedProviderRequest {
  @Text({
    ...ACCOUNT_ID,
    description: 'Permanent id of the account at the platform; for an identity provider issuer and subject',
    example: '583231',
  })
  accountId!: string;

  @Text({
    ...ACCOUNT_HANDLE,
    nullable: true,
    description: 'Name of the account when it was last read; null: the platform has none',
    example: 'octocat',
  })
  handle!: string | null;

  @Flag({
    description:
      'True if the consent has ended at the platform, or the person has blocked the bot; link the account again',
    example: false,
  })
  relinkNeeded!: boolean;

  @Time({ description: 'When it was linked' })
  linkedAt!: Timestamp;
}

class SignInWithOAuthRequest extends combine(OAuthCode, SignInRef) {
  @Client({ optional: false })
  client!: ClientInfo;
}

/** Returns OAUTH_CODE_INVALID for every cause. */
export const signInWithOAuth = contract({
  subject: 'identity.accounts.sign-in',
  request: SignInWithOAuthRequest,
  reply: SignInOutcome,
  errors: ['OAUTH_CODE_INVALID', 'ACCOUNT_SUSPENDED', 'ACCOUNT_MERGED'],
  http: {
    id: 'signInWithOAuth',
    route: 'POST /v1/auth/oauth/verify',
    tag: 'auth',
    summary: 'Sign in with the code of an OAuth flow',
    description:
      'The first sign-in with an account of a platform creates an account here. Accounts are never linked by e-mail address.',
    again: 'A code works once; a repeated call returns OAUTH_CODE_INVALID.',
    replies: SIGNED_IN,
  },
});

const ACCOUNTS = '/v1/users/me/accounts';
const tag = 'users';

class OwnAccountsRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const listLinkedAccounts = contract({
  subject: 'identity.accounts.list',
  callers: ['exports', 'integrations', 'quests-verify'],
  request: OwnAccountsRequest,
  reply: listOf(LinkedAccount, { max: LINKED_ACCOUNT_PROVIDERS.length }),
  http: {
    id: 'listLinkedAccounts',
    route: `GET ${ACCOUNTS}`,
    tag,
    summary: 'List your linked accounts, at most one per platform',
  },
});

class ChangeAccountsRequest extends OwnAccountsRequest {
  @Id({ from: 'sessionId', description: 'The asking session' })
  sessionId!: string;
}

class StartAccountLinkRequest extends combine(StartOAuthRequest, ChangeAccountsRequest) {}

export const startAccountLink = contract({
  subject: 'identity.accounts.start-link',
  request: StartAccountLinkRequest,
  reply: OAuthStarted,
  errors: ['OAUTH_NOT_AVAILABLE'],
  http: {
    id: 'startAccountLink',
    route: `POST ${ACCOUNTS}/:provider/start`,
    tag,
    summary: 'Start linking an account of a platform',
    description: 'The popup returns with a code; exchange it in this session at POST /v1/users/me/accounts/verify.',
    again: 'Each call starts a new flow.',
  },
});

class LinkAccountRequest extends combine(OAuthCode, ChangeAccountsRequest) {
  @Client()
  client?: ClientInfo;
}

export const linkAccount = contract({
  subject: 'identity.accounts.link',
  request: LinkAccountRequest,
  reply: LinkedAccount,
  errors: ['OAUTH_CODE_INVALID', 'IDENTITY_IN_USE', 'TOO_MANY'],
  http: {
    id: 'linkAccount',
    route: `POST ${ACCOUNTS}/verify`,
    tag,
    summary: 'Link an account with the code of an OAuth flow, or renew its consent',
    again: 'A code works once; a repeated call returns OAUTH_CODE_INVALID.',
  },
});

class AccountRequest extends combine(OAuthProviderRequest, OwnAccountsRequest) {}

class FindGrantRequest extends combine(LinkedProviderRequest, OwnAccountsRequest) {}

class LinkedGrant {
  @Id({ nullable: true, description: 'Null: no account of the platform is linked, or it has no tokens' })
  grantId!: string | null;

  @Text({ ...ACCOUNT_ID, nullable: true, description: 'Null: no account of the platform is linked' })
  accountId!: string | null;

  @Flag()
  relinkNeeded!: boolean;
}

/** The id by which integrations finds the tokens of a linked account. */
export const findLinkedGrant = contract({
  subject: 'identity.accounts.find-grant',
  callers: ['integrations'],
  reads: true,
  request: FindGrantRequest,
  reply: LinkedGrant,
  deadlineMs: 1_000,
});

export const checkAccount = contract({
  subject: 'identity.accounts.check',
  request: AccountRequest,
  reply: LinkedAccount,
  deadlineMs: 20_000,
  errors: ['ACCOUNT_RELINK_NEEDED', 'OAUTH_NOT_AVAILABLE', 'OAUTH_UNAVAILABLE'],
  http: {
    id: 'checkAccount',
    route: `POST ${ACCOUNTS}/:provider/check`,
    tag,
    summary: 'Check a linked account at its platform and refresh its name',
    again: 'Each call queries the platform.',
  },
});

class UnlinkAccountRequest extends combine(LinkedProviderRequest, ChangeAccountsRequest) {
  @Client()
  client?: ClientInfo;
}

/** LAST_SIGN_IN_METHOD when it is the only sign-in method. */
export const unlinkAccount = contract({
  subject: 'identity.accounts.unlink',
  request: UnlinkAccountRequest,
  reply: null,
  errors: ['LAST_SIGN_IN_METHOD', 'MERGE_UNDOABLE'],
  http: {
    id: 'unlinkAccount',
    route: `DELETE ${ACCOUNTS}/:provider`,
    tag,
    summary: 'Unlink an account and revoke its consent at the platform',
    description: 'The last sign-in method cannot be removed.',
  },
});

class FindOwnerRequest extends LinkedProviderRequest {
  @Text(ACCOUNT_ID)
  accountId!: string;
}

class AccountOwner {
  @UserId({ nullable: true, description: 'Null: nobody has linked the account' })
  userId!: string | null;
}

/** Who has linked an account of a platform. */
export const findAccountOwner = contract({
  subject: 'identity.accounts.find-owner',
  callers: ['integrations'],
  reads: true,
  request: FindOwnerRequest,
  reply: AccountOwner,
  deadlineMs: 1_000,
});

class LinkByMessageRequest extends OwnAccountsRequest {
  @OneOf(MESSAGE_PROVIDERS)
  provider!: MessageProvider;

  @Text(ACCOUNT_ID)
  accountId!: string;

  @Text({ ...ACCOUNT_HANDLE, nullable: true })
  handle!: string | null;
}

/**
 * Links an account that sent a token of the user in a message. IDENTITY_IN_USE comes without a merge offer,
 * because the account cannot be used to sign in. Linking it again has no effect but to store its name.
 */
export const linkAccountByMessage = contract({
  subject: 'identity.accounts.link-by-message',
  callers: ['integrations'],
  request: LinkByMessageRequest,
  reply: LinkedAccount,
  errors: ['IDENTITY_IN_USE', 'TOO_MANY', 'ACCOUNT_SUSPENDED'],
});

/** A user proved to own a platform account; its tokens are kept under this id from now on. */
export class AccountLinked {
  @UserId()
  userId!: string;

  @OneOf(OAUTH_PROVIDERS)
  provider!: OAuthProvider;

  @Id()
  grantId!: string;

  @Id({ nullable: true, description: 'The grant before, which this one takes the place of' })
  replaced!: string | null;
}

export class AccountUnlinked {
  @UserId()
  userId!: string;

  @OneOf(OAUTH_PROVIDERS)
  provider!: OAuthProvider;

  @Id()
  grantId!: string;
}

/** A linked account can be reached no more, or again. */
export class AccountReachChanged {
  @OneOf(LINKED_ACCOUNT_PROVIDERS)
  provider!: LinkedAccountProvider;

  @Text(ACCOUNT_ID)
  accountId!: string;

  @Flag()
  relinkNeeded!: boolean;
}

export class AccountRelinkNeeded {
  @UserId()
  userId!: string;

  @OneOf(LINKED_ACCOUNT_PROVIDERS)
  provider!: LinkedAccountProvider;
}
