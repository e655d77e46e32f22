import { Injectable } from '@nestjs/common';
import type { EscrowHold, EscrowPause, InterventionKind } from '@questp/messages/escrow';
import { columns, found, insertInto, iso, namesOf, newId, sql, type Sql, type Tx } from '@questp/postgres';
import { areThemselves, expiryOf, isLately, isOldEnough, mayManage } from './two-operators.js';

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

const current = ({ campaignId, kind }: { campaignId: string; kind: InterventionKind }): Sql =>
  sql`campaign_id = ${campaignId}::uuid AND kind = ${kind} AND released_at IS NULL AND ended_at IS NULL`;

/** A requested release that can still be confirmed. */
const LIVE = isLately('release_requested_at');

@Injectable()
export class InterventionsRepository {
  /** Starts an intervention. If one runs, its requested release is withdrawn. */
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
      WHERE ${current(releasing)} AND (${LIVE}) IS NOT TRUE AND ${isOldEnough(adminId, sql`started_at`)}
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
        AND ${isOldEnough(adminId, sql`started_at`)} AND ${areThemselves(sql`${adminId}`, sql`release_requested_by`)}
        AND ${mayManage(sql`release_requested_by`)}
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
  releaseRequestedAt !== null && expiryOf(releaseRequestedAt).getTime() > Date.now();

export function toHold(row: InterventionRow): EscrowHold {
  const requestedAt = isLive(row) ? row.releaseRequestedAt : null;
  return {
    id: row.id,
    reason: row.reason,
    startedBy: row.startedBy,
    startedAt: iso(row.startedAt),
    releaseRequestedBy: requestedAt && row.releaseRequestedBy,
    releaseExpiresAt: requestedAt && iso(expiryOf(requestedAt)),
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
