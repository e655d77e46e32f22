import { raw, sql, type Sql } from '@questp/postgres';
import { PLATFORM_SCOPE } from './aggregates.repository.js';

/** The rank list of a scope (a campaign, a project, or the platform) by the credits of the last days. */
export interface Board {
  scopeId: string;
  /** 0: of all time. */
  days: number;
}

/** The table with the rows of a board, as `s`, ranked and unranked; it has an index in the order of ranks. */
export const boardTable = ({ scopeId, days }: Board): { table: Sql; rows: Sql } =>
  days === 0 && scopeId !== PLATFORM_SCOPE
    ? { table: sql`standing`, rows: sql`s.scope_id = ${scopeId}` }
    : { table: sql`board_standing`, rows: sql`s.scope_id = ${scopeId} AND s.days = ${days}` };

/** Columns of a place in the order of ranks. */
export const place = (row: string): Sql => sql`${raw(`(${row}.minus_points, ${row}.last_credit_at, ${row}.user_id)`)}`;

/** The place of a row `s` of a board. */
export const PLACE = sql`(-s.points, s.last_credit_at, s.user_id)`;

/** Order by rank, the first rank first. */
export const ORDER = sql`-s.points, s.last_credit_at, s.user_id`;

/** The rows of a board that have a rank. */
export const RANKED = sql`s.visible AND s.completions > 0`;

/** `minus_points` of a place before every other one. */
export const BEFORE_ALL = sql`(-9223372036854775807)`;
