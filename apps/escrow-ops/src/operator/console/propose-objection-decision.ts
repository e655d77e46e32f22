import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { proposeObjectionDecision, type AdminPayoutObjection } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { isLive, ObjectionDecisionsRepository, toAdminObjection } from './objection-decisions.repository.js';

/** The first of the two operators who decide an objection. */
@Injectable()
export class ProposeObjectionDecision {
  constructor(
    private readonly database: Database,
    private readonly objectionDecisionsRepository: ObjectionDecisionsRepository,
  ) {}

  /** NOT_FOUND, INVALID_TRANSITION, OPERATOR_TOO_NEW */
  @Rpc(proposeObjectionDecision)
  execute(request: RequestOf<typeof proposeObjectionDecision>): Promise<AdminPayoutObjection> {
    const { objectionId, decision, reason, adminId, client = null } = request;
    return this.database.transaction(async (tx) => {
      const isProposed = await this.objectionDecisionsRepository.propose(tx, objectionId, {
        adminId,
        decision,
        reason,
      });
      const objection = await this.objectionDecisionsRepository.get(tx, objectionId);
      if (isProposed) {
        const { campaignId } = objection;
        const step = `objection_${decision}_proposed` as const;
        await emit(tx, 'payouts.intervened', campaignId, { campaignId, step, reason, adminId, client });
      } else if (objection.state !== 'open') {
        throw new AppError('INVALID_TRANSITION', { detail: 'The objection is decided.' });
      } else if (!isLive(objection) || objection.proposedDecision !== decision) {
        throw new AppError('OPERATOR_TOO_NEW');
      }
      return toAdminObjection(objection);
    });
  }
}
