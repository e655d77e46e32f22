import { type Addresses } from './addresses.js';
import { ChainError, chainError } from './errors.js';
import { isJson } from './json.js';
import { type Instantiation } from './keeper.js';

// wasmd x/wasm/types/validation.go.
const MAX_LABEL = 128;
const MAX_SALT = 64;

/** Checks of a message before it runs, named as wasmd names them for a contract's message. */
export function withBasicValidation<T>(name: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw error.wrap(`failed basic validation for message type *types.${name}`);
  }
}

/** The address in its normal form. */
export function requireAddress(addresses: Addresses, text: string, what: string): string {
  try {
    return addresses.normalize(text);
  } catch (error) {
    throw chainError('undefined', `${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export function requireJson(message: Uint8Array): void {
  if (!isJson(message)) throw chainError('invalid', 'payload msg');
}

export function requireCodeId(codeId: number): void {
  if (codeId === 0) throw chainError('invalidRequest', 'code id is required');
}

export function requireInstantiation(addresses: Addresses, { codeId, label, admin, msg }: Instantiation): void {
  requireCodeId(codeId);
  requireLabel(label);
  if (admin !== '') requireAddress(addresses, admin, 'admin');
  requireJson(msg);
}

export function requireSalt(salt: Uint8Array): void {
  if (salt.length === 0) throw chainError('empty', 'salt: is required');
  if (salt.length > MAX_SALT) throw chainError('limit', `salt: cannot be longer than ${MAX_SALT} characters`);
}

function requireLabel(label: string): void {
  if (label === '') throw chainError('empty', 'label: is required');
  if (Buffer.byteLength(label) > MAX_LABEL)
    throw chainError('limit', `label: cannot be longer than ${MAX_LABEL} characters`);
  if (label !== label.trim()) throw chainError('invalid', 'label: label must not start/end with whitespaces');
  // Go's unicode.IsPrint: letters, marks, numbers, punctuation, symbols and the plain space.
  if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(label)) {
    throw chainError('invalid', 'label: label must have printable characters only');
  }
}
