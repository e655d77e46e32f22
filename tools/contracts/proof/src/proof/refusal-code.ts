import { type TxFailure } from '@questp/contract-host';
import { ERRORS } from '@questp/message-schema';
import { TOKEN_REFUSALS } from './freezable-token.js';

const CODES = [...new Set(Object.values(ERRORS).flatMap((codes) => Object.keys(codes)))];
const PATTERN = new RegExp(`(?:^|[^a-z_])(${CODES.join('|')}): `);
const OUT_OF_GAS = 11;

/**
 * The contracts' code in the error of a transaction; `bank` for a transfer the bank or a token refuses; anything else,
 * an abort above all, as it is.
 */
export function refusalCode({ error, codespace, code }: TxFailure): string {
  const refused = PATTERN.exec(error)?.[1];
  if (refused) return refused;
  const isTransfer =
    (codespace === 'sdk' && code !== OUT_OF_GAS) || TOKEN_REFUSALS.some((text) => error.includes(text));
  return isTransfer ? 'bank' : `fault: ${error}`;
}
