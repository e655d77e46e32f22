import { Injectable } from '@nestjs/common';
import type { GroupShare, PointsGroup } from '@questp/escrow-client/payouts';
import { sql, type Sql, type Tx } from '@questp/postgres';
import { listEarner, type Earner, type ListInputs } from './payout-plan.js';

/** The earners that a plan divides a pool among. A list is a SELECT, so that memory does not grow with it. */
@Injectable()
export class PlanListsRepository {
  /** Adds earners to the list of a plan that is being made. */
  async add(tx: Tx, planId: string, earners: readonly Earner[], inputs: ListInputs): Promise<void> {
    const listed = earners.map((earner) => listEarner(earner, inputs));
    await tx.execute(sql`
      INSERT INTO listed_earner (plan_id, user_id, points, last_credit_at, address, address_source, excluded_reason)
      SELECT ${planId}, * FROM unnest(
        ${listed.map(({ userId }) => userId)}::text[], ${listed.map(({ points }) => `${points}`)}::bigint[],
        ${earners.map(({ lastCreditAt }) => lastCreditAt)}::timestamptz[],
        ${listed.map(({ payout }) => payout?.address ?? null)}::text[],
        ${listed.map(({ payout }) => payout?.source ?? null)}::text[],
        ${listed.map(({ excludedReason }) => excludedReason)}::text[])`);
  }

  /**
   * The list that was added. Rank as on the leaderboard: more points, then the earlier last credit, then the id. Of
   * earners with the same address one is paid: an address that was chosen precedes a linked wallet, which precedes a
   * derived address; then the higher rank decides.
   */
  of(planId: string): Sql {
    return sql`
      SELECT rank, user_id, points, address, address_source,
        CASE WHEN excluded_reason IS NULL AND row_number() OVER (
          PARTITION BY address, excluded_reason IS NULL
          ORDER BY array_position(ARRAY['manual', 'wallet', 'derived'], address_source), rank
        ) > 1 THEN 'duplicate_address' ELSE excluded_reason END AS excluded_reason
      FROM (
        SELECT user_id, points, address, address_source, excluded_reason,
          row_number() OVER (ORDER BY points DESC, last_credit_at, user_id) AS rank
        FROM listed_earner WHERE plan_id = ${planId}
      ) ranked`;
  }

  /** The list of an earlier plan. */
  kept(planId: string): Sql {
    return sql`
      SELECT rank, user_id, points, address, address_source, nullif(excluded_reason, 'below_min') AS excluded_reason
      FROM payout WHERE plan_id = ${planId}`;
  }

  /** Numbers of included earners, the most points first. */
  async groups(tx: Tx, list: Sql): Promise<PointsGroup[]> {
    const rows = await tx.rows<{ points: string; count: number }>(sql`
      SELECT points, count(*)::integer AS count FROM (${list}) l
      WHERE excluded_reason IS NULL GROUP BY points ORDER BY points DESC`);
    return rows.map(({ points, count }) => ({ points: BigInt(points), count }));
  }

  /** Stores the payouts of a list that was divided, and empties the list; returns the number of earners. */
  async divide(
    tx: Tx,
    planId: string,
    list: Sql,
    shares: readonly GroupShare[],
    included: 'projected' | 'pending',
  ): Promise<number> {
    const earners = await tx.execute(sql`
      INSERT INTO payout (plan_id, rank, user_id, points, address, address_source, amount, excluded_reason, status)
      SELECT ${planId}, l.rank, l.user_id, l.points, l.address, l.address_source,
        CASE WHEN l.place <= s.extra THEN s.amount + 1 ELSE s.amount END,
        CASE WHEN l.excluded_reason IS NULL AND s.points IS NULL THEN 'below_min' ELSE l.excluded_reason END,
        CASE WHEN s.points IS NULL THEN 'excluded' ELSE ${included} END
      FROM (
        SELECT *, row_number() OVER (PARTITION BY points, excluded_reason IS NULL ORDER BY address) AS place
        FROM (${list}) list
      ) l
      LEFT JOIN unnest(${shares.map(({ points }) => `${points}`)}::bigint[],
        ${shares.map(({ amount }) => `${amount}`)}::numeric[], ${shares.map(({ extra }) => extra)}::integer[])
        AS s (points, amount, extra) ON s.points = l.points AND l.excluded_reason IS NULL`);
    await tx.execute(sql`DELETE FROM listed_earner WHERE plan_id = ${planId}`);
    return earners;
  }
}
