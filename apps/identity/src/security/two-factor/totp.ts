import { typedCode } from '@questp/messages/language';
import { Secret as Key, TOTP } from 'otpauth';

const ISSUER = 'Quest platform';
/** Accepted steps before and after the current one, for clock differences and slow typing. */
const WINDOW = 1;

/** Defaults of RFC 6238: SHA-1, 30 seconds, 6 digits. */
const totpOf = (secret: string, label?: string): TOTP =>
  new TOTP({ issuer: ISSUER, ...(label !== undefined && { label }), secret: Key.fromBase32(secret) });

/** 160 random bits in base32. */
export const newTotpSecret = (): string => new Key({ size: 20 }).base32;

export const totpUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/** The step near the moment to which the code belongs; undefined: none. */
export function stepOf(secret: string, code: string, atMs: number): number | undefined {
  const totp = totpOf(secret);
  const token = typedCode(code);
  const delta = /^\d{6}$/.test(token) ? totp.validate({ token, timestamp: atMs, window: WINDOW }) : null;
  return delta === null ? undefined : totp.counter({ timestamp: atMs }) + delta;
}
