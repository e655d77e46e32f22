import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages';
import { Database, sql, type Sql } from '@questp/postgres';

export interface RankedRow {
  userId: string;
  username: string | null;
  displayName: string | null;
  points: string;
  xp: string;
  completions: number;
  lastCreditAt: Date;
  /** Microseconds since the Unix epoch; a Date has milliseconds only. */
  lastCreditUs: string;
}

/** Where a page ended. */
export type RankKey = readonly [points: number, lastCreditUs: number, userId: string, rank: number];

/** The ranks of one campaign, or over all of one project. */
interface Scope {
  campaignId?: string;
  projectId?: string;
}

export interface StandingRow {
  participants: number;
  /** Null: no credit yet, or suspended. */
  rank: number | null;
  points: string | null;
  xp: string | null;
  completions: number | null;
  lastCreditAt: Date | null;
}

@Injectable()
export class LeaderboardRepository {
  constructor(private readonly db: Database) {}

  /**
   * The id of a scope whose leaderboard is public. NOT_FOUND for a draft or archived one.
   * @param tenantProjectId only within this project
   */
  async publicScope({ campaignId, projectId }: Scope, tenantProjectId?: string): Promise<string> {
    const tenant = tenantProjectId ?? null;
    const found = await this.db.row<{ id: string }>(
      campaignId === undefined
        ? sql`
            SELECT id FROM project WHERE id = ${projectId ?? null} AND status = 'active'
              AND (${tenant}::uuid IS NULL OR id = ${tenant})`
        : sql`
            SELECT c.id FROM campaign c JOIN project p ON p.id = c.project_id
            WHERE c.id = ${campaignId} AND c.status IN ('active', 'ended') AND p.status = 'active'
              AND (${tenant}::uuid IS NULL OR p.id = ${tenant})`,
    );
    if (!found) throw new AppError('NOT_FOUND');
    return found.id;
  }

  /** Rows in rank order, from the place after `after`. Each branch is a range of the index standing_rank. */
  rankedRows(scopeId: string, after: RankKey | undefined, limit: number): Promise<RankedRow[]> {
    return this.db.rows<RankedRow>(sql`
      SELECT s.*, e.username, e.display_name,
        (extract(epoch FROM s.last_credit_at) * 1000000)::bigint AS last_credit_us
      FROM (${after === undefined ? branch(scopeId, sql`true`, limit) : rowsAfter(scopeId, after, limit)}) s
      LEFT JOIN earner e ON e.user_id = s.user_id
      ORDER BY s.points DESC, s.last_credit_at, s.user_id LIMIT ${limit}`);
  }

  /** The earner's own sums and place, and how many have a place. */
  async standing(scopeId: string, userId: string): Promise<StandingRow> {
    const placed = sql`FROM standing s WHERE s.scope_id = ${scopeId} AND s.visible AND s.completions > 0`;
    const row = await this.db.row<StandingRow>(sql`
      SELECT (SELECT count(*)::integer ${placed}) AS participants,
        CASE WHEN own.visible AND own.completions > 0 THEN
          1 + (SELECT count(*)::integer ${placed} AND s.points > own.points)
          + (
            SELECT count(*)::integer ${placed} AND s.points = own.points
              AND (s.last_credit_at, s.user_id) < (own.last_credit_at, own.user_id)
          )
        END AS rank,
        own.points, own.xp, own.completions, own.last_credit_at
      FROM (SELECT) AS one
      LEFT JOIN (SELECT * FROM standing WHERE scope_id = ${scopeId} AND user_id = ${userId}) AS own ON true`);
    if (row === undefined) throw new Error('A query without conditions gave no row');
    return row;
  }
}

function rowsAfter(scopeId: string, [points, lastCreditUs, userId]: RankKey, limit: number): Sql {
  const lastCreditAt = sql`'epoch'::timestamptz + ${lastCreditUs}::double precision * interval '1 microsecond'`;
  const tied = sql`points = ${points}::bigint AND (last_credit_at, user_id) > (${lastCreditAt}, ${userId})`;
  return sql`
    (${branch(scopeId, tied, limit)}) UNION ALL (${branch(scopeId, sql`points < ${points}::bigint`, limit)})`;
}

const branch = (scopeId: string, condition: Sql, limit: number): Sql => sql`
  SELECT user_id, points, xp, completions, last_credit_at FROM standing
  WHERE scope_id = ${scopeId} AND visible AND completions > 0 AND ${condition}
  ORDER BY points DESC, last_credit_at, user_id LIMIT ${limit}`;
