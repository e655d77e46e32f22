import { contract } from '../language/contract/contract.js';
import { OneOf, Text, enumeration } from '../language/fields/index.js';

/** Keys of the escrow: escrow_ticket signs tickets, the others sign transactions. */
export const ESCROW_KEYS = enumeration('EscrowKey', ['escrow_operator', 'escrow_ticket', 'escrow_pauser']);
export type EscrowKey = (typeof ESCROW_KEYS)[number];

/** Bytes that a key signs: a message with the largest batch of an allocation fits. */
const MAX_SIGNED_CHARACTERS = 600_000;

class SignRequest {
  @OneOf(ESCROW_KEYS)
  provider!: EscrowKey;

  @Text({ min: 1, max: 64, form: 'chain_id' })
  chainId!: string;

  @Text({
    min: 1,
    max: MAX_SIGNED_CHARACTERS,
    form: 'base64',
    description: 'A ticket as JSON for escrow_ticket; otherwise a SignDoc (SIGN_MODE_DIRECT)',
  })
  bytes!: string;
}

class EscrowPublicKey {
  @Text({ max: 44, form: 'base64', description: 'Compressed public key of the signer, 33 bytes' })
  publicKey!: string;
}

class EscrowSignature extends EscrowPublicKey {
  @Text({ max: 88, form: 'base64', description: 'r || s with low S, 64 bytes, over the SHA-256 of the bytes' })
  signature!: string;
}

/**
 * Signs with a key of the escrow what the key is for, see `apps/integrations/src/escrow-keys`. Fees are counted for each
 * call.
 */
export const signWithEscrowKey = contract({
  subject: 'integrations.escrow-keys.sign',
  request: SignRequest,
  reply: EscrowSignature,
  callers: ['escrow-ops'],
  reads: true,
  errors: ['CHAIN_NOT_CONFIGURED', 'ESCROW_NOT_RELEASED', 'ESCROW_KEY_MISSING', 'SIGNING_REFUSED', 'FEE_LIMIT_REACHED'],
});

class EscrowKeyRequest {
  @OneOf(ESCROW_KEYS)
  provider!: EscrowKey;
}

/** The public key of a role, which is the same on every chain. A transaction has it before it is signed. */
export const readEscrowPublicKey = contract({
  subject: 'integrations.escrow-keys.read',
  request: EscrowKeyRequest,
  reply: EscrowPublicKey,
  callers: ['escrow-ops'],
  reads: true,
  errors: ['ESCROW_KEY_MISSING'],
});
