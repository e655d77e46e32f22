import { createHmac, type KeyObject } from 'node:crypto';
import type { OAuthProvider } from '@questp/messages/shared';

export interface Method {
  kind: 'wallet' | 'email' | OAuthProvider | 'key check';
  /** Of a wallet its account bytes in hex, so that one key on two chains is one wallet. */
  value: string;
}

/** Equal values of two kinds have different hashes. */
export const hashMethod = (key: KeyObject, { kind, value }: Method): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([kind, value]))
    .digest('base64url');
