import { Inject, Injectable } from '@nestjs/common';
import type { ApiKeyScope, PageRequest } from '@questp/messages';
import { decodeCursor, newId, raw, sql, type Queries, type Tx } from '@questp/postgres';
import { PRISMA, type Prisma } from '../platform/prisma.js';
import type { ApiKeyRow } from './api-key.js';

const API_KEY = raw(
  'id, project_id AS "projectId", name, scopes, preview, created_at AS "createdAt", created_by AS "createdBy", ' +
    'expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"',
);

export interface NewApiKey {
  projectId: string;
  name: string;
  scopes: ApiKeyScope[];
  preview: string;
  keyHash: Buffer;
  createdBy: string;
  expiresAt: Date | null;
}

@Injectable()
export class ApiKeysRepository {
  constructor(@Inject(PRISMA) private readonly prisma: Prisma) {}

  /** Undefined when `expiresAt` is over. */
  async insert(tx: Tx, key: NewApiKey): Promise<ApiKeyRow | undefined> {
    return tx.row<ApiKeyRow & Record<string, unknown>>(sql`
      INSERT INTO api_key (id, project_id, name, scopes, preview, key_hash, created_by, expires_at)
      SELECT ${newId()}, ${key.projectId}, ${key.name}, ${key.scopes}, ${key.preview}, ${key.keyHash},
        ${key.createdBy}, ${key.expiresAt}
      WHERE ${key.expiresAt}::timestamptz IS NULL OR ${key.expiresAt}::timestamptz > now()
      RETURNING ${API_KEY}`);
  }

  /** Undefined when the project has no such key that works. */
  async revoke(tx: Tx, projectId: string, apiKeyId: string): Promise<ApiKeyRow | undefined> {
    return tx.row<ApiKeyRow & Record<string, unknown>>(sql`
      UPDATE api_key SET revoked_at = now()
      WHERE id = ${apiKeyId} AND project_id = ${projectId} AND revoked_at IS NULL
      RETURNING ${API_KEY}`);
  }

  async get(tx: Tx, projectId: string, apiKeyId: string): Promise<ApiKeyRow | undefined> {
    return tx.row<ApiKeyRow & Record<string, unknown>>(
      sql`SELECT ${API_KEY} FROM api_key WHERE id = ${apiKeyId} AND project_id = ${projectId}`,
    );
  }

  /** Of the keys a user made that are not revoked. */
  async idsOfMaker(on: Queries, userId: string): Promise<string[]> {
    const keys = await on.rows<{ id: string }>(
      sql`SELECT id FROM api_key WHERE created_by = ${userId} AND revoked_at IS NULL`,
    );
    return keys.map(({ id }) => id);
  }

  async isArchived(tx: Tx, projectId: string): Promise<boolean> {
    return (await tx.row(sql`SELECT FROM archived_project WHERE project_id = ${projectId}`)) !== undefined;
  }

  /** Newest first, one row more than the page. */
  async list({ projectId, limit, cursor }: PageRequest & { projectId: string }): Promise<ApiKeyRow[]> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.prisma.apiKey.findMany({
      where: { projectId, id: { lt: before } },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
  }
}
