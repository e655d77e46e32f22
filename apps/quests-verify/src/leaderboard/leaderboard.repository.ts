import { Injectable } from '@nestjs/common';
import { AppError, type LeaderboardWindow } from '@questp/messages';
import { Database, sql, type Sql } from '@questp/postgres';
import { PUBLIC_USER, type PublicUserRow } from '../earners/public-user.js';
import { PLATFORM_SCOPE } from '../kept-sums/kept-sums.repository.js';

export interface RankedRow extends PublicUserRow {
  points: string;
  xp: string;
  completions: number;
  lastCreditAt: Date;
  /** Microseconds since the Unix epoch; a Date has milliseconds only. */
  lastCreditUs: string;
}

/** Where a page ended. */
export type RankKey = readonly [points: number, lastCreditUs: number, userId: string, rank: number];

/** The ranks of one campaign, over all of one project, or over all projects, by the credits of a window. */
export interface BoardRequest {
  campaignId?: string;
  projectId?: string;
  window: LeaderboardWindow;
}

/** The rows of a board, in a table that has an index in the order of ranks. */
interface Board {
  table: Sql;
  /** Of these the rows, the ranked ones and others. */
  rows: Sql;
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

@Injectable()
export class LeaderboardRepository {
  constructor(private readonly db: Database) {}

  /**
   * A board that is public. NOT_FOUND for a draft or archived scope.
   * @param tenantProjectId only within this project
   */
  async publicBoard(request: BoardRequest, tenantProjectId?: string): Promise<Board> {
    const { campaignId, projectId, window } = request;
    if (campaignId === undefined && projectId === undefined) return keptBoard(PLATFORM_SCOPE, DAYS[window]);
    const scopeId = await this.publicScope({ campaignId, projectId }, tenantProjectId);
    return window === 'all'
      ? { table: sql`standing`, rows: sql`s.scope_id = ${scopeId}` }
      : keptBoard(scopeId, DAYS[window]);
  }

  private async publicScope(
    { campaignId, projectId }: { campaignId: string | undefined; projectId: string | undefined },
    tenantProjectId: string | undefined,
  ): Promise<string> {
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

  /** Rows in rank order, from the place after `after`. Each branch is a range of the index in that order. */
  async rankedRows(board: Board, after: RankKey | undefined, limit: number): Promise<RankedRow[]> {
    return this.shown(after === undefined ? branch(board, sql`true`, limit) : rowsAfter(board, after, limit), limit);
  }

  /** Rows before the place, the nearest ones, in rank order: the same ranges, read backwards. */
  async rowsBefore(board: Board, [points, lastCreditUs, userId]: RankKey, limit: number): Promise<RankedRow[]> {
    const tied = sql`s.points = ${points}::bigint AND (s.last_credit_at, s.user_id) < (${timeOf(lastCreditUs)}, ${userId})`;
    const nearest = (condition: Sql) => branch(board, condition, limit, BACKWARDS);
    return this.shown(
      sql`
        SELECT * FROM ((${nearest(tied)}) UNION ALL (${nearest(sql`s.points > ${points}::bigint`)})) s
        ORDER BY ${BACKWARDS} LIMIT ${limit}`,
      limit,
    );
  }

  private shown(rows: Sql, limit: number): Promise<RankedRow[]> {
    return this.db.rows<RankedRow>(sql`
      SELECT s.user_id, s.points, s.xp, s.completions, s.last_credit_at, ${PUBLIC_USER},
        (extract(epoch FROM s.last_credit_at) * 1000000)::bigint AS last_credit_us
      FROM (${rows}) s
      LEFT JOIN earner e ON e.user_id = s.user_id
      ORDER BY ${FORWARDS} LIMIT ${limit}`);
  }

  /** The earner's own sums and place, and how many have a place. */
  async standing({ table, rows }: Board, userId: string): Promise<StandingRow & { lastCreditUs: string | null }> {
    const placed = sql`FROM ${table} s WHERE ${rows} AND s.visible AND s.completions > 0`;
    const row = await this.db.row<StandingRow & { lastCreditUs: string | null }>(sql`
      SELECT (SELECT count(*)::integer ${placed}) AS participants,
        CASE WHEN own.visible AND own.completions > 0 THEN
          1 + (SELECT count(*)::integer ${placed} AND s.points > own.points)
          + (
            SELECT count(*)::integer ${placed} AND s.points = own.points
              AND (s.last_credit_at, s.user_id) < (own.last_credit_at, own.user_id)
          )
        END AS rank,
        own.points, own.xp, own.completions, own.last_credit_at,
        CASE WHEN own.completions > 0 THEN (extract(epoch FROM own.last_credit_at) * 1000000)::bigint END AS last_credit_us
      FROM (SELECT) AS one
      LEFT JOIN (SELECT * FROM ${table} s WHERE ${rows} AND s.user_id = ${userId}) AS own ON true`);
    if (row === undefined) throw new Error('A query without conditions gave no row');
    return row;
  }
}

const FORWARDS = sql`s.points DESC, s.last_credit_at, s.user_id`;
const BACKWARDS = sql`s.points, s.last_credit_at DESC, s.user_id DESC`;

const keptBoard = (scopeId: string, days: number): Board => ({
  table: sql`board_standing`,
  rows: sql`s.scope_id = ${scopeId} AND s.days = ${days}`,
});

const timeOf = (us: number): Sql => sql`'epoch'::timestamptz + ${us}::double precision * interval '1 microsecond'`;

function rowsAfter(board: Board, [points, lastCreditUs, userId]: RankKey, limit: number): Sql {
  const tied = sql`s.points = ${points}::bigint AND (s.last_credit_at, s.user_id) > (${timeOf(lastCreditUs)}, ${userId})`;
  return sql`(${branch(board, tied, limit)}) UNION ALL (${branch(board, sql`s.points < ${points}::bigint`, limit)})`;
}

const branch = ({ table, rows }: Board, condition: Sql, limit: number, order = FORWARDS): Sql => sql`
  SELECT s.user_id, s.points, s.xp, s.completions, s.last_credit_at FROM ${table} s
  WHERE ${rows} AND s.visible AND s.completions > 0 AND ${condition}
  ORDER BY ${order} LIMIT ${limit}`;
