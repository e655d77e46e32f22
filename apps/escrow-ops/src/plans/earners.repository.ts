import { Injectable } from '@nestjs/common';
import { sql, type Tx } from '@questp/postgres';
import type { Wallet } from './payout-address.js';
import type { Earner } from './payout-plan.js';

/** Earners per statement. */
const PART = 2_000;

/** Which credits count. */
export interface CreditTimes {
  /** Made before; null: any. */
  submittedBefore: Date | null;
  /** Decided before. */
  creditedBefore: Date;
  /** The same of decisions by operators. */
  creditedByOperatorsBefore: Date;
  /** Not taken back before. */
  reversedBefore: Date;
}

/** Some earners with points in a campaign, and the credits that these are the sum of. */
export interface EarnerPart {
  earners: Earner[];
  credits: number;
  /** Id of their latest credit; empty: none. */
  position: string;
}

interface User {
  userId: string;
  /** Null: no credit counts. */
  credited: { points: string; credits: number; position: string; lastCreditAt: string } | null;
  isSuspended: boolean;
  isMember: boolean;
  primaryWallet: string | null;
  wallets: Wallet[];
  chosen: string | null;
}

type Row = Omit<User, 'credited'> & NonNullable<User['credited']>;

@Injectable()
export class EarnersRepository {
  /** True while a merge of accounts moves points of the campaign from one account to another. */
  async isMerging(tx: Tx, campaignId: string): Promise<boolean> {
    const merging = await tx.row(sql`
      SELECT FROM quests.published_running_merge_v1 m JOIN quests.published_standing_v1 s
        ON s.scope_id = ${campaignId} AND s.user_id IN (m.survivor_id, m.absorbed_id)
      LIMIT 1`);
    return merging !== undefined;
  }

  /**
   * Earners with points of a campaign by the credits that count. A merge of accounts counts whenever it was made, because
   * a credit that it moves keeps its times. Call it in a transaction with one snapshot.
   */
  async *counting(
    tx: Tx,
    { id, projectId }: { id: string; projectId: string },
    { submittedBefore, creditedBefore, creditedByOperatorsBefore, reversedBefore }: CreditTimes,
    chainId: string,
  ): AsyncGenerator<EarnerPart, void, undefined> {
    let after = '';
    for (;;) {
      const users = await tx.rows<User>(sql`
        SELECT u.user_id, c.credited, e.primary_wallet, coalesce(e.wallets, '[]') AS wallets, a.address AS chosen,
          e.status IS DISTINCT FROM 'active' AS is_suspended,
          EXISTS (SELECT FROM quests.published_member_v1 m WHERE m.project_id = ${projectId} AND m.user_id = u.user_id)
            AS is_member
        FROM (
          SELECT user_id FROM quests.published_standing_v1
          WHERE scope_id = ${id} AND user_id > ${after} ORDER BY user_id LIMIT ${PART}
        ) u
        CROSS JOIN LATERAL (
          SELECT CASE WHEN sum(points) > 0 THEN jsonb_build_object('points', sum(points)::text, 'credits', count(*),
            'position', max(id), 'lastCreditAt', max(credited_at)) END AS credited
          FROM (
            SELECT max(points) AS points, max(credited_at) FILTER (WHERE kind = 'credit') AS credited_at,
              max(id::text) FILTER (WHERE kind = 'credit') AS id
            FROM quests.published_ledger_v5
            WHERE user_id = u.user_id AND campaign_id = ${id}
            GROUP BY submission_id, credit_no
            HAVING bool_or(kind = 'credit'
                AND (credited_at < ${creditedBefore} OR is_by_operator AND credited_at < ${creditedByOperatorsBefore})
                AND submitted_at < coalesce(${submittedBefore}::timestamptz, 'infinity'))
              AND NOT bool_or(kind = 'reversal' AND (is_of_merge OR created_at < ${reversedBefore}))
          ) credits
        ) c
        LEFT JOIN quests.published_earner_v2 e ON e.user_id = u.user_id
        LEFT JOIN identity.published_payout_address_v1 a ON a.user_id = u.user_id AND a.chain_id = ${chainId}
        ORDER BY u.user_id`);
      const rows = users.flatMap((user): Row[] => (user.credited === null ? [] : [{ ...user, ...user.credited }]));
      yield {
        earners: rows.map(toEarner),
        credits: rows.reduce((sum, { credits }) => sum + credits, 0),
        position: rows.reduce((last, { position }) => (last > position ? last : position), ''),
      };
      const last = users.at(-1);
      if (last === undefined || users.length < PART) return;
      after = last.userId;
    }
  }
}

const toEarner = ({
  userId,
  points,
  lastCreditAt,
  isSuspended,
  isMember,
  primaryWallet,
  wallets,
  chosen,
}: Row): Earner => ({
  ...{ userId, points: BigInt(points), lastCreditAt, isSuspended, isMember, chosen },
  wallets: [
    ...wallets.filter(({ address }) => address === primaryWallet),
    ...wallets.filter(({ address }) => address !== primaryWallet),
  ],
});
