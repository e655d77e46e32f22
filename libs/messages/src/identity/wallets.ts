import type { Audited, ClientInfo, Creating, Timestamp } from '../common.js';
import { contract } from '../contract.js';
import type { SessionToken } from './sessions.js';
import type { User } from './users.js';

export interface WalletChallenge {
  /** `svc_nonce_` + random */
  nonce: string;
  /** CAIP-122 text to sign as ADR-036 */
  message: string;
  expiresAt: Timestamp;
}

export interface WalletProof {
  address: string;
  chainId: string;
  /** base64 of the 33-byte compressed key */
  pubkey: string;
  /** base64 of r||s */
  signature: string;
  nonce: string;
}

export interface Wallet {
  id: string;
  chainId: string;
  address: string;
  isPrimary: boolean;
  linkedAt: Timestamp;
}

/** Sign-in challenge (spec 4.1, 5.2). CHAIN_NOT_SUPPORTED, WALLET_ADDRESS_INVALID. */
export const createSignInChallenge = contract<{ address: string; chainId: string }, WalletChallenge>(
  'identity.wallets.sign-in-challenge',
);

/** Burns the nonce, then proves the key. WALLET_SIGNATURE_INVALID for every cause. `ref` is a referral code. */
export const signInWithWallet = contract<
  WalletProof & { ref?: string; client: ClientInfo },
  SessionToken & { user: User; isNewUser: boolean }
>('identity.wallets.sign-in');

/** Account-bound challenge for linking. */
export const createLinkChallenge = contract<{ userId: string; address: string; chainId: string }, WalletChallenge>(
  'identity.wallets.link-challenge',
);

/** WALLET_SIGNATURE_INVALID, IDENTITY_IN_USE, WALLET_ALREADY_LINKED. */
export const linkWallet = contract<WalletProof & Creating & Audited & { userId: string }, Wallet>(
  'identity.wallets.link',
);

export const listWallets = contract<{ userId: string }, { items: Wallet[] }>('identity.wallets.list');

/** LAST_SIGN_IN_METHOD when it is the only way to sign in. */
export const unlinkWallet = contract<Audited & { userId: string; walletId: string }, null>('identity.wallets.unlink');

export const setPrimaryWallet = contract<{ userId: string; walletId: string }, Wallet>('identity.wallets.set-primary');

export interface SignInMethod {
  id: 'wallet';
  name: string;
  /** wallet: the chains whose addresses may sign in */
  chains: { chainId: string; name: string; family: string; bech32Prefix: string; keyAlgorithm: string }[];
}

/** The sign-in methods that work here and now (spec 4.1). */
export const listSignInMethods = contract<Record<string, never>, { methods: SignInMethod[] }>('identity.auth.methods');
