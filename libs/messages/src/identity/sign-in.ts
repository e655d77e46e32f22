import { CHALLENGED, SecondFactorChallenge } from './second-factor.js';
import { SessionToken } from './sessions.js';
import { User } from './users.js';
import { ACCOUNT_CHAIN, Client, Nothing, type ClientInfo } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import {
  Flag,
  ListOf,
  ListOfOneOf,
  Nested,
  OneOf,
  Text,
  combine,
  enumeration,
  exampleOfAll,
  fieldsOf,
  partial,
} from '../language/fields/index.js';
import { OAUTH_PROVIDERS, SIGN_IN_APPS, type SignInApp } from '../shared/oauth-providers.js';
import { WalletAccount, WalletChallenge, WalletProof } from '../shared/wallets.js';

const tag = 'auth';

/** A chain whose wallets can sign in. */
export class SignInChain {
  @Text({ ...ACCOUNT_CHAIN, example: 'cosmoshub-4' })
  chainId!: string;

  @Text({ max: 100, example: 'Cosmos Hub', description: 'Display name of the chain' })
  name!: string;

  @Text({ max: 32, example: 'Cosmos', description: 'Chain family' })
  family!: string;

  @Text({ max: 83, example: 'cosmos', description: 'Bech32 prefix of addresses on the chain' })
  bech32Prefix!: string;

  @Text({ max: 32, example: 'secp256k1', description: 'Signature algorithm of the chain' })
  keyAlgorithm!: string;
}

export const SIGN_IN_METHODS = enumeration('SignInMethodId', ['wallet', 'email', 'password', ...OAUTH_PROVIDERS]);

export const SIGN_IN_METHOD_USES = enumeration('SignInMethodUse', ['sign_in', 'link']);
export type SignInMethodUse = (typeof SIGN_IN_METHOD_USES)[number];

export class SignInMethod {
  @OneOf(SIGN_IN_METHODS, {
    description:
      'wallet: signed text; email: mailed code; password: address and password; others: account of a platform (OAuth)',
  })
  id!: (typeof SIGN_IN_METHODS)[number];

  @Text({ max: 100, example: 'Wallet', description: 'Display name' })
  name!: string;

  @ListOf(() => SignInChain, { max: 50, description: 'Chains of the method wallet; empty for other methods' })
  chains!: SignInChain[];

  @ListOfOneOf(SIGN_IN_METHOD_USES, {
    max: SIGN_IN_METHOD_USES.length,
    description:
      'sign_in: usable for sign-in by the apps in `apps`; link: signed-in users can link it. The video site and the launch site can only be linked.',
    example: ['sign_in', 'link'],
  })
  uses!: SignInMethodUse[];

  @ListOfOneOf(SIGN_IN_APPS, {
    max: SIGN_IN_APPS.length,
    description: 'Apps that offer it for sign-in; empty: it can only be linked',
    example: ['earner'],
  })
  apps!: SignInApp[];
}

export class SignInMethods {
  @ListOf(() => SignInMethod, { max: SIGN_IN_METHODS.length, description: 'Enabled sign-in methods' })
  methods!: SignInMethod[];
}

/** The sign-in methods that are enabled on this platform (spec 4.1). */
export const listSignInMethods = contract({
  subject: 'identity.auth.methods',
  request: Nothing,
  reply: SignInMethods,
  http: {
    id: 'listSignInMethods',
    route: 'GET /v1/auth/methods',
    tag,
    summary: 'List the enabled sign-in methods',
  },
});

/** Sign-in challenge (spec 4.1, 5.2). */
export const createSignInChallenge = contract({
  subject: 'identity.wallets.sign-in-challenge',
  request: WalletAccount,
  reply: WalletChallenge,
  errors: ['CHAIN_NOT_SUPPORTED', 'WALLET_ADDRESS_INVALID'],
  http: [
    {
      id: 'createSignInChallenge',
      route: 'GET /v1/auth/wallet/challenge',
      tag,
      summary: 'Create a sign-in challenge',
      again: 'Each call creates a new text that works once.',
    },
    {
      id: 'createLegacySignInChallenge',
      route: 'GET /v1/auth/legacy-wallet/nonce',
      tag,
      summary: 'Create a sign-in challenge (older route of GET /v1/auth/wallet/challenge)',
      again: 'Each call creates a new text that works once.',
    },
  ],
});

export class SignInRef {
  @Text({
    storable: false,
    optional: true,
    description: 'Referral code of the inviting user; used at the first sign-in, ignored if unknown',
  })
  ref?: string;
}

class SignInWithWalletRequest extends combine(WalletProof, SignInRef) {
  @Client({ optional: false })
  client!: ClientInfo;
}

export class SignedIn extends SessionToken {
  @Nested(() => User, { description: 'Account that was signed in to' })
  user!: User;

  @Flag({ description: 'True if this sign-in created the account' })
  isNewUser!: boolean;
}

/** The members of SignedIn, or only a challenge if a second step follows. */
export class SignInOutcome extends partial(SignedIn) {
  @Nested(() => SecondFactorChallenge, { optional: true, description: CHALLENGED })
  challenge?: SecondFactorChallenge;
}

/** The example of a sign-in without a second step. */
export const SIGNED_IN = { ...exampleOfAll(fieldsOf(SignedIn)), isNewUser: false };

/** Consumes the nonce before it verifies the signature. WALLET_SIGNATURE_INVALID for every cause. */
export const signInWithWallet = contract({
  subject: 'identity.wallets.sign-in',
  request: SignInWithWalletRequest,
  reply: SignInOutcome,
  errors: ['WALLET_SIGNATURE_INVALID', 'ACCOUNT_SUSPENDED', 'ACCOUNT_MERGED', 'CHAIN_DISABLED'],
  http: [
    {
      id: 'signInWithWallet',
      route: 'POST /v1/auth/wallet/verify',
      tag,
      summary: 'Sign in with a signed challenge',
      description: 'The first sign-in of a wallet creates the account, unless its chain is disabled.',
      again: 'A challenge works once; a repeated call returns WALLET_SIGNATURE_INVALID.',
      replies: SIGNED_IN,
    },
    {
      id: 'signInWithLegacyWallet',
      route: 'POST /v1/auth/legacy-wallet/verify',
      tag,
      summary: 'Sign in with a signed challenge (older route of POST /v1/auth/wallet/verify)',
      description: 'The first sign-in of a wallet creates the account, unless its chain is disabled.',
      again: 'A challenge works once; a repeated call returns WALLET_SIGNATURE_INVALID.',
      replies: SIGNED_IN,
    },
  ],
});
