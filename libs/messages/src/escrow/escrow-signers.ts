import { ESCROW_KEYS, type EscrowKey } from '../integrations/escrow-keys.js';
import { ACCOUNT_ADDRESS, ACCOUNT_CHAIN } from '../language/contract/common.js';
import { Amount, OneOf, Text, combine } from '../language/fields/index.js';
import { DENOM } from '../integrations/gas-price.js';
import { Noted } from '../shared/noted.js';

class KeyOnChain {
  @Text({ ...ACCOUNT_CHAIN })
  chainId!: string;

  @OneOf(ESCROW_KEYS, { description: 'Role of the key', example: 'escrow_operator' })
  provider!: EscrowKey;
}

/** A key of the escrow has reached its daily limit of fees on a chain. */
export class EscrowFeesCapped extends KeyOnChain {
  @Text({ ...DENOM, description: 'Coin that pays fees', example: 'untrn' })
  denom!: string;

  @Amount({ description: 'Base units of the coin that the key may spend on a day (UTC)', example: '25000000' })
  dailyFees!: string;
}

/** A key of the escrow can pay few more transactions, or none. */
export class EscrowBalanceLow extends combine(KeyOnChain, Noted) {
  @Text({ ...ACCOUNT_ADDRESS, description: 'Address of the key on the chain' })
  address!: string;

  @Text({ ...DENOM, description: 'Coin that pays fees', example: 'untrn' })
  denom!: string;

  @Amount({ description: 'Base units of the coin that the key has', example: '1200' })
  balance!: string;

  @Amount({ description: 'Fee of its next transaction', example: '3250' })
  fee!: string;
}
