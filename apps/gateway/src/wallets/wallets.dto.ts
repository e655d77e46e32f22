import type { Wallet, WalletChallenge, WalletProof } from '@questp/messages';
import { Flag, Id, Line, Text, Time } from '../edge/fields/index.js';
import { listOf } from '../edge/paging.dto.js';

const ADDRESS = 'cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq';

export class ChallengeQuery {
  @Line({ max: 128, example: ADDRESS })
  address!: string;

  @Line({ max: 64, example: 'cosmoshub-4' })
  chainId!: string;
}

export class WalletChallengeDto implements WalletChallenge {
  @Text({ example: 'svc_nonce_5Q2pWf6hX0s' })
  nonce!: string;

  @Text({ description: 'Text to sign as an ADR-036 arbitrary message' })
  message!: string;

  @Time()
  expiresAt!: string;
}

/** Any string is taken; one that proves nothing is WALLET_SIGNATURE_INVALID. */
export class WalletProofBody implements WalletProof {
  @Text({ example: ADDRESS })
  address!: string;

  @Text({ example: 'cosmoshub-4' })
  chainId!: string;

  @Text({ description: 'base64 of the 33 bytes of the compressed public key' })
  pubkey!: string;

  @Text({ description: 'base64 of the 64 bytes r||s' })
  signature!: string;

  @Text({ description: 'Nonce of the challenge' })
  nonce!: string;
}

export class WalletDto implements Wallet {
  @Id()
  id!: string;

  @Text({ example: 'cosmoshub-4' })
  chainId!: string;

  @Text({ example: ADDRESS })
  address!: string;

  @Flag()
  isPrimary!: boolean;

  @Time()
  linkedAt!: string;
}

export const WalletListDto = listOf(WalletDto);
