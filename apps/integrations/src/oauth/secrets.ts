import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes in base64url, for a state, a code, a verifier or the id of a browser. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Key of a flow: the hash of its state and its browser. */
export const flowKey = (state: string, browser: string): Buffer => sha256(`${state} ${browser}`);

/** Nonce of the ID token for a state and a browser. */
export const nonceOf = (state: string, browser: string): string =>
  sha256(`nonce ${state} ${browser}`).toString('base64url');
