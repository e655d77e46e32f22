import { Injectable } from '@nestjs/common';
import { ROLE_PERMISSIONS, type AdminRole } from '@questp/messages/access';
import { RELEASE_MINUTES, type EscrowHold, type EscrowPause, type InterventionKind } from '@questp/messages/escrow';
import { columns, found, insertInto, iso, join, namesOf, newId, sql, type Sql, type Tx } from '@questp/postgres';

export interface InterventionRow {
  id: string;
  campaignId: string;
  kind: InterventionKind;
  reason: string;
  startedBy: string;
  startedAt: Date;
  releaseRequestedBy: string | null;
  releaseRequestedAt: Date | null;
  releasedBy: string | null;
  releasedAt: Date | null;
  attempt: number | null;
  pauseUntil: Date | null;
  appliedAt: Date | null;
  lastError: string | null;
  endedAt: Date | null;
}

export const INTERVENTION_COLUMNS = namesOf<keyof InterventionRow>({
  id: true,
  campaignId: true,
  kind: true,
  reason: true,
  startedBy: true,
  startedAt: true,
  releaseRequestedBy: true,
  releaseRequestedAt: true,
  releasedBy: true,
  releasedAt: true,
  attempt: true,
  pauseUntil: true,
  appliedAt: true,
  lastError: true,
  endedAt: true,
});

export interface NewIntervention {
  campaignId: string;
  kind: InterventionKind;
  reason: string;
  startedBy: string;
  /** Of a pause. */
  attempt?: number;
  pauseUntil?: Date;
}

/** An operator on a campaign. */
export interface Releasing {
  campaignId: string;
  kind: InterventionKind;
  adminId: string;
}

/**
 * Hours for which an operator may not release an intervention after another operator changed how the account signs in,
 * its role or its status, and, if the account is newer than the intervention, after it was created.
 */
const NEW_HOURS = 24;

const current = ({ campaignId, kind }: { campaignId: string; kind: InterventionKind }): Sql =>
  sql`campaign_id = ${campaignId}::uuid AND kind = ${kind} AND released_at IS NULL AND ended_at IS NULL`;

/** A requested release that can still be confirmed. */
const LIVE = sql`release_requested_at > clock_timestamp() - make_interval(mins => ${RELEASE_MINUTES})`;

const RELEASING_ROLES = Object.entries(ROLE_PERMISSIONS)
  .filter(([, permissions]) => permissions.includes('platform:manage'))
  .map(([role]) => role as AdminRole);

/** When the account of an operator was created: its id is a UUID version 7 behind a prefix. */
const createdAt = (adminId: string): Date => new Date(Number.parseInt(adminId.slice('svcadmin_'.length, -20), 16));

/**
 * An operator could otherwise create a second account to confirm alone what needs two people. The hours leave a way out
 * for a platform with one operator.
 */
const isOldEnough = (adminId: string): Sql =>
  sql`${createdAt(adminId)} < greatest(started_at, clock_timestamp() - make_interval(hours => ${NEW_HOURS}))`;

/**
 * True if nobody else reset the password or the second factor of these operators, or changed their role or status, within
 * the last hours: an operator could otherwise sign in as another one and be both people. False for an unknown operator.
 */
const areThemselves = (...adminIds: Sql[]): Sql => sql`${adminIds.length}::integer = (
  SELECT count(*) FROM identity.published_operator_v1
  WHERE admin_id IN (${join(adminIds)}) AND coalesce(
    changed_by_others_at < clock_timestamp() - make_interval(hours => ${NEW_HOURS}), changed_by_others_at IS NULL))`;

@Injectable()
export class InterventionsRepository {
  /** Starts it, unless it runs: then it withdraws a requested release. */
  async start(
    tx: Tx,
    intervention: NewIntervention,
  ): Promise<{ row: InterventionRow; step?: 'started' | 'release_withdrawn' }> {
    const withdrawn = await tx.row<InterventionRow>(sql`
      UPDATE escrow_intervention SET release_requested_by = NULL, release_requested_at = NULL
      WHERE ${current(intervention)} AND release_requested_by IS NOT NULL RETURNING ${columns(INTERVENTION_COLUMNS)}`);
    if (withdrawn !== undefined) return { row: withdrawn, step: 'release_withdrawn' };
    const started = await tx.row<InterventionRow>(sql`
      ${insertInto('escrow_intervention', { id: newId(), ...intervention })}
      ON CONFLICT (campaign_id, kind) WHERE released_at IS NULL AND ended_at IS NULL DO NOTHING RETURNING ${columns(INTERVENTION_COLUMNS)}`);
    return started === undefined
      ? { row: found(await this.running(tx, intervention)) }
      : { row: started, step: 'started' };
  }

  /** Undefined: a release is requested, nothing runs, or the operator may not release it now. */
  requestRelease(tx: Tx, releasing: Releasing): Promise<InterventionRow | undefined> {
    const { adminId } = releasing;
    return tx.row<InterventionRow>(sql`
      UPDATE escrow_intervention SET release_requested_by = ${adminId}, release_requested_at = clock_timestamp()
      WHERE ${current(releasing)} AND (${LIVE}) IS NOT TRUE AND ${isOldEnough(adminId)}
        AND ${areThemselves(sql`${adminId}`)}
      RETURNING ${columns(INTERVENTION_COLUMNS)}`);
  }

  /**
   * Confirms the release that another operator requested. Undefined: the request is missing or expired, the same operator
   * made it, or one of the two may not release it now. A pause ends once the chain is no longer paused.
   */
  confirmRelease(tx: Tx, releasing: Releasing, id: string): Promise<InterventionRow | undefined> {
    const { adminId, kind } = releasing;
    return tx.row<InterventionRow>(sql`
      UPDATE escrow_intervention SET released_by = ${adminId}, released_at = clock_timestamp(),
        ended_at = ${kind === 'hold' ? sql`clock_timestamp()` : sql`NULL`}, last_error = NULL, next_try_at = '-infinity'
      WHERE id = ${id} AND ${current(releasing)} AND ${LIVE} AND release_requested_by <> ${adminId}
        AND ${isOldEnough(adminId)} AND ${areThemselves(sql`${adminId}`, sql`release_requested_by`)} AND EXISTS (
          SELECT FROM operator WHERE admin_id = release_requested_by AND status = 'active'
            AND role = ANY (${RELEASING_ROLES}::text[]))
      RETURNING ${columns(INTERVENTION_COLUMNS)}`);
  }

  /** True while a pause runs, and in the 24 hours after one, in which the contract takes no other. */
  async pausedLately(tx: Tx, campaignId: string, now: Date): Promise<boolean> {
    const pause = await tx.row(sql`
      SELECT FROM escrow_intervention WHERE campaign_id = ${campaignId} AND kind = 'pause'
        AND coalesce(ended_at, pause_until) > ${now}::timestamptz - interval '24 hours' LIMIT 1`);
    return pause !== undefined;
  }

  running(on: Tx, which: { campaignId: string; kind: InterventionKind }): Promise<InterventionRow | undefined> {
    return on.row<InterventionRow>(
      sql`SELECT ${columns(INTERVENTION_COLUMNS)} FROM escrow_intervention WHERE ${current(which)}`,
    );
  }

  ofId(on: Tx, campaignId: string, kind: InterventionKind, id: string): Promise<InterventionRow | undefined> {
    return on.row<InterventionRow>(sql`
      SELECT ${columns(INTERVENTION_COLUMNS)} FROM escrow_intervention WHERE id = ${id} AND campaign_id = ${campaignId} AND kind = ${kind}`);
  }
}

export const isLive = ({ releaseRequestedAt }: InterventionRow): boolean =>
  releaseRequestedAt !== null && releaseRequestedAt.getTime() + RELEASE_MINUTES * 60_000 > Date.now();

export function toHold(row: InterventionRow): EscrowHold {
  const requestedAt = isLive(row) ? row.releaseRequestedAt : null;
  return {
    id: row.id,
    reason: row.reason,
    startedBy: row.startedBy,
    startedAt: iso(row.startedAt),
    releaseRequestedBy: requestedAt && row.releaseRequestedBy,
    releaseExpiresAt: requestedAt && iso(new Date(requestedAt.getTime() + RELEASE_MINUTES * 60_000)),
    releasedBy: row.releasedBy,
    releasedAt: iso(row.releasedAt),
  };
}

export const toPause = (row: InterventionRow): EscrowPause => ({
  ...toHold(row),
  until: found(row.pauseUntil).toISOString(),
  appliedAt: iso(row.appliedAt),
  lastError: row.lastError,
  endedAt: iso(row.endedAt),
});
