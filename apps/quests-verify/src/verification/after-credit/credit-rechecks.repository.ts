import { Injectable } from '@nestjs/common';
import { columns, Database, sql, type Queries, type Tx } from '@questp/postgres';
import { SUBMISSION_COLUMNS, type LockedSubmission } from '../../ledger/credits/submission-row.js';
import type { LinkedWallet } from '../../catalog/definition/facts.js';
import { campaignShareLock } from '../../shared/campaign-locks.js';

/** Lease of a claimed check; after that, another replica takes it. */
const LEASE_SECONDS = 30;

/** A credited submission this replica may check now. */
export interface CreditClaim {
  submissionId: string;
  userId: string;
  questId: string;
  taskTypeId: string;
  periodKey: string;
  /** `<chain id>/<HASH>` of the transaction that completed the quest; null: it was completed otherwise. */
  transaction: string | null;
  /** The wallets that the earner had then, by the receipt; null: it does not show them. */
  wallets: LinkedWallet[] | null;
  /** The credit was reversed, which the undoing of a merge can change. */
  isReversed: boolean;
  /** Number of claims, this one included; if the stored number differs, the claim is lost. */
  tries: number;
  /** It waits no longer for an answer. */
  isLast: boolean;
}

@Injectable()
export class CreditRechecksRepository {
  constructor(private readonly database: Database) {}

  /** Leases the most overdue checks; skips those that another replica is claiming. */
  claim(limit: number): Promise<CreditClaim[]> {
    return this.database.rows<CreditClaim>(sql`
      WITH due AS (
        SELECT submission_id FROM credit_recheck
        WHERE due_at <= now() AND (lease_until IS NULL OR lease_until <= now())
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      UPDATE credit_recheck r
      SET tries = r.tries + 1, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      FROM due, submission s
      WHERE r.submission_id = due.submission_id AND s.id = r.submission_id
      RETURNING r.submission_id, s.user_id, s.quest_id, s.task_type_id, s.period_key, s.status <> 'claimed' AS is_reversed,
        r.tries, r.until <= now() AS is_last, (
          SELECT c.subject FROM completion_subject c
          WHERE c.quest_id = s.quest_id AND c.user_id = s.user_id AND c.period_key = s.period_key
            AND c.kind = 'transaction'
          ORDER BY c.subject LIMIT 1
        ) AS transaction, (
          SELECT v.facts -> 'wallets' FROM verification_check v
          WHERE v.submission_id = s.id AND v.outcome = 'pass' AND v.trigger <> 'after_credit'
            AND jsonb_typeof(v.facts -> 'wallets') = 'array'
          ORDER BY v.id DESC LIMIT 1
        ) AS wallets`);
  }

  /**
   * Locks the claimed submission until the transaction ends. Undefined: its credit was reversed, or the claim is lost.
   * Locks the campaign first, as every credit does.
   */
  async lock(tx: Tx, { submissionId, tries }: CreditClaim): Promise<LockedSubmission | undefined> {
    await tx.execute(sql`SELECT ${campaignShareLock(sql`campaign_id`)} FROM submission WHERE id = ${submissionId}`);
    return tx.row<LockedSubmission>(sql`
      SELECT ${columns(SUBMISSION_COLUMNS, 's')}, q.max_completions IS NOT NULL AS quest_limited
      FROM submission s JOIN credit_recheck r ON r.submission_id = s.id JOIN quest q ON q.id = s.quest_id
      WHERE s.id = ${submissionId} AND s.status = 'claimed' AND r.tries = ${tries}
      FOR UPDATE OF s, r`);
  }

  /** Releases the claim until the given time, unless another replica has claimed it. */
  async postpone({ submissionId, tries }: CreditClaim, hours: number): Promise<void> {
    await this.database.execute(sql`
      UPDATE credit_recheck SET due_at = now() + make_interval(hours => ${hours}), lease_until = NULL
      WHERE submission_id = ${submissionId} AND tries = ${tries}`);
  }

  async remove(on: Queries, { submissionId, tries }: CreditClaim): Promise<void> {
    await on.execute(sql`DELETE FROM credit_recheck WHERE submission_id = ${submissionId} AND tries = ${tries}`);
  }

  /** Admits one report of a quest in a day. Returns the members of the team; undefined if the quest was reported. */
  async report(tx: Tx, questId: string): Promise<string[] | undefined> {
    const row = await tx.row<{ userIds: string[] }>(sql`
      WITH reported AS (
        INSERT INTO undone_quest AS u (quest_id, reported_at) VALUES (${questId}, now())
        ON CONFLICT (quest_id) DO UPDATE SET reported_at = now() WHERE u.reported_at <= now() - interval '1 day'
        RETURNING quest_id
      )
      SELECT ARRAY(SELECT user_id FROM project_member WHERE project_id = q.project_id ORDER BY user_id) AS user_ids
      FROM reported JOIN quest q ON q.id = reported.quest_id`);
    return row?.userIds;
  }
}
