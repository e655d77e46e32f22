import {
  ACCOUNT_ADDRESS,
  ACCOUNT_CHAIN,
  Client,
  Creating,
  type ClientInfo,
  type Timestamp,
} from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { listOf } from '../language/contract/paging.js';
import { Flag, Id, Text, Time, UserId, combine } from '../language/fields/index.js';
import {
  EXAMPLE_ADDRESS,
  EXAMPLE_CHAIN_ID,
  MAX_WALLETS,
  WalletAccount,
  WalletChallenge,
  WalletProof,
} from '../shared/wallets.js';

export class Wallet {
  @Id({ description: 'Id of the linked wallet' })
  id!: string;

  @Text({ ...ACCOUNT_CHAIN, example: EXAMPLE_CHAIN_ID })
  chainId!: string;

  @Text({ ...ACCOUNT_ADDRESS, example: EXAMPLE_ADDRESS, description: 'Wallet address on its chain' })
  address!: string;

  @Flag({ description: 'True if rewards are paid to this wallet' })
  isPrimary!: boolean;

  @Time({ description: 'When it was linked' })
  linkedAt!: Timestamp;
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
  reply: listOf(Wallet, { max: MAX_WALLETS }),
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
      'If the primary wallet is unlinked, the oldest remaining one becomes primary. The last sign-in method cannot be removed.',
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
