import { createHmac, type KeyObject } from 'node:crypto';
import type { LinkedAccountProvider } from '@questp/messages/shared';

export interface Method {
  kind: 'wallet' | 'email' | LinkedAccountProvider | 'key check';
  /** For a wallet, the account bytes in hex, so that one key on two chains counts as one wallet. */
  value: string;
}

/** The kind is part of the hash, so that equal values of two kinds differ. */
export const hashMethod = (key: KeyObject, { kind, value }: Method): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([kind, value]))
    .digest('base64url');
