import type { ApiKeyScope } from '@questp/messages/access';
import type { ApiKey, ApiKeyRevokedReason } from '@questp/messages/identity';
import { iso } from '@questp/postgres';

export interface ApiKeyRow {
  id: string;
  projectId: string;
  name: string;
  scopes: string[];
  preview: string;
  createdAt: Date;
  createdBy: string;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokedReason: string | null;
}

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes as ApiKeyScope[],
  preview: row.preview,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
  expiresAt: iso(row.expiresAt),
  lastUsedAt: iso(row.lastUsedAt),
  revokedAt: iso(row.revokedAt),
  revokedReason: row.revokedReason as ApiKeyRevokedReason | null,
});
