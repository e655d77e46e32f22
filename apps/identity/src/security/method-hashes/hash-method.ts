import { createHash, createHmac, type KeyObject } from 'node:crypto';
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

/** SHA-256 of an address in canonical form, in hex: the form in which a team can name addresses that it does not show. */
export const hashAddress = (email: string): string => createHash('sha256').update(email).digest('hex');

/** Keyed hash of an address, given by its `hashAddress`, for one quest: those of two quests cannot be compared. */
export const hashQuestEmail = (key: KeyObject, questId: string, addressHash: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['quest email', questId, addressHash]))
    .digest('base64url');
