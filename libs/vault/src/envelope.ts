import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
/** Node accepts shorter tags by default. */
const TAG = { authTagLength: 16 };

/** The envelope was changed, or sealed for another place or with another key. */
export class NotAuthentic extends Error {
  constructor() {
    super('A stored secret is not authentic');
  }
}

/** nonce | ciphertext | tag */
export function encrypt(key: KeyObject, text: Buffer, aad: Buffer, nonce = randomBytes(NONCE_BYTES)): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce, TAG).setAAD(aad);
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** @throws NotAuthentic before anything of the text is known */
export function decrypt(key: KeyObject, sealed: Buffer, aad: Buffer): Buffer {
  if (sealed.length < NONCE_BYTES + TAG.authTagLength) throw new NotAuthentic();
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), TAG)
    .setAAD(aad)
    .setAuthTag(sealed.subarray(-TAG.authTagLength));
  const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG.authTagLength));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch {
    throw new NotAuthentic();
  }
}
