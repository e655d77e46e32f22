import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import type { MissingPrerequisite } from '@questp/messages/quests';
import { Database, empty, insertInto, isUuid, sql, type Queries, type Tx, whileUnchanged } from '@questp/postgres';
import type { TaskType } from '../../catalog/definition/task-type.js';
import { TaskTypes } from '../../catalog/definition/task-types.js';
import { campaignShareLock } from '../../shared/campaign-locks.js';
import { projectOwner } from '../../shared/project-owner.js';
import { formerCompletions, formerPeriodKey, periodKeyLength } from '../../ledger/credits/former-completions.js';
import { assertActive, toQuestEntry, type QuestEntry, type QuestEntryRow } from './quest-entry.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';

@Injectable()
export class QuestEntryRepository {
  constructor(
    private readonly database: Database,
    private readonly taskTypes: TaskTypes,
  ) {}

  /** For views, and for steps without points. NOT_FOUND. */
  async read(who: EarnerAndQuest): Promise<QuestEntry> {
    if (!isUuid(who.questId)) throw new AppError('NOT_FOUND');
    return toQuestEntry(who.userId, await selectEntry(this.database, who, false), this.taskTypes);
  }

  /** The task type of a quest, without its entry. Undefined: there is no such quest. */
  async taskTypeOf(questId: string): Promise<TaskType | undefined> {
    if (!isUuid(questId)) return undefined;
    const row = await this.database.quick.row<{ taskTypeId: string }>(
      sql`SELECT task_type_id FROM quest WHERE id = ${questId}`,
    );
    return row && this.taskTypes.get(row.taskTypeId);
  }

  /** As `lock`, for an earner who may act. ACCOUNT_SUSPENDED. */
  async enter(tx: Tx, who: EarnerAndQuest): Promise<QuestEntry> {
    const entry = await this.lock(tx, who);
    assertActive(entry);
    return entry;
  }

  /**
   * Begins a credit: until the transaction ends, the earner cannot be suspended and the campaign cannot be ended. A
   * separate statement locks the campaign, so that the next one, sent together with it, sees the changes that the lock
   * waited for. NOT_FOUND.
   */
  async lock(tx: Tx, who: EarnerAndQuest): Promise<QuestEntry> {
    if (!isUuid(who.questId)) throw new AppError('NOT_FOUND');
    let [, row] = await Promise.all([
      tx.execute(sql`SELECT ${campaignShareLock(sql`campaign_id`)} FROM quest WHERE id = ${who.questId}`),
      selectEntry(tx, who, true),
    ]);
    if (row !== undefined && row.earnerStatus === null) {
      await tx.execute(sql`${insertInto('earner', { userId: who.userId })} ON CONFLICT DO NOTHING`);
      row = await selectEntry(tx, who, true);
    }
    return toQuestEntry(who.userId, row, this.taskTypes);
  }
}

async function selectEntry(on: Queries, who: EarnerAndQuest, lock: boolean): Promise<QuestEntryRow | undefined> {
  const row = await selectQuest(on, who, lock);
  return row && { ...row, missingPrerequisites: await selectMissing(on, who.userId, row.prerequisites) };
}

/**
 * A separate statement, since few quests have prerequisites and PostgreSQL would plan a joint one anew for each earner.
 */
async function selectMissing(
  on: Queries,
  userId: string,
  prerequisites: readonly string[],
): Promise<MissingPrerequisite[]> {
  if (prerequisites.length === 0) return [];
  return on.rows<MissingPrerequisite>(sql`
    SELECT n.id, CASE WHEN n.status <> 'draft' THEN n.title END AS title
    FROM unnest(${prerequisites}::uuid[]) WITH ORDINALITY AS needed (quest_id, place)
    JOIN quest n ON n.id = needed.quest_id
    WHERE NOT EXISTS (
      SELECT FROM submission s
      WHERE s.quest_id = needed.quest_id AND s.user_id = ${userId} AND s.status = 'claimed'
    )
    AND NOT EXISTS (
      SELECT FROM ${formerCompletions(userId)} AND f.quest_id = needed.quest_id AND f.status = 'claimed'
    )
    ORDER BY needed.place`);
}

type SelectedQuest = Omit<QuestEntryRow, 'missingPrerequisites'> & { prerequisites: string[] };

function selectQuest(
  on: Queries,
  { userId, questId }: EarnerAndQuest,
  lock: boolean,
): Promise<SelectedQuest | undefined> {
  const unchanged = lock ? sql`AND ${whileUnchanged(userId)}` : empty;
  // A key of another kind stems from a changed period setting; it would sort into the wrong place.
  return on.row<SelectedQuest>(sql`
    WITH asked_earner AS (SELECT status FROM earner WHERE user_id = ${userId} ${unchanged})
    SELECT now(), (SELECT status FROM asked_earner) AS earner_status,
      q.id, q.project_id, p.name AS project_name, q.campaign_id, q.title, q.task_type_id, q.method, q.config,
      q.verification_config, q.period, q.max_completions, q.completions, q.starts_at, q.ends_at, q.status, q.prerequisites,
      -- Its time is known soon after the end.
      CASE WHEN c.status = 'ended' AND c.reward_pool IS NOT NULL
        THEN coalesce(c.review_freezes_at, c.ended_at + interval '1 day') END AS payout_freezes_at,
      CASE p.status WHEN 'archived' THEN 'archived' ELSE c.status END AS campaign_status,
      c.starts_at AS campaign_starts_at, c.ends_at AS campaign_ends_at, c.check_budget_usd,
      ${projectOwner(sql`q.project_id`)} AS owner_id,
      EXISTS (SELECT FROM project_member m WHERE m.project_id = q.project_id AND m.user_id = ${userId}) AS is_member,
      ${formerPeriodKey(userId)} AS former_period_key,
      latest.status AS latest_status, latest.period_key AS latest_period_key, latest.next_try_at AS latest_next_try_at,
      latest.proof_until AS latest_proof_until
    FROM quest q
    JOIN campaign c ON c.id = q.campaign_id
    JOIN project p ON p.id = q.project_id
    LEFT JOIN LATERAL (
      SELECT s.status, s.period_key, s.next_try_at, s.proof_until FROM submission s
      WHERE s.quest_id = q.id AND s.user_id = ${userId}
        AND length(s.period_key) = ${periodKeyLength}
      ORDER BY s.period_key DESC LIMIT 1
    ) latest ON true
    WHERE q.id = ${questId}`);
}
