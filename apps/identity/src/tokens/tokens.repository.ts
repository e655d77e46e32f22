import { Inject, Injectable } from '@nestjs/common';
import type { AdminPrincipal, ApiKeyPrincipal, Principal, PrincipalFamily, UserPrincipal } from '@questp/messages';
import { Database, sql, type Sql } from '@questp/postgres';
import { CONFIG } from '@questp/service';
import type { Config } from '../platform/config.js';
import { sessionLifetimes } from './session-lifetimes.js';

/** One statement per family: it finds the token by its index and notes its use, at most once a minute. */
@Injectable()
export class TokensRepository {
  private readonly idle: { user: number; admin: number };

  constructor(
    private readonly db: Database,
    @Inject(CONFIG) config: Config,
  ) {
    const { user, admin } = sessionLifetimes(config);
    this.idle = { user: user.idle, admin: admin.idle };
  }

  /**
   * Null: unknown, ended or expired.
   *
   * @param sha256 of the token, 64 hex characters
   */
  async resolve(family: PrincipalFamily, sha256: string): Promise<Principal | null> {
    return (await this.find(family, Buffer.from(sha256, 'hex'))) ?? null;
  }

  private async find(family: PrincipalFamily, tokenHash: Buffer): Promise<Principal | undefined> {
    switch (family) {
      case 'user': {
        const row = await this.db.row<Omit<UserPrincipal, 'family'>>(this.userSession(tokenHash));
        return row && { family, ...row };
      }
      case 'admin': {
        const row = await this.db.row<Omit<AdminPrincipal, 'family'>>(this.adminSession(tokenHash));
        return row && { family, ...row };
      }
      case 'api_key': {
        const row = await this.db.row<Omit<ApiKeyPrincipal, 'family'>>(this.apiKey(tokenHash));
        return row && { family, ...row };
      }
    }
  }

  private userSession(tokenHash: Buffer): Sql {
    return sql`
      WITH found AS (
        SELECT s.id, u.id AS user_id, u.status
        FROM user_session s JOIN user_account u ON u.id = s.owner_id
        WHERE s.token_hash = ${tokenHash} AND s.expires_at > now()
          AND s.last_used_at > now() - make_interval(secs => ${this.idle.user})
      ), used AS (
        UPDATE user_session s SET last_used_at = now() FROM found
        WHERE s.id = found.id AND s.last_used_at < now() - interval '1 minute'
      )
      SELECT user_id AS "userId", id AS "sessionId", status FROM found`;
  }

  private adminSession(tokenHash: Buffer): Sql {
    return sql`
      WITH found AS (
        SELECT s.id, a.id AS admin_id, a.role, a.must_change_password
        FROM admin_session s JOIN admin a ON a.id = s.owner_id AND a.status = 'active'
        WHERE s.token_hash = ${tokenHash} AND s.expires_at > now()
          AND s.last_used_at > now() - make_interval(secs => ${this.idle.admin})
      ), used AS (
        UPDATE admin_session s SET last_used_at = now() FROM found
        WHERE s.id = found.id AND s.last_used_at < now() - interval '1 minute'
      )
      SELECT admin_id AS "adminId", id AS "sessionId", role, must_change_password AS "mustChangePassword" FROM found`;
  }

  private apiKey(tokenHash: Buffer): Sql {
    return sql`
      WITH found AS (
        SELECT id, project_id, scopes FROM api_key
        WHERE key_hash = ${tokenHash} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
      ), used AS (
        UPDATE api_key k SET last_used_at = now() FROM found
        WHERE k.id = found.id AND (k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute')
      )
      SELECT id AS "apiKeyId", project_id AS "projectId", scopes FROM found`;
  }
}
