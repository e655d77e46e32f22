import { Inject, Injectable } from '@nestjs/common';
import type { ApiKeyScope } from '@questp/messages/access';
import { listApiKeys, type ApiKey } from '@questp/messages/identity';
import { AppError, type Page, type RequestOf } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { decodeCursor, newId, raw, sql, toPage, type Queries, type Tx, found } from '@questp/postgres';
import { CONFIG, Rpc } from '@questp/service';
import type { Config } from '../shared/config.js';
import { PRISMA, type Prisma } from '../shared/prisma.js';
import { toApiKey, type ApiKeyRow } from './api-key.js';

const API_KEY = raw(
  'id, project_id AS "projectId", name, scopes, preview, created_at AS "createdAt", created_by AS "createdBy", ' +
    'expires_at AS "expiresAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt", ' +
    'revoked_reason AS "revokedReason"',
);

/** Active keys of a project. */
const LIVE = sql`
  SELECT count(*) FROM api_key k
  WHERE k.project_id = p.project_id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;
/** Keys that the account created on the current UTC day, in all projects. */
const CREATED_TODAY = sql`
  SELECT count(*) FROM api_key k
  WHERE k.created_by = p.created_by AND k.created_at >= date_trunc('day', now(), 'UTC')`;
const MAX_LIVE = LIMITS.apiKeys.max;

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
  constructor(
    @Inject(PRISMA) private readonly prisma: Prisma,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Admits and counts the key in one statement. The authorisation of the caller has locked the account and the keys of
   * the project. Undefined if `expiresAt` has passed.
   * @throws AppError TOO_MANY, RATE_LIMITED
   */
  async insert(tx: Tx, key: NewApiKey): Promise<ApiKeyRow | undefined> {
    const row = await tx.row<ApiKeyRow & Record<string, unknown>>(sql`
      INSERT INTO api_key (id, project_id, name, scopes, preview, key_hash, created_by, expires_at)
      SELECT ${newId()}, p.project_id, ${key.name}, ${key.scopes}, ${key.preview}, ${key.keyHash}, p.created_by,
        ${key.expiresAt}
      FROM (SELECT ${key.projectId}::uuid, ${key.createdBy}::text) AS p (project_id, created_by)
      WHERE (${key.expiresAt}::timestamptz IS NULL OR ${key.expiresAt}::timestamptz > now())
        AND (${LIVE}) < ${MAX_LIVE} AND (${CREATED_TODAY}) < ${this.config.LIMIT_NEW_API_KEYS}
      RETURNING ${API_KEY}`);
    if (row === undefined) await this.requireRoom(tx, key);
    return row;
  }

  private async requireRoom(tx: Tx, { projectId, createdBy }: NewApiKey): Promise<void> {
    const now = found(
      await tx.row<{ live: number; today: number; seconds: number }>(sql`
        SELECT (${LIVE})::integer AS live, (${CREATED_TODAY})::integer AS today,
          ceil(extract(epoch FROM date_trunc('day', now(), 'UTC') + interval '1 day' - now()))::integer AS seconds
        FROM (SELECT ${projectId}::uuid, ${createdBy}::text) AS p (project_id, created_by)`),
    );
    if (now.live >= MAX_LIVE) {
      throw new AppError('TOO_MANY', {
        detail: `A project has at most ${MAX_LIVE} API keys that work; revoke one first.`,
      });
    }
    const { LIMIT_NEW_API_KEYS: most } = this.config;
    if (now.today < most) return;
    const detail = `An account creates at most ${most} API keys on a day (UTC).`;
    throw new AppError('RATE_LIMITED', { retryAfter: Math.max(1, now.seconds), detail });
  }

  /** Undefined if the project has no such active key. */
  async revoke(tx: Tx, projectId: string, apiKeyId: string): Promise<ApiKeyRow | undefined> {
    return tx.row<ApiKeyRow & Record<string, unknown>>(sql`
      UPDATE api_key SET revoked_at = now(), revoked_reason = 'revoked'
      WHERE id = ${apiKeyId} AND project_id = ${projectId} AND revoked_at IS NULL
      RETURNING ${API_KEY}`);
  }

  async get(tx: Tx, projectId: string, apiKeyId: string): Promise<ApiKeyRow | undefined> {
    return tx.row<ApiKeyRow & Record<string, unknown>>(
      sql`SELECT ${API_KEY} FROM api_key WHERE id = ${apiKeyId} AND project_id = ${projectId}`,
    );
  }

  /** Active keys created by a user. */
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
  @Rpc(listApiKeys)
  async list({ projectId, limit, cursor }: RequestOf<typeof listApiKeys>): Promise<Page<ApiKey>> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    const rows = await this.prisma.apiKey.findMany({
      where: { projectId, id: { lt: before } },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
    return toPage(rows, limit, ({ id }) => [id], toApiKey);
  }
}
