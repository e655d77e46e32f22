import { Injectable } from '@nestjs/common';
import { requestApprovalWithdrawal, type ApprovalWithdrawal } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { OperationsRepository } from '../decisions/operations.repository.js';
import { recordWithdrawal } from './record-withdrawal.js';
import { isLive, toWithdrawal, WithdrawalsRepository } from './withdrawals.repository.js';

/** The first of the two operators who withdraw the approval of a plan. */
@Injectable()
export class RequestWithdrawal {
  constructor(
    private readonly database: Database,
    private readonly operationsRepository: OperationsRepository,
    private readonly withdrawalsRepository: WithdrawalsRepository,
  ) {}

  /** PLAN_NOT_CURRENT, FINALIZE_SENT, OPERATOR_TOO_NEW */
  @Rpc(requestApprovalWithdrawal)
  execute(request: RequestOf<typeof requestApprovalWithdrawal>): Promise<ApprovalWithdrawal> {
    const { campaignId, planId, reason, ...operator } = request;
    const { adminId } = operator;
    return this.database.transaction(async (tx) => {
      const plan = await this.withdrawalsRepository.plan(tx, campaignId, planId);
      if (plan === undefined) throw new AppError('PLAN_NOT_CURRENT');
      if (await this.operationsRepository.isFinalizeSent(tx, plan, planId)) throw new AppError('FINALIZE_SENT');
      const requested = await this.withdrawalsRepository.request(tx, plan, { adminId, reason });
      if (requested !== undefined) {
        await recordWithdrawal(tx, requested, 'withdrawal_requested', operator);
        return toWithdrawal(requested);
      }
      const standing = await this.withdrawalsRepository.ofPlan(tx, planId);
      if (standing === undefined || !isLive(standing)) throw new AppError('OPERATOR_TOO_NEW');
      return toWithdrawal(standing);
    });
  }
}
