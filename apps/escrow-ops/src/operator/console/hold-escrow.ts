import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { holdEscrow, type EscrowHold } from '@questp/messages/escrow';
import type { RequestOf } from '@questp/messages/language';
import { Database, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { EscrowAttemptsRepository } from '../../chain/escrows/escrow-attempts.repository.js';
import { HoldsRepository } from '../../chain/lane/holds.repository.js';
import { InterventionsRepository, toHold } from './interventions.repository.js';
import { recordIntervention } from './record-intervention.js';

@Injectable()
export class HoldEscrow {
  constructor(
    private readonly database: Database,
    private readonly escrowAttemptsRepository: EscrowAttemptsRepository,
    private readonly holdsRepository: HoldsRepository,
    private readonly interventionsRepository: InterventionsRepository,
  ) {}

  /** NOT_FOUND for a campaign without a funding attempt. */
  @Rpc(holdEscrow)
  execute({ campaignId, reason, ...operator }: RequestOf<typeof holdEscrow>): Promise<EscrowHold> {
    return this.database.transaction(async (tx) => {
      const { projectId } = found(await this.escrowAttemptsRepository.last(tx, campaignId));
      await this.holdsRepository.exclude(tx, campaignId);
      const startedBy = operator.adminId;
      const { row, step } = await this.interventionsRepository.start(tx, {
        campaignId,
        kind: 'hold',
        reason,
        startedBy,
      });
      if (step !== undefined) await recordIntervention(tx, row, step, reason, operator);
      if (step === 'started') await emit(tx, 'escrow.hold_changed', campaignId, { projectId, campaignId, held: true });
      return toHold(row);
    });
  }
}
