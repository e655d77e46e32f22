import { Injectable } from '@nestjs/common';
import { MAX_REFERRALS_COUNTED, type ReferralRefusal } from '@questp/messages/quests';
import type { PageRequest } from '@questp/messages/language';
import { Database, decodeCursor, raw, sql, type Sql } from '@questp/postgres';
import type { ReferralCondition } from '../../catalog/definition/facts.js';
import { PUBLIC_USER, type PublicUserRow } from '../../people/earners/public-user.js';

/** An earner who invites others to a campaign. */
export interface Referrer {
  userId: string;
  campaignId: string;
}

/** A merge `m` that holds: the absorbed account belongs to the survivor. */
export const HOLDS = raw("m.state IN ('moving', 'moved')");

/**
 * Common table expressions, after WITH RECURSIVE: `own`, the account and those merged into it, and `above`, the accounts
 * by which it was invited, directly or by others in between, with those that belong to the same earners.
 */
export const ownAndAbove = ({ userId, campaignId }: Referrer): Sql => sql`
  own (id) AS (
    SELECT ${userId}::text
    UNION SELECT m.absorbed_id FROM own JOIN account_merge m ON m.survivor_id = own.id WHERE ${HOLDS}
  ),
  above (id) AS (
    SELECT r.referrer_id FROM own JOIN referral r ON r.campaign_id = ${campaignId} AND r.user_id = own.id
    UNION SELECT next.id FROM above CROSS JOIN LATERAL (
      SELECT r.referrer_id FROM referral r WHERE r.campaign_id = ${campaignId} AND r.user_id = above.id
      UNION ALL SELECT m.survivor_id FROM account_merge m WHERE m.absorbed_id = above.id AND ${HOLDS}
      UNION ALL SELECT m.absorbed_id FROM account_merge m WHERE m.survivor_id = above.id AND ${HOLDS}
    ) AS next (id)
  )`;

/**
 * A common table expression after `ownAndAbove`: `referee`, the earners that the referrer invited. `reason` is why one
 * does not count, and `is_met` whether the condition is met now.
 */
export const referees = (
  { campaignId }: Referrer,
  { minCompletions, minPoints, requiredQuestId }: ReferralCondition,
): Sql => sql`
  referee AS (
    SELECT r.id, r.user_id, r.referred_at,
      CASE
        WHEN r.user_id IN (SELECT id FROM own) THEN 'SELF_REFERRAL'
        WHEN e.status <> 'active' THEN 'ACCOUNT_' || upper(e.status)
        WHEN EXISTS (
          SELECT FROM project_member p JOIN campaign c ON c.project_id = p.project_id
          WHERE c.id = r.campaign_id AND p.user_id = r.user_id
        ) THEN 'TEAM_MEMBER'
        WHEN r.user_id IN (SELECT id FROM above) THEN 'CIRCLE'
        WHEN EXISTS (
          SELECT FROM earner_method theirs JOIN earner_method ours ON ours.method_hash = theirs.method_hash
          WHERE theirs.user_id = r.user_id AND ours.user_id IN (SELECT id FROM own)
        ) THEN 'SAME_METHOD'
      END AS reason,
      coalesce(s.completions, 0) >= ${minCompletions}::integer AND coalesce(s.points, 0) >= ${minPoints}::integer
        AND (${requiredQuestId ?? null}::uuid IS NULL OR EXISTS (
          SELECT FROM submission d
          WHERE d.quest_id = ${requiredQuestId ?? null}::uuid AND d.user_id = r.user_id AND d.campaign_id = r.campaign_id
            AND d.status = 'claimed'
        )) AS is_met
    FROM referral r
    LEFT JOIN earner e ON e.user_id = r.user_id
    LEFT JOIN standing s ON s.scope_id = r.campaign_id AND s.user_id = r.user_id
    WHERE r.campaign_id = ${campaignId} AND r.referrer_id IN (SELECT id FROM own)
  )`;

export interface RefereeRow extends PublicUserRow {
  id: string;
  referredAt: Date;
  reason: ReferralRefusal | null;
  isMet: boolean;
}

/** The earners that a referrer invited to a campaign, and whether each counts for a quest of it. */
@Injectable()
export class RefereesRepository {
  constructor(private readonly database: Database) {}

  /** Those who count now, and all; at most MAX_REFERRALS_COUNTED. */
  async count(referrer: Referrer, condition: ReferralCondition): Promise<{ referred: number; counted: number }> {
    const row = await this.database.quick.row<{ referred: number; counted: number }>(sql`
      WITH RECURSIVE ${ownAndAbove(referrer)}, ${referees(referrer, condition)}
      SELECT (SELECT count(*)::integer FROM (
          SELECT FROM referral r WHERE r.campaign_id = ${referrer.campaignId} AND r.referrer_id IN (SELECT id FROM own)
          LIMIT ${MAX_REFERRALS_COUNTED}
        ) AS one) AS referred,
        (SELECT count(*)::integer FROM (
          SELECT FROM referee WHERE reason IS NULL AND is_met LIMIT ${MAX_REFERRALS_COUNTED}
        ) AS one) AS counted`);
    if (row === undefined) throw new Error('A count has a row');
    return row;
  }

  /** Newest first, one row more than the page. */
  list(referrer: Referrer, condition: ReferralCondition, { limit, cursor }: PageRequest): Promise<RefereeRow[]> {
    const [before = null] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.database.quick.rows<RefereeRow>(sql`
      WITH RECURSIVE ${ownAndAbove(referrer)}, ${referees(referrer, condition)}
      SELECT r.id, r.user_id, r.referred_at, r.reason, r.is_met, ${PUBLIC_USER}
      FROM referee r LEFT JOIN earner e ON e.user_id = r.user_id
      WHERE ${before}::uuid IS NULL OR r.id < ${before}::uuid
      ORDER BY r.id DESC LIMIT ${limit + 1}`);
  }
}
