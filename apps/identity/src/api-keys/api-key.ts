import { API_KEY_SCOPES, type ApiKey, type ApiKeyScope, type FieldError } from '@questp/messages';
import { iso } from '../platform/rows.js';
import { isLine } from '../platform/text.js';

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
});

export function apiKeyErrors({ name, scopes, expiresAt }: { name: string; scopes: string[]; expiresAt?: string }) {
  const errors: FieldError[] = [];
  if (name.trim() === '' || !isLine(name, 100)) {
    errors.push({ pointer: '/name', code: 'WRONG_FORMAT', detail: 'One line of 1 to 100 characters.' });
  }
  if (scopes.length === 0 || !scopes.every((scope) => API_KEY_SCOPES.some((known) => known === scope))) {
    errors.push({ pointer: '/scopes', code: 'WRONG_FORMAT', detail: `One or more of ${API_KEY_SCOPES.join(', ')}.` });
  }
  if (expiresAt !== undefined && Number.isNaN(Date.parse(expiresAt))) {
    errors.push({ pointer: '/expiresAt', code: 'WRONG_FORMAT', detail: 'A moment in ISO 8601.' });
  }
  return errors;
}
