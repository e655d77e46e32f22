import { ESCROW_KEYS, type EscrowKey } from '../integrations/escrow-keys.js';
import { ACCOUNT_ADDRESS, ACCOUNT_CHAIN } from '../language/contract/common.js';
import { Amount, OneOf, Text } from '../language/fields/index.js';
import { Noted } from '../shared/noted.js';

/** A key of the escrow can pay few more transactions, or none. */
export class EscrowBalanceLow extends Noted {
  @Text({ ...ACCOUNT_CHAIN })
  chainId!: string;

  @OneOf(ESCROW_KEYS, { description: 'Role of the key', example: 'escrow_operator' })
  provider!: EscrowKey;

  @Text({ ...ACCOUNT_ADDRESS, description: 'Address of the key on the chain' })
  address!: string;

  @Text({ min: 1, max: 128, form: 'denom', description: 'Coin that pays fees', example: 'untrn' })
  denom!: string;

  @Amount({ description: 'Base units of the coin that the key has', example: '1200' })
  balance!: string;

  @Amount({ description: 'Fee of its next transaction', example: '3250' })
  fee!: string;
}
