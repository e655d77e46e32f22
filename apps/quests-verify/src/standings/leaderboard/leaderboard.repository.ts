import { Injectable } from '@nestjs/common';
import type { LeaderboardWindow } from '@questp/messages/quests';
import { Database, empty, found, sql, type Sql } from '@questp/postgres';
import { PUBLIC_USER, type PublicUserRow } from '../../people/earners/public-user.js';
import { BEFORE_ALL, boardTable, ORDER, place, PLACE, RANKED, type Board } from '../aggregates/board.js';
import { PLATFORM_SCOPE } from '../aggregates/aggregates.repository.js';

export interface RankedRow extends PublicUserRow {
  points: string;
  xp: string;
  completions: number;
  lastCreditAt: Date;
  /** Microseconds since the Unix epoch; a Date has milliseconds only. */
  lastCreditUs: string;
}

/** Place of the last row of a page. */
export type RankKey = readonly [points: number, lastCreditUs: number, userId: string, rank: number];

/** A board of one campaign, one project, or all projects, by the credits of a window. */
export interface BoardRequest {
  campaignId?: string;
  projectId?: string;
  window: LeaderboardWindow;
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

const DAYS: Record<LeaderboardWindow, number> = { all: 0, '7d': 7, '30d': 30 };

const STANDING = sql`s.user_id, s.points, s.xp, s.completions, s.last_credit_at`;

@Injectable()
export class LeaderboardRepository {
  constructor(private readonly database: Database) {}

  /**
   * A public board. NOT_FOUND for a draft or archived scope.
   * @param tenantProjectId only within this project
   */
  async publicBoard(request: BoardRequest, tenantProjectId?: string): Promise<Board> {
    const { campaignId, projectId, window } = request;
    const days = DAYS[window];
    if (campaignId === undefined && projectId === undefined) return { scopeId: PLATFORM_SCOPE, days };
    return { scopeId: await this.publicScope({ campaignId, projectId }, tenantProjectId), days };
  }

  private async publicScope(
    { campaignId, projectId }: { campaignId: string | undefined; projectId: string | undefined },
    tenantProjectId: string | undefined,
  ): Promise<string> {
    const tenant = tenantProjectId ?? null;
    const row = await this.database.quick.row<{ id: string }>(
      campaignId === undefined
        ? sql`
            SELECT id FROM project WHERE id = ${projectId ?? null} AND status = 'active'
              AND (${tenant}::uuid IS NULL OR id = ${tenant})`
        : sql`
            SELECT c.id FROM campaign c JOIN project p ON p.id = c.project_id
            WHERE c.id = ${campaignId} AND c.status IN ('active', 'ended') AND p.status = 'active'
              AND (${tenant}::uuid IS NULL OR p.id = ${tenant})`,
    );
    return found(row).id;
  }

  /** Rows in rank order, from the place after `after`: a range of the index in that order. */
  rankedRows(board: Board, after: RankKey | undefined, limit: number): Promise<RankedRow[]> {
    const { table, rows } = boardTable(board);
    const behind = after === undefined ? empty : sql`AND ${PLACE} > ${placeOf(after)}`;
    return this.shown(
      sql`SELECT ${STANDING} FROM ${table} s WHERE ${rows} AND ${RANKED} ${behind} ORDER BY ${ORDER} LIMIT ${limit}`,
    );
  }

  /** Rows before the place, the nearest ones, in rank order: the same range, read backwards. */
  rowsBefore(board: Board, before: RankKey, limit: number): Promise<RankedRow[]> {
    const { table, rows } = boardTable(board);
    return this.shown(sql`
      SELECT ${STANDING} FROM ${table} s WHERE ${rows} AND ${RANKED} AND ${PLACE} < ${placeOf(before)}
      ORDER BY -s.points DESC, s.last_credit_at DESC, s.user_id DESC LIMIT ${limit}`);
  }

  private shown(rows: Sql): Promise<RankedRow[]> {
    return this.database.rows<RankedRow>(sql`
      SELECT ${STANDING}, ${PUBLIC_USER},
        (extract(epoch FROM s.last_credit_at) * 1000000)::bigint AS last_credit_us
      FROM (${rows}) s
      LEFT JOIN earner e ON e.user_id = s.user_id
      ORDER BY ${ORDER}`);
  }

  /**
   * The earner's own sums and rank, and the number of ranked earners. The rank counts the buckets before the own one,
   * their uncounted changes, and the rows ahead in the own bucket, all in one snapshot.
   */
  async standing(board: Board, userId: string): Promise<StandingRow & { lastCreditUs: string | null }> {
    const { table, rows } = boardTable(board);
    const onBoard = sql`scope_id = ${board.scopeId} AND days = ${board.days}`;
    const row = await this.database.row<StandingRow & { lastCreditUs: string | null }>(sql`
      WITH own AS MATERIALIZED (
        SELECT ${STANDING}, -s.points AS minus_points, ${RANKED} AS is_ranked FROM ${table} s
        WHERE ${rows} AND s.user_id = ${userId}
      ),
      bucket AS MATERIALIZED (
        SELECT coalesce(b.minus_points, ${BEFORE_ALL}) AS minus_points,
          coalesce(b.last_credit_at, '-infinity') AS last_credit_at, coalesce(b.user_id, '') AS user_id
        FROM own LEFT JOIN LATERAL (
          SELECT b.minus_points, b.last_credit_at, b.user_id FROM rank_bucket b WHERE ${onBoard} AND ${place('b')} <= ${place('own')}
          ORDER BY b.minus_points DESC, b.last_credit_at DESC, b.user_id DESC LIMIT 1
        ) b ON true
        WHERE own.is_ranked
      ),
      counted AS (
        SELECT sum(c.ranked)::integer AS participants,
          coalesce(sum(c.ranked) FILTER (WHERE ${place('c')} < (SELECT * FROM bucket)), 0)::integer AS ahead
        FROM (
          SELECT minus_points, last_credit_at, user_id, ranked FROM rank_bucket WHERE ${onBoard}
          UNION ALL
          SELECT minus_points, last_credit_at, user_id, change FROM rank_change WHERE ${onBoard}
        ) c
      )
      SELECT coalesce(counted.participants, 0) AS participants,
        CASE WHEN own.is_ranked THEN 1 + counted.ahead + (
          SELECT count(*)::integer FROM bucket, ${table} s
          WHERE ${rows} AND ${RANKED} AND ${PLACE} >= ${place('bucket')} AND ${PLACE} < ${place('own')}
        ) END AS rank,
        own.points, own.xp, own.completions, own.last_credit_at,
        CASE WHEN own.completions > 0 THEN (extract(epoch FROM own.last_credit_at) * 1000000)::bigint END AS last_credit_us
      FROM counted LEFT JOIN own ON true`);
    if (row === undefined) throw new Error('A sum gave no row');
    return row;
  }
}

const placeOf = ([points, lastCreditUs, userId]: RankKey): Sql =>
  sql`(-(${points}::bigint), 'epoch'::timestamptz + ${lastCreditUs}::double precision * interval '1 microsecond', ${userId})`;
