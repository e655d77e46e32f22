import { Client, type ClientInfo, type Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { combine, Flag, Id, Text, Time, UserId } from '../fields/index.js';
import {
  ACCOUNT_HANDLE,
  ACCOUNT_ID,
  OAuthCode,
  OAuthProviderRequest,
  OAuthStarted,
  StartOAuthRequest,
} from '../integrations/oauth.js';
import { listOf } from '../paging.js';
import { OAUTH_PROVIDERS } from './oauth-providers.js';
import { SignInOutcome, SignInRef } from './sign-in.js';

/** An account of a platform that belongs to a user. */
export class LinkedAccount extends OAuthProviderRequest {
  @Text({
    ...ACCOUNT_ID,
    description: 'Id of the account at the platform, which stays; of an identity provider issuer and subject',
    example: '583231',
  })
  accountId!: string;

  @Text({
    ...ACCOUNT_HANDLE,
    nullable: true,
    description: 'What the account was called when it was last looked at; null: the platform does not say',
    example: 'octocat',
  })
  handle!: string | null;

  @Flag({ description: 'Whether the platform no longer takes what was agreed to: link it again', example: false })
  relinkNeeded!: boolean;

  @Time()
  linkedAt!: Timestamp;
}

class SignInWithOAuthRequest extends combine(OAuthCode, SignInRef) {
  @Client({ optional: false })
  client!: ClientInfo;
}

/** OAUTH_CODE_INVALID for every cause. */
export const signInWithOAuth = contract({
  subject: 'identity.accounts.sign-in',
  request: SignInWithOAuthRequest,
  reply: SignInOutcome,
  errors: ['OAUTH_CODE_INVALID', 'ACCOUNT_SUSPENDED', 'ACCOUNT_MERGED'],
  http: {
    id: 'signInWithOAuth',
    route: 'POST /v1/auth/oauth/verify',
    tag: 'auth',
    summary: 'Signs in by the code that a browser brought back from a platform',
    description: 'The first sign-in with an account of a platform makes the account here. Addresses link nothing.',
    again: 'A code proves once: repeated, it is OAUTH_CODE_INVALID.',
    replies: { isNewUser: false },
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
  callers: ['exports'],
  request: OwnAccountsRequest,
  reply: listOf(LinkedAccount, { max: OAUTH_PROVIDERS.length }),
  http: {
    id: 'listLinkedAccounts',
    route: `GET ${ACCOUNTS}`,
    tag,
    summary: 'The own accounts of platforms that are linked, one of each at most',
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
    summary: 'Begins to link an account of a platform',
    description:
      'Asks for a sign-in of the last 10 minutes. The popup comes back with a code, which links by POST /v1/users/me/accounts/verify in this session only.',
    again: 'Each call begins another one.',
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
    summary: 'Links the account that a code proves, or renews what was agreed to for a linked one',
    again: 'A code proves once: repeated, it is OAUTH_CODE_INVALID.',
  },
});

class AccountRequest extends combine(OAuthProviderRequest, OwnAccountsRequest) {}

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
    summary: 'Asks the platform what a linked account is called now, and whether the link still works',
    again: 'Each call asks again.',
  },
});

class UnlinkAccountRequest extends combine(OAuthProviderRequest, ChangeAccountsRequest) {
  @Client()
  client?: ClientInfo;
}

/** LAST_SIGN_IN_METHOD when it is the only way to sign in. */
export const unlinkAccount = contract({
  subject: 'identity.accounts.unlink',
  request: UnlinkAccountRequest,
  reply: null,
  errors: ['LAST_SIGN_IN_METHOD', 'MERGE_UNDOABLE'],
  http: {
    id: 'unlinkAccount',
    route: `DELETE ${ACCOUNTS}/:provider`,
    tag,
    summary: 'Unlinks an account of a platform, and gives back what was agreed to there',
    description: 'Asks for a sign-in of the last 10 minutes. The last way to sign in stays.',
  },
});
