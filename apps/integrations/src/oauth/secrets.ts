import { hashSecret } from '@questp/service';

/** Key of a flow: the hash of its state and its browser. */
export const flowKey = (state: string, browser: string): Buffer => hashSecret(`${state} ${browser}`);

/** Nonce of the ID token for a state and a browser. */
export const nonceOf = (state: string, browser: string): string =>
  hashSecret(`nonce ${state} ${browser}`).toString('base64url');
