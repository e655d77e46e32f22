import { createSecretKey, type KeyObject } from 'node:crypto';

/** @throws Error whose message does not contain the key */
export function parseMethodHashKey(text: string): KeyObject {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32 || key.toString('base64') !== text) throw new Error('must be 32 bytes in base64');
  return createSecretKey(key);
}
