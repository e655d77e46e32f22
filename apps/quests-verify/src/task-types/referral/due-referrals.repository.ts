import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { Database, sql, type Tx } from '@questp/postgres';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { configOf } from '../../catalog/definition/task-type.js';
import { HOLDS, ownAndAbove, referees } from './referees.repository.js';
import { conditionOf, referralConfig, socialReferral } from './referral-type.js';

/** Lease of a referral, after which it is looked at again. */
const LEASE_SECONDS = 60;

/** A referral that may count by now. */
export interface DueReferral {
  campaignId: string;
  /** The invited earner. */
  userId: string;
  /** The end of the lease, as PostgreSQL writes it. */
  lease: string;
}

interface ReferralQuest {
  questId: string;
  projectId: string;
  questTitle: string;
  config: JsonObject;
}

/** Referrals whose earner changed: a credit, a reversal, or a change of the account. */
@Injectable()
export class DueReferralsRepository {
  constructor(private readonly database: Database) {}

  async makeDue(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`UPDATE referral SET due_at = now() WHERE user_id = ${userId}`);
  }

  claim(limit: number): Promise<DueReferral[]> {
    return this.database.rows<DueReferral>(sql`
      WITH due AS (
        SELECT id FROM referral WHERE due_at <= now() ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      UPDATE referral r SET due_at = now() + make_interval(secs => ${LEASE_SECONDS}) FROM due
      WHERE r.id = due.id
      RETURNING r.campaign_id, r.user_id, r.due_at::text AS lease`);
  }

  /** Unless it has become due again since. */
  async end({ campaignId, userId, lease }: DueReferral): Promise<void> {
    await this.database.execute(sql`
      UPDATE referral SET due_at = NULL
      WHERE campaign_id = ${campaignId} AND user_id = ${userId} AND due_at = ${lease}::timestamptz`);
  }

  /**
   * The quests for which the earner counts now, with the referrer, who is notified once of each. A merged referrer is
   * replaced by the account that survives.
   */
  async count(tx: Tx, { campaignId, userId }: DueReferral): Promise<EarnerAndQuest[]> {
    const referrer = await tx.row<{ userId: string }>(sql`
      WITH RECURSIVE up (user_id) AS (
        SELECT referrer_id FROM referral WHERE campaign_id = ${campaignId} AND user_id = ${userId}
        UNION SELECT m.survivor_id FROM up JOIN account_merge m ON m.absorbed_id = up.user_id WHERE ${HOLDS}
      )
      SELECT user_id FROM up
      WHERE NOT EXISTS (SELECT FROM account_merge m WHERE m.absorbed_id = up.user_id AND ${HOLDS})`);
    if (referrer === undefined) return [];
    const quests = await tx.rows<ReferralQuest>(sql`
      SELECT id AS quest_id, project_id, title AS quest_title, config FROM quest
      WHERE campaign_id = ${campaignId} AND task_type_id = ${socialReferral.id} AND status = 'active' ORDER BY id`);
    const counting: EarnerAndQuest[] = [];
    for (const { config, ...quest } of quests) {
      const { counts, isNew } = await this.countFor(tx, { ...referrer, campaignId }, userId, quest.questId, config);
      if (!counts) continue;
      counting.push({ userId: referrer.userId, questId: quest.questId });
      if (isNew) await emit(tx, 'referral.counted', referrer.userId, { ...referrer, campaignId, ...quest });
    }
    return counting;
  }

  private async countFor(
    tx: Tx,
    referrer: { userId: string; campaignId: string },
    userId: string,
    questId: string,
    config: JsonObject,
  ): Promise<{ counts: boolean; isNew: boolean }> {
    const condition = conditionOf(configOf(referralConfig, socialReferral, config));
    const row = await tx.row<{ counts: boolean; isNew: boolean }>(sql`
      WITH RECURSIVE ${ownAndAbove(referrer)}, ${referees(referrer, condition)},
      counting AS (SELECT user_id FROM referee WHERE user_id = ${userId} AND reason IS NULL AND is_met),
      added AS (
        INSERT INTO counted_referral (quest_id, user_id, referrer_id)
        SELECT ${questId}::uuid, user_id, ${referrer.userId}::text FROM counting
        ON CONFLICT DO NOTHING RETURNING user_id
      )
      SELECT EXISTS (SELECT FROM counting) AS counts, EXISTS (SELECT FROM added) AS is_new`);
    return row ?? { counts: false, isNew: false };
  }
}
