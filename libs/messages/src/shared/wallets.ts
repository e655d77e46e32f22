import type { Timestamp } from '../language/contract/common.js';
import { Line, Text, Time } from '../language/fields/index.js';

export const EXAMPLE_ADDRESS = 'cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq';
export const EXAMPLE_CHAIN_ID = 'cosmoshub-4';

/** Maximum wallets of one account. */
export const MAX_WALLETS = 20;

/** The account that a challenge is for. */
export class WalletAccount {
  @Line({ max: 128, example: EXAMPLE_ADDRESS, description: 'Wallet address on its chain' })
  address!: string;

  @Line({ max: 64, example: EXAMPLE_CHAIN_ID })
  chainId!: string;
}

export class WalletChallenge {
  @Text({ max: 64, example: 'svc_nonce_0f6b1a52c1d94c0f9a3e5d7b8c2f4e61', description: 'Nonce of the challenge' })
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

/** As long as a body can be: every invalid proof is WALLET_SIGNATURE_INVALID (spec 7). */
const PROOF = { max: 131_072, storable: false } as const;

export class WalletProof {
  @Text({ ...PROOF, example: EXAMPLE_ADDRESS, description: 'Wallet address that the challenge was created for' })
  address!: string;

  @Text({ ...PROOF, example: EXAMPLE_CHAIN_ID })
  chainId!: string;

  @Text({
    ...PROOF,
    description: 'base64 of the 33 bytes of the compressed public key',
    example: 'AiLm0u5tkZnIqAEcQt8d8DjZlv2MlGUZiKZPyZFyb1zm',
  })
  pubkey!: string;

  @Text({
    ...PROOF,
    description: 'base64 of the 64 bytes r||s',
    example: 'GJ1xY2bYcTyMY0X3T0p9Xr2f5jFqF0y7m7yq2cN3m4s5JYl1q9nQ0a6W3a1c5w0r1bS3c7uT6K1n8d2Vb4x9Xg==',
  })
  signature!: string;

  @Text({ ...PROOF, description: 'Nonce of the challenge', example: 'svc_nonce_0f6b1a52c1d94c0f9a3e5d7b8c2f4e61' })
  nonce!: string;
}
