import {
  ACCOUNT_ADDRESS,
  ACCOUNT_CHAIN,
  Client,
  type ClientInfo,
  type Timestamp,
} from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { listOf } from '../language/contract/paging.js';
import { Text, Time, UserId, combine, omit } from '../language/fields/index.js';
import { EXAMPLE_ADDRESS, EXAMPLE_CHAIN_ID, WalletAccount, WalletChallenge, WalletProof } from '../shared/wallets.js';

/** Maximum chains for which a user chooses an address. */
export const MAX_PAYOUT_ADDRESSES = 20;

/** Where a user is paid on a chain. */
export class PayoutAddress {
  @Text({ ...ACCOUNT_CHAIN, example: EXAMPLE_CHAIN_ID })
  chainId!: string;

  @Text({ ...ACCOUNT_ADDRESS, example: EXAMPLE_ADDRESS, description: 'Address on the chain' })
  address!: string;

  @Time({ description: 'When it was chosen' })
  chosenAt!: Timestamp;
}

const ADDRESSES = '/v1/users/me/payout-addresses';
const tag = 'wallets';

/** In the path. */
class OnChain {
  @Text({ min: 1, max: ACCOUNT_CHAIN.max, form: 'chain_id', example: EXAMPLE_CHAIN_ID, description: 'Id of the chain' })
  chainId!: string;
}

class PayoutChallengeRequest extends WalletAccount {
  @UserId({ from: 'userId' })
  userId!: string;
}

/** A challenge that only this user can answer. */
export const createPayoutChallenge = contract({
  subject: 'identity.payout-addresses.challenge',
  request: PayoutChallengeRequest,
  reply: WalletChallenge,
  errors: ['CHAIN_NOT_SUPPORTED', 'WALLET_ADDRESS_INVALID'],
  http: {
    id: 'createPayoutChallenge',
    route: `GET ${ADDRESSES}/challenge`,
    tag,
    summary: 'Create a challenge to choose a payout address',
    again: 'Each call creates a new text that works once.',
  },
});

class SetPayoutAddressRequest extends combine(omit(WalletProof, 'chainId'), OnChain) {
  @UserId({ from: 'userId' })
  userId!: string;

  @Client()
  client?: ClientInfo;
}

export const setPayoutAddress = contract({
  subject: 'identity.payout-addresses.set',
  request: SetPayoutAddressRequest,
  reply: PayoutAddress,
  errors: ['WALLET_SIGNATURE_INVALID', 'TOO_MANY'],
  http: {
    id: 'setPayoutAddress',
    route: `PUT ${ADDRESSES}/:chainId`,
    tag,
    summary: 'Choose a payout address on a chain with a signed challenge',
    description:
      'Campaigns whose pool is on the chain pay this address instead of a linked wallet. It counts for payout plans that are made from then on; a final plan does not change. Of earners with the same address one is paid.',
  },
});

class PayoutAddressesRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

export const listPayoutAddresses = contract({
  subject: 'identity.payout-addresses.list',
  request: PayoutAddressesRequest,
  reply: listOf(PayoutAddress, { max: MAX_PAYOUT_ADDRESSES }),
  callers: ['exports'],
  http: {
    id: 'listPayoutAddresses',
    route: `GET ${ADDRESSES}`,
    tag,
    summary: 'List the payout addresses that you chose',
  },
});

class RemovePayoutAddressRequest extends combine(PayoutAddressesRequest, OnChain) {
  @Client()
  client?: ClientInfo;
}

export const removePayoutAddress = contract({
  subject: 'identity.payout-addresses.remove',
  request: RemovePayoutAddressRequest,
  reply: null,
  http: {
    id: 'removePayoutAddress',
    route: `DELETE ${ADDRESSES}/:chainId`,
    tag,
    summary: 'Remove your payout address on a chain',
    description: 'A linked wallet is paid again.',
  },
});
