import { Inject, Injectable } from '@nestjs/common';
import type { Principal, PrincipalFamily } from '@questp/messages/access';
import { Database, raw, sql, type Sql } from '@questp/postgres';
import { CONFIG } from '@questp/service';
import type { Config } from '../../shared/config.js';
import { twoFactorMissing } from '../../access/two-factor-missing.js';
import { sessionLifetimes } from './session-lifetimes.js';

export interface Resolved {
  principal: Principal;
  /** Absolute expiry of the token, independent of its use; null: none. */
  validForMs: number | null;
}

const VALID_FOR_MS = raw('ceil(extract(epoch FROM s.expires_at - now()) * 1000)::float8 AS valid_for_ms');

/** Table and column with the hashes of each family, as the start of a condition. */
const HASHES: Readonly<Record<PrincipalFamily, Sql>> = {
  user: raw('user_session WHERE token_hash'),
  admin: raw('admin_session WHERE token_hash'),
  api_key: raw('api_key WHERE key_hash'),
};

/** One statement per family finds the token by its index and records its use, at most once a minute. */
@Injectable()
export class TokensRepository {
  private readonly idle: { user: number; admin: number };

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) config: Config,
  ) {
    const { user, admin } = sessionLifetimes(config);
    this.idle = { user: user.idle, admin: admin.idle };
  }

  /**
   * Null: unknown, ended or expired.
   * @param sha256 of the token, 64 hex characters
   */
  async resolve(family: PrincipalFamily, sha256: string): Promise<Resolved | null> {
    const row = await this.database.quick.row<{ validForMs: number | null }>(
      this.query(family, Buffer.from(sha256, 'hex')),
    );
    if (row === undefined) return null;
    const { validForMs, ...rest } = row;
    return { principal: { family, ...rest } as Principal, validForMs };
  }

  /** True if the token was valid once; ended sessions are kept for some days. */
  async isKnown(family: PrincipalFamily, sha256: string): Promise<boolean> {
    return (await this.database.row(sql`SELECT FROM ${HASHES[family]} = ${Buffer.from(sha256, 'hex')}`)) !== undefined;
  }

  private query(family: PrincipalFamily, tokenHash: Buffer): Sql {
    if (family === 'user') return this.userSession(tokenHash);
    return family === 'admin' ? this.adminSession(tokenHash) : this.apiKey(tokenHash);
  }

  private userSession(tokenHash: Buffer): Sql {
    return sql`
      WITH found AS (
        SELECT s.id, u.id AS user_id, u.status, ${VALID_FOR_MS}
        FROM user_session s JOIN user_account u ON u.id = s.owner_id
        WHERE s.token_hash = ${tokenHash} AND s.expires_at > now()
          AND s.last_used_at > now() - make_interval(secs => ${this.idle.user})
      ), used AS (
        UPDATE user_session s SET last_used_at = now() FROM found
        WHERE s.id = found.id AND s.last_used_at < now() - interval '1 minute'
      )
      SELECT user_id, id AS session_id, status, valid_for_ms FROM found`;
  }

  private adminSession(tokenHash: Buffer): Sql {
    return sql`
      WITH found AS (
        SELECT s.id, a.id AS admin_id, a.role, a.must_change_password,
          to_char(s.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS signed_in_at,
          ${twoFactorMissing} AS must_enable_two_factor, ${VALID_FOR_MS}
        FROM admin_session s JOIN admin a ON a.id = s.owner_id AND a.status = 'active'
        WHERE s.token_hash = ${tokenHash} AND s.expires_at > now()
          AND s.last_used_at > now() - make_interval(secs => ${this.idle.admin})
      ), used AS (
        UPDATE admin_session s SET last_used_at = now() FROM found
        WHERE s.id = found.id AND s.last_used_at < now() - interval '1 minute'
      )
      SELECT admin_id, id AS session_id, role, signed_in_at, must_change_password, must_enable_two_factor, valid_for_ms
      FROM found`;
  }

  private apiKey(tokenHash: Buffer): Sql {
    return sql`
      WITH found AS (
        SELECT s.id, s.project_id, s.scopes, ${VALID_FOR_MS}
        FROM api_key s JOIN user_account maker ON maker.id = s.created_by AND maker.status = 'active'
        WHERE s.key_hash = ${tokenHash} AND s.revoked_at IS NULL AND (s.expires_at IS NULL OR s.expires_at > now())
      ), used AS (
        UPDATE api_key k SET last_used_at = now() FROM found
        WHERE k.id = found.id AND (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute')
      )
      SELECT id AS api_key_id, project_id, scopes, valid_for_ms FROM found`;
  }
}
