import { bech32 } from '@scure/base';
import { type Shape, ShapeError, text } from './shape.js';

/** Maximum entries of an allocation that is read. */
export const MAX_ENTRIES = 250_000;

/** Uint128 as the contracts write it. */
export const amount = text({ max: 39, form: /^(0|[1-9][0-9]*)$/, as: 'a decimal number' });
/** Nanoseconds since 1970. */
export const timestamp = text({ max: 20, form: /^(0|[1-9][0-9]*)$/, as: 'a time in nanoseconds' });
export const sha256Hex = text({ max: 64, form: /^[0-9a-f]{64}$/, as: 'a SHA-256 in lowercase hex' });
/** The chain writes it in upper case. */
export const dataHash: Shape<string> = (value, path) => sha256Hex(text({ max: 64 })(value, path).toLowerCase(), path);
export const campaignId = text({ max: 64, form: /^[a-z0-9-]+$/, as: 'a campaign id' });

/** bech32 in lower case, with its checksum. */
export const address: Shape<string> = (value, path) => {
  const found = text({ max: 90, form: /^[a-z0-9]+$/, as: 'an address in lower case' })(value, path);
  if (!isAddress(found)) throw new ShapeError(`${path} is not an address with a right checksum`);
  return found;
};

export const isAddress = (value: string): boolean => {
  try {
    bech32.decodeToBytes(value);
    return value === value.toLowerCase();
  } catch {
    return false;
  }
};
