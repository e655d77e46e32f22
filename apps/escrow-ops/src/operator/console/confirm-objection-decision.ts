import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { confirmObjectionDecision, type AdminPayoutObjection } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, found, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { PayoutSchedulesRepository } from '../../plans/payout-schedules.repository.js';
import {
  isLive,
  ObjectionDecisionsRepository,
  toAdminObjection,
  type AdminObjectionRow,
} from './objection-decisions.repository.js';
import type { Operator } from './record-intervention.js';

/**
 * The second of the two operators who decide an objection. The list is made again, because it was read before an objection
 * was upheld.
 */
@Injectable()
export class ConfirmObjectionDecision {
  constructor(
    private readonly database: Database,
    private readonly objectionDecisionsRepository: ObjectionDecisionsRepository,
    private readonly payoutSchedulesRepository: PayoutSchedulesRepository,
  ) {}

  /** NOT_FOUND, INVALID_TRANSITION, RELEASE_NOT_REQUESTED, SECOND_OPERATOR_REQUIRED, OPERATOR_TOO_NEW */
  @Rpc(confirmObjectionDecision)
  execute(request: RequestOf<typeof confirmObjectionDecision>): Promise<AdminPayoutObjection> {
    const { objectionId, proposalId, ...operator } = request;
    const { adminId } = operator;
    return this.database.transaction(async (tx) => {
      const { campaignId } = await this.objectionDecisionsRepository.get(tx, objectionId);
      // Locked before the objection, in the order of the transaction that approves a list.
      const schedule = found(await this.payoutSchedulesRepository.lock(tx, campaignId));
      const isDecided = await this.objectionDecisionsRepository.confirm(tx, objectionId, proposalId, adminId);
      const objection = await this.objectionDecisionsRepository.get(tx, objectionId);
      if (isDecided) {
        if (objection.state === 'upheld') await this.payoutSchedulesRepository.correct(tx, schedule);
        await this.publish(tx, objection, operator);
      } else if (objection.proposalId !== proposalId || objection.confirmedBy !== adminId) {
        throw refusalOf(objection, proposalId, adminId);
      }
      return toAdminObjection(objection);
    });
  }

  private async publish(tx: Tx, objection: AdminObjectionRow, { adminId, client }: Operator): Promise<void> {
    const { id: objectionId, campaignId, projectId, planId, version, state } = objection;
    const reason = found(objection.proposedReason);
    const step = state === 'upheld' ? 'objection_upheld' : 'objection_dismissed';
    const intervention = { campaignId, step, reason, adminId, client: client ?? null } as const;
    await emit(tx, 'payouts.intervened', campaignId, intervention);
    const of = { projectId, campaignId, planId, version, objectionId };
    await emit(tx, 'payout_objection.changed', campaignId, { ...of, state, decisionReason: reason });
  }
}

/** The error after a statement that decided nothing. */
function refusalOf(objection: AdminObjectionRow, proposalId: string, adminId: string): AppError {
  if (objection.state !== 'open') return new AppError('INVALID_TRANSITION', { detail: 'The objection is decided.' });
  if (objection.proposalId !== proposalId || !isLive(objection)) return new AppError('RELEASE_NOT_REQUESTED');
  if (objection.proposedBy === adminId) return new AppError('SECOND_OPERATOR_REQUIRED');
  return new AppError('OPERATOR_TOO_NEW');
}
