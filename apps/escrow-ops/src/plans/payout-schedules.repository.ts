import { Injectable } from '@nestjs/common';
import { Database, empty, insertInto, sql, type Sql, type Tx } from '@questp/postgres';
import { COMMIT_PHASES } from './campaign-pool.js';

/** Campaigns per round. */
const BATCH = 100;

/** A row of the table `payout_schedule`. */
export interface ScheduleRow {
  campaignId: string;
  /** 0: the team pays. */
  attempt: number;
  projectId: string;
  endedAt: Date;
  commitDeadline: Date | null;
  moderatorsFrom: Date;
  freezesAt: Date;
  approvesAt: Date;
  correctedUntil: Date | null;
  /** Null: no objection was upheld. */
  operatorsUntil: Date | null;
  /** Null: the freeze was not moved. */
  freezeMovedBy: string | null;
  freezeMovedAt: Date | null;
}

/** A later freeze that an operator requests. */
export interface LaterFreeze extends Pick<ScheduleRow, 'campaignId' | 'attempt'> {
  freezesAt: Date;
  /** It must not be later. */
  latest: Date;
  adminId: string;
}

/** An ended campaign whose schedule is missing, or was worked out from other times. */
export interface UnscheduledCampaign extends Pick<
  ScheduleRow,
  'campaignId' | 'attempt' | 'projectId' | 'endedAt' | 'commitDeadline'
> {
  isNew: boolean;
}

export type NewSchedule = Omit<UnscheduledCampaign, 'isNew'> &
  Pick<ScheduleRow, 'moderatorsFrom' | 'freezesAt' | 'approvesAt'>;

@Injectable()
export class PayoutSchedulesRepository {
  constructor(private readonly database: Database) {}

  unscheduled(): Promise<Pick<UnscheduledCampaign, 'campaignId'>[]> {
    return this.database.rows(sql`${unscheduledOf(empty)} LIMIT ${BATCH}`);
  }

  unscheduledCampaign(tx: Tx, campaignId: string): Promise<UnscheduledCampaign | undefined> {
    return tx.row(unscheduledOf(sql`AND c.id = ${campaignId}`));
  }

  async add(tx: Tx, schedule: NewSchedule): Promise<void> {
    await tx.execute(insertInto('payout_schedule', schedule));
  }

  /** Adds to the times that have not come yet what a pause added to the commit deadline. Earlier times stay. */
  async move(tx: Tx, { campaignId, attempt, commitDeadline }: UnscheduledCampaign): Promise<void> {
    const moved = (time: Sql) =>
      sql`CASE WHEN ${time} > now() THEN ${time} + (${commitDeadline}::timestamptz - commit_deadline) ELSE ${time} END`;
    await tx.execute(sql`
      UPDATE payout_schedule SET moderators_from = ${moved(sql`moderators_from`)}, freezes_at = ${moved(sql`freezes_at`)},
        approves_at = ${moved(sql`approves_at`)}, commit_deadline = ${commitDeadline}
      WHERE campaign_id = ${campaignId} AND attempt = ${attempt}`);
  }

  /** The list that replaces a wrong one is approved then, and reversals up to then count. */
  async approveNextAt(
    tx: Tx,
    { campaignId, attempt }: Pick<ScheduleRow, 'campaignId' | 'attempt'>,
    at: Date,
  ): Promise<void> {
    await tx.execute(sql`
      UPDATE payout_schedule SET approves_at = ${at}, corrected_until = ${at}
      WHERE campaign_id = ${campaignId} AND attempt = ${attempt}`);
  }

  /**
   * Moves the freeze, once, to a later time. Returns whether it was moved: no list of the funding attempt may be approved
   * or void. Call it while the schedule is locked.
   */
  async moveFreeze(tx: Tx, { campaignId, attempt, freezesAt, latest, adminId }: LaterFreeze): Promise<boolean> {
    const moved = await tx.execute(sql`
      UPDATE payout_schedule t SET freezes_at = ${freezesAt}, freeze_moved_by = ${adminId}, freeze_moved_at = now()
      WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND freeze_moved_by IS NULL
        AND ${freezesAt}::timestamptz > greatest(freezes_at, now()) AND ${freezesAt}::timestamptz <= ${latest}
        AND NOT ${IS_DECIDED}`);
    return moved > 0;
  }

  /** Decisions of operators and reversals up to now count. Call it while the schedule is locked. */
  async correct(tx: Tx, { campaignId, attempt }: Pick<ScheduleRow, 'campaignId' | 'attempt'>): Promise<void> {
    await tx.execute(sql`
      UPDATE payout_schedule SET operators_until = clock_timestamp(),
        corrected_until = greatest(corrected_until, clock_timestamp())
      WHERE campaign_id = ${campaignId} AND attempt = ${attempt}`);
  }

  /** Whether a list of the funding attempt was approved, or is void. */
  async isDecided(on: Pick<Tx, 'row'>, { campaignId, attempt }: Pick<ScheduleRow, 'campaignId' | 'attempt'>) {
    const row = await on.row<{ isDecided: boolean }>(sql`
      SELECT ${IS_DECIDED} AS is_decided FROM payout_schedule t
      WHERE campaign_id = ${campaignId} AND attempt = ${attempt}`);
    return row?.isDecided ?? false;
  }

  /** Of the latest funding attempt. Undefined: the campaign has not ended. */
  current(on: Pick<Tx, 'row'>, campaignId: string): Promise<ScheduleRow | undefined> {
    return on.row(sql`${schedulesOf(campaignId)} LIMIT 1`);
  }

  /** The same, which nothing else moves until the end of the transaction. */
  keep(tx: Tx, campaignId: string): Promise<ScheduleRow | undefined> {
    return tx.row(sql`${schedulesOf(campaignId)} LIMIT 1 FOR SHARE`);
  }

  /** The same, for a change: no list is read or approved by it until the end of the transaction. */
  lock(tx: Tx, campaignId: string): Promise<ScheduleRow | undefined> {
    return tx.row(sql`${schedulesOf(campaignId)} LIMIT 1 FOR UPDATE`);
  }

  /** Submissions made before the end that are undecided, and all of them. */
  async progress(tx: Pick<Tx, 'row'>, campaignId: string): Promise<{ submitted: number; undecided: number }> {
    const row = await tx.row<Record<'submitted' | 'undecided', string>>(sql`
      SELECT submitted, undecided FROM quests.published_review_progress_v1 WHERE campaign_id = ${campaignId}`);
    return { submitted: Number(row?.submitted ?? 0), undecided: Number(row?.undecided ?? 0) };
  }
}

const schedulesOf = (campaignId: string): Sql => sql`
  SELECT campaign_id, attempt, project_id, ended_at, commit_deadline, moderators_from, freezes_at, approves_at,
    corrected_until, operators_until, freeze_moved_by, freeze_moved_at
  FROM payout_schedule WHERE campaign_id = ${campaignId} ORDER BY attempt DESC`;

const IS_DECIDED = sql`EXISTS (
  SELECT FROM payout_plan p
  WHERE p.campaign_id = t.campaign_id AND p.kind = 'final' AND coalesce((p.pool ->> 'attempt')::integer, 0) = t.attempt
    AND (p.approved_at IS NOT NULL OR p.voided_at IS NOT NULL))`;

/** Times of contracts are nanoseconds since 1970, as text. */
const timeOf = (nanoseconds: Sql): Sql =>
  sql`date_trunc('milliseconds', to_timestamp((${nanoseconds})::numeric / 1000000000))`;

const unscheduledOf = (condition: Sql): Sql => sql`
  SELECT due.campaign_id, due.attempt, due.project_id, due.ended_at, due.commit_deadline, t.campaign_id IS NULL AS is_new
  FROM (
    SELECT c.id AS campaign_id, c.project_id, 0 AS attempt, date_trunc('milliseconds', c.ended_at) AS ended_at,
      NULL::timestamptz AS commit_deadline
    FROM quests.published_campaign_v2 c
    WHERE c.ended_at IS NOT NULL AND c.reward_pool ->> 'mode' = 'manual' ${condition}
      AND NOT EXISTS (SELECT FROM payout_schedule m WHERE m.campaign_id = c.id)
      AND NOT EXISTS (SELECT FROM payout_plan p WHERE p.campaign_id = c.id AND p.status = 'approved')
    UNION ALL
    SELECT c.id, c.project_id, s.attempt, ${timeOf(sql`s.status #>> '{deadlines,ends_at}'`)},
      ${timeOf(sql`s.status #>> '{deadlines,commit_deadline}'`)}
    FROM quests.published_campaign_v2 c
    CROSS JOIN LATERAL (
      SELECT attempt, status FROM escrow_state e WHERE e.campaign_id = c.id ORDER BY attempt DESC LIMIT 1
    ) s
    WHERE c.ended_at IS NOT NULL AND c.reward_pool ->> 'mode' <> 'manual' ${condition}
      AND s.status ->> 'phase' = ANY (${COMMIT_PHASES}::text[])
  ) due
  LEFT JOIN payout_schedule t USING (campaign_id, attempt)
  WHERE t.campaign_id IS NULL OR t.commit_deadline <> due.commit_deadline`;
