import { Injectable } from '@nestjs/common';
import { sql, type Sql, type Tx } from '@questp/postgres';
import { BEFORE_ALL, boardTable, ORDER, place, PLACE, RANKED, type Board } from './board.js';

/** A bucket after a batch; times are texts, since a Date has milliseconds only. */
interface Bucket extends Board {
  minusPoints: string;
  lastCreditAt: string;
  userId: string;
  ranked: number;
}

/** The buckets in which ranks are counted; see migration 011. Only for the holder of AggregatesRepository.lead. */
@Injectable()
export class RanksRepository {
  /** Number of changes per batch. */
  batch = 10_000;
  /**
   * Maximum of rows in a bucket: a larger one is split, one with less than a quarter can be merged into the one before.
   */
  mostRanked = 6_000;

  /** Applies changes to the buckets, then splits and merges buckets. True: the batch was full. */
  async fold(tx: Tx): Promise<boolean> {
    const changed = await this.addChanges(tx);
    for (const bucket of changed) {
      let rest: Bucket | undefined = bucket;
      while (rest !== undefined && rest.ranked > this.mostRanked) rest = await this.cut(tx, rest);
    }
    for (const bucket of changed.filter((one) => this.isSmall(one))) await this.join(tx, bucket);
    return changed[0]?.taken === this.batch;
  }

  private isSmall({ ranked, userId }: Bucket): boolean {
    return ranked < this.mostRanked / 4 && userId !== '';
  }

  private addChanges(tx: Tx): Promise<(Bucket & { taken: number })[]> {
    return tx.rows<Bucket & { taken: number }>(sql`
      WITH taken AS (
        DELETE FROM rank_change
        WHERE ctid = ANY (ARRAY(SELECT ctid FROM rank_change ORDER BY scope_id, days LIMIT ${this.batch}))
        RETURNING scope_id, days, minus_points, last_credit_at, user_id, change
      ),
      placed AS (
        SELECT t.scope_id, t.days, coalesce(b.minus_points, ${BEFORE_ALL}) AS minus_points,
          coalesce(b.last_credit_at, '-infinity') AS last_credit_at, coalesce(b.user_id, '') AS user_id,
          sum(t.change)::integer AS ranked
        FROM taken t LEFT JOIN LATERAL (
          SELECT b.minus_points, b.last_credit_at, b.user_id FROM rank_bucket b
          WHERE b.scope_id = t.scope_id AND b.days = t.days AND ${place('b')} <= ${place('t')}
          ORDER BY b.minus_points DESC, b.last_credit_at DESC, b.user_id DESC LIMIT 1
        ) b ON true
        GROUP BY 1, 2, 3, 4, 5
      )
      INSERT INTO rank_bucket AS b (scope_id, days, minus_points, last_credit_at, user_id, ranked)
      SELECT * FROM placed
      ON CONFLICT (scope_id, days, minus_points, last_credit_at, user_id) DO UPDATE SET ranked = b.ranked + excluded.ranked
      RETURNING ${BUCKET}, (SELECT count(*)::integer FROM taken) AS taken`);
  }

  /** Splits a bucket after half of its counted rows; returns the new bucket. */
  private async cut(tx: Tx, bucket: Bucket): Promise<Bucket | undefined> {
    const half = this.mostRanked / 2;
    const { table, rows } = boardTable(bucket);
    return tx.row<Bucket>(sql`
      WITH middle AS (
        SELECT -s.points AS minus_points, s.last_credit_at, s.user_id FROM ${table} s
        WHERE ${rows} AND ${RANKED} AND ${PLACE} >= ${startOf(bucket)}
        ORDER BY ${ORDER} OFFSET ${half} LIMIT 1
      ),
      first_half AS (
        SELECT ${half} - coalesce(sum(c.change), 0) AS ranked
        FROM middle m JOIN rank_change c ON c.scope_id = ${bucket.scopeId} AND c.days = ${bucket.days}
          AND ${place('c')} >= ${startOf(bucket)} AND ${place('c')} < ${place('m')}
      ),
      left_over AS (
        UPDATE rank_bucket b SET ranked = h.ranked FROM first_half h, middle m
        WHERE ${isBucket(bucket)} AND NOT EXISTS (
          SELECT FROM rank_bucket n WHERE n.scope_id = b.scope_id AND n.days = b.days
            AND ${place('n')} > ${place('b')} AND ${place('n')} <= ${place('m')}
        )
        RETURNING b.ranked
      )
      INSERT INTO rank_bucket AS b (scope_id, days, minus_points, last_credit_at, user_id, ranked)
      SELECT ${bucket.scopeId}::uuid, ${bucket.days}::smallint, m.*, ${bucket.ranked}::integer - l.ranked
      FROM middle m, left_over l
      RETURNING ${BUCKET}`);
  }

  /** Merges a bucket into the one before if it is empty, or if both fill at most half of a bucket. */
  private async join(tx: Tx, bucket: Bucket): Promise<void> {
    await tx.execute(sql`
      WITH before AS (
        SELECT p.scope_id, p.days, p.minus_points, p.last_credit_at, p.user_id, p.ranked FROM rank_bucket p
        WHERE p.scope_id = ${bucket.scopeId} AND p.days = ${bucket.days} AND ${place('p')} < ${startOf(bucket)}
        ORDER BY p.minus_points DESC, p.last_credit_at DESC, p.user_id DESC LIMIT 1
      ),
      gone AS (
        DELETE FROM rank_bucket b USING before p
        WHERE ${isBucket(bucket)} AND (b.ranked = 0 OR b.ranked + p.ranked <= ${this.mostRanked / 2})
        RETURNING b.ranked
      )
      UPDATE rank_bucket p SET ranked = p.ranked + gone.ranked FROM gone, before f
      WHERE p.scope_id = f.scope_id AND p.days = f.days AND ${place('p')} = ${place('f')}`);
  }
}

const BUCKET = sql`b.scope_id, b.days, b.minus_points, b.last_credit_at::text, b.user_id, b.ranked`;

const startOf = ({ minusPoints, lastCreditAt, userId }: Bucket): Sql =>
  sql`(${minusPoints}::bigint, ${lastCreditAt}::timestamptz, ${userId}::text)`;

const isBucket = (bucket: Bucket): Sql =>
  sql`b.scope_id = ${bucket.scopeId} AND b.days = ${bucket.days} AND ${place('b')} = ${startOf(bucket)}`;
