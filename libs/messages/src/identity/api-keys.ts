import type { Audited, Creating, Page, PageRequest, Timestamp } from '../common.js';
import { contract } from '../contract.js';
import type { ApiKeyScope } from '../principals.js';

export interface ApiKey {
  id: string;
  name: string;
  scopes: ApiKeyScope[];
  /** `svc_key_` and the first 6 characters, to recognise it by */
  preview: string;
  createdAt: Timestamp;
  createdBy: string;
  expiresAt: Timestamp | null;
  /** To the minute. */
  lastUsedAt: Timestamp | null;
  revokedAt: Timestamp | null;
}

/** `key` is in this reply only; a replay carries null: clear keys are never stored. */
export const createApiKey = contract<
  Creating &
    Audited & { projectId: string; userId: string; name: string; scopes: ApiKeyScope[]; expiresAt?: Timestamp },
  { apiKey: ApiKey; key: string | null }
>('identity.api-keys.create');

export const listApiKeys = contract<PageRequest & { projectId: string }, Page<ApiKey>>('identity.api-keys.list');

/** Idempotent; the key stops working before the reply. */
export const revokeApiKey = contract<Audited & { projectId: string; apiKeyId: string; userId: string }, ApiKey>(
  'identity.api-keys.revoke',
);
