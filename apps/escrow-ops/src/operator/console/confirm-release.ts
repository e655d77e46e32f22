import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import {
  confirmHoldRelease,
  confirmPauseRelease,
  type EscrowHold,
  type EscrowPause,
  type InterventionKind,
} from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, found, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { EscrowAttemptsRepository } from '../../chain/escrows/escrow-attempts.repository.js';
import { InterventionsRepository, isLive, toHold, toPause, type InterventionRow } from './interventions.repository.js';
import { recordIntervention } from './record-intervention.js';

type Request = RequestOf<typeof confirmHoldRelease>;

/** The second of the two operators who release a hold or a pause. */
@Injectable()
export class ConfirmRelease {
  constructor(
    private readonly database: Database,
    private readonly escrowAttemptsRepository: EscrowAttemptsRepository,
    private readonly interventionsRepository: InterventionsRepository,
  ) {}

  @Rpc(confirmHoldRelease)
  async ofHold(request: Request): Promise<EscrowHold> {
    return toHold(await this.confirm('hold', request));
  }

  @Rpc(confirmPauseRelease)
  async ofPause(request: Request): Promise<EscrowPause> {
    return toPause(await this.confirm('pause', request));
  }

  /** NOT_FOUND, INVALID_TRANSITION, RELEASE_NOT_REQUESTED, SECOND_OPERATOR_REQUIRED, OPERATOR_TOO_NEW */
  private confirm(kind: InterventionKind, { campaignId, id, ...operator }: Request): Promise<InterventionRow> {
    return this.database.transaction(async (tx) => {
      const { adminId } = operator;
      const released = await this.interventionsRepository.confirmRelease(tx, { campaignId, kind, adminId }, id);
      if (released === undefined) {
        const row = found(await this.interventionsRepository.ofId(tx, campaignId, kind, id));
        if (row.releasedBy === adminId) return row;
        throw refusalOf(row, adminId);
      }
      await recordIntervention(tx, released, 'released', released.reason, operator);
      if (kind === 'hold') await this.notifyTeam(tx, campaignId);
      return released;
    });
  }

  private async notifyTeam(tx: Tx, campaignId: string): Promise<void> {
    const { projectId } = found(await this.escrowAttemptsRepository.last(tx, campaignId));
    await emit(tx, 'escrow.hold_changed', campaignId, { projectId, campaignId, held: false });
  }
}

/** The error after a statement that released nothing. */
function refusalOf(row: InterventionRow, adminId: string): AppError {
  if (row.releasedAt !== null || row.endedAt !== null)
    return new AppError('INVALID_TRANSITION', { detail: `The ${row.kind} is over.` });
  if (!isLive(row)) return new AppError('RELEASE_NOT_REQUESTED');
  if (row.releaseRequestedBy === adminId) return new AppError('SECOND_OPERATOR_REQUIRED');
  return new AppError('OPERATOR_TOO_NEW');
}
