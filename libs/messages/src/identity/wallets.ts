import { ACCOUNT_CHAIN, ACCOUNT_ADDRESS, Client, Creating, type ClientInfo, type Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { combine, Flag, Id, Line, Text, Time, UserId } from '../fields/index.js';
import { listOf } from '../paging.js';

const ADDRESS = 'cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq';
const CHAIN_ID = 'cosmoshub-4';

/** Linked to one account. */
export const MOST_WALLETS = 20;

export class Wallet {
  @Id()
  id!: string;

  @Text({ ...ACCOUNT_CHAIN, example: CHAIN_ID })
  chainId!: string;

  @Text({ ...ACCOUNT_ADDRESS, example: ADDRESS })
  address!: string;

  @Flag()
  isPrimary!: boolean;

  @Time()
  linkedAt!: Timestamp;
}

/** The account that a challenge is for. */
export class WalletAccount {
  @Line({ max: 128, example: ADDRESS })
  address!: string;

  @Line({ max: 64, example: CHAIN_ID })
  chainId!: string;
}

export class WalletChallenge {
  @Text({ max: 64, example: 'svc_nonce_0f6b1a52c1d94c0f9a3e5d7b8c2f4e61' })
  nonce!: string;

  @Text({
    max: 10_000,
    description: 'Text to sign as an ADR-036 arbitrary message (CAIP-122)',
    example: 'quests.example.org wants you to sign in with your wallet.',
  })
  message!: string;

  @Time()
  expiresAt!: Timestamp;
}

/** As long as a body can be: what proves nothing is WALLET_SIGNATURE_INVALID, whatever is wrong with it (spec 7). */
const PROOF = { max: 131_072, storable: false } as const;

export class WalletProof {
  @Text({ ...PROOF, example: ADDRESS })
  address!: string;

  @Text({ ...PROOF, example: CHAIN_ID })
  chainId!: string;

  @Text({ ...PROOF, description: 'base64 of the 33 bytes of the compressed public key' })
  pubkey!: string;

  @Text({ ...PROOF, description: 'base64 of the 64 bytes r||s' })
  signature!: string;

  @Text({ ...PROOF, description: 'Nonce of the challenge' })
  nonce!: string;
}

const WALLETS = '/v1/users/me/wallets';
const tag = 'wallets';

class LinkChallengeRequest extends WalletAccount {
  @UserId({ from: 'userId' })
  userId!: string;
}

/** A challenge that only this user can answer. */
export const createLinkChallenge = contract({
  subject: 'identity.wallets.link-challenge',
  request: LinkChallengeRequest,
  reply: WalletChallenge,
  errors: ['CHAIN_NOT_SUPPORTED', 'WALLET_ADDRESS_INVALID'],
  http: {
    id: 'createWalletLinkChallenge',
    route: `GET ${WALLETS}/challenge`,
    tag,
    summary: 'Create a challenge to link a wallet',
    again: 'Each call creates a new text that works once.',
  },
});

class LinkWalletRequest extends combine(WalletProof, Creating) {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id({ from: 'sessionId', description: 'The asking session' })
  sessionId!: string;

  @Client()
  client?: ClientInfo;
}

export const linkWallet = contract({
  subject: 'identity.wallets.link',
  request: LinkWalletRequest,
  reply: Wallet,
  errors: ['WALLET_SIGNATURE_INVALID', 'IDENTITY_IN_USE', 'WALLET_ALREADY_LINKED', 'TOO_MANY'],
  http: {
    id: 'linkWallet',
    route: `POST ${WALLETS}`,
    tag,
    summary: 'Link a wallet with a signed challenge',
    status: 201,
    idempotent: true,
  },
});

class ListWalletsRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const listWallets = contract({
  subject: 'identity.wallets.list',
  request: ListWalletsRequest,
  reply: listOf(Wallet, { max: MOST_WALLETS }),
  http: { id: 'listWallets', route: `GET ${WALLETS}`, tag, summary: 'List your wallets' },
  callers: ['quests-verify'],
});

class WalletRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id()
  walletId!: string;
}

class UnlinkWalletRequest extends WalletRequest {
  @Id({ from: 'sessionId', description: 'The asking session' })
  sessionId!: string;

  @Client()
  client?: ClientInfo;
}

/** LAST_SIGN_IN_METHOD when it is the only sign-in method. */
export const unlinkWallet = contract({
  subject: 'identity.wallets.unlink',
  request: UnlinkWalletRequest,
  reply: null,
  errors: ['LAST_SIGN_IN_METHOD', 'MERGE_UNDOABLE'],
  http: {
    id: 'unlinkWallet',
    route: `DELETE ${WALLETS}/:walletId`,
    tag,
    summary: 'Unlink a wallet',
    description:
      'Requires a sign-in within the last 10 minutes. If the primary wallet is unlinked, the oldest remaining one becomes primary. The last sign-in method cannot be removed.',
  },
});

export const setPrimaryWallet = contract({
  subject: 'identity.wallets.set-primary',
  request: WalletRequest,
  reply: Wallet,
  http: {
    id: 'setPrimaryWallet',
    route: `PUT ${WALLETS}/:walletId/primary`,
    tag,
    summary: 'Set the primary wallet',
  },
});
