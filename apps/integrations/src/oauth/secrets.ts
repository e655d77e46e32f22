import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes in base64url: a state, a code, what a browser is known by. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What stands for a state that this browser alone can bring back. */
export const flowKey = (state: string, browser: string): Buffer => sha256(`${state} ${browser}`);

/** What an ID token has to repeat for it. */
export const nonceOf = (state: string, browser: string): string =>
  sha256(`nonce ${state} ${browser}`).toString('base64url');
