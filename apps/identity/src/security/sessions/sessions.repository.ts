import { Inject, Injectable } from '@nestjs/common';
import type { SessionFamily } from '@questp/messages/access';
import type { SessionToken } from '@questp/messages/identity';
import type { ClientInfo, PageRequest } from '@questp/messages/language';
import { Database, decodeCursor, empty, newId, raw, sql, type Sql, type Tx } from '@questp/postgres';
import { CONFIG, hashSecret } from '@questp/service';
import { endMergeOffers } from './end-merge-offers.js';
import type { SessionConfig } from '../../shared/config.js';
import { sessionLifetimes, type SessionLifetime } from '../tokens/session-lifetimes.js';
import { newToken } from '../tokens/token.js';

export interface SessionRow {
  id: string;
  ip: string;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

/** One table per family, so that a user's token never matches an operator. */
const TABLES: Record<SessionFamily, Sql> = { user: raw('user_session'), admin: raw('admin_session') };

/** Days for which an ended session is kept. */
const REMEMBERED_DAYS = 7;

@Injectable()
export class SessionsRepository {
  private readonly lifetimes: Record<SessionFamily, SessionLifetime>;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) config: SessionConfig,
  ) {
    this.lifetimes = sessionLifetimes(config);
  }

  async open(tx: Tx, family: SessionFamily, ownerId: string, client: ClientInfo): Promise<SessionToken> {
    const token = newToken(family);
    const rows = await tx.rows<{ expiresAt: Date }>(sql`
      INSERT INTO ${TABLES[family]} (id, owner_id, token_hash, ip, user_agent, expires_at)
      VALUES (${newId()}, ${ownerId}, ${hashSecret(token)}, ${client.ip}, ${client.userAgent},
        now() + make_interval(secs => ${this.lifetimes[family].absolute}))
      RETURNING expires_at`);
    return rows.map(({ expiresAt }) => ({ token, expiresAt: expiresAt.toISOString() }))[0] as SessionToken;
  }

  /** Active sessions, newest first, one row more than the page. */
  async list(family: SessionFamily, ownerId: string, { limit, cursor }: PageRequest): Promise<SessionRow[]> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.database.rows<SessionRow>(sql`
      SELECT id, ip, user_agent AS "userAgent", created_at AS "createdAt", last_used_at AS "lastUsedAt",
        expires_at AS "expiresAt"
      FROM ${TABLES[family]}
      WHERE owner_id = ${ownerId} AND expires_at > now()
        AND last_used_at > now() - make_interval(secs => ${this.lifetimes[family].idle})
        ${before === undefined ? empty : sql`AND id < ${before}`}
      ORDER BY id DESC
      LIMIT ${limit + 1}`);
  }

  /** Ends a session and the open merge offers of the account. False if the owner has no such session. */
  async end(tx: Tx, family: SessionFamily, ownerId: string, id: string): Promise<boolean> {
    await endMergeOffers(tx, ownerId);
    const ended = await tx.execute(sql`DELETE FROM ${TABLES[family]} WHERE id = ${id} AND owner_id = ${ownerId}`);
    return ended === 1;
  }

  /**
   * Ends all sessions of the owner, or all but one, and pending second steps and open merge offers. Returns the number
   * of sessions.
   */
  async endAll(tx: Tx, family: SessionFamily, ownerId: string, exceptId?: string): Promise<number> {
    await tx.execute(sql`DELETE FROM second_factor_challenge WHERE owner_id = ${ownerId}`);
    await endMergeOffers(tx, ownerId);
    return tx.execute(sql`
      DELETE FROM ${TABLES[family]}
      WHERE owner_id = ${ownerId} ${exceptId === undefined ? empty : sql`AND id <> ${exceptId}`}`);
  }

  /** Keeps expired sessions for some days, so that a request with such a token is answered with TOKEN_EXPIRED. */
  purge(family: SessionFamily): Promise<number> {
    return this.database.execute(sql`
      DELETE FROM ${TABLES[family]}
      WHERE expires_at <= now() - make_interval(days => ${REMEMBERED_DAYS})
        OR last_used_at <= now() - make_interval(days => ${REMEMBERED_DAYS}, secs => ${this.lifetimes[family].idle})`);
  }
}
