import { Injectable } from '@nestjs/common';
import { confirmApprovalWithdrawal, type ApprovalWithdrawal } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { RejectUnfinalized } from '../decisions/reject-unfinalized.js';
import { recordWithdrawal } from './record-withdrawal.js';
import { isLive, toWithdrawal, WithdrawalsRepository, type WithdrawalRow } from './withdrawals.repository.js';

/** The second of the two operators who withdraw the approval of a plan. */
@Injectable()
export class ConfirmWithdrawal {
  constructor(
    private readonly database: Database,
    private readonly withdrawalsRepository: WithdrawalsRepository,
    private readonly rejectUnfinalized: RejectUnfinalized,
  ) {}

  /** NOT_FOUND, INVALID_TRANSITION, RELEASE_NOT_REQUESTED, SECOND_OPERATOR_REQUIRED, OPERATOR_TOO_NEW, FINALIZE_SENT */
  @Rpc(confirmApprovalWithdrawal)
  execute(request: RequestOf<typeof confirmApprovalWithdrawal>): Promise<ApprovalWithdrawal> {
    const { campaignId, id, ...operator } = request;
    const { adminId } = operator;
    return this.database.transaction(async (tx) => {
      const confirmed = await this.withdrawalsRepository.confirm(tx, campaignId, id, adminId);
      if (confirmed === undefined) {
        const row = found(await this.withdrawalsRepository.ofId(tx, campaignId, id));
        if (row.confirmedBy === adminId) return toWithdrawal(row);
        throw refusalOf(row, adminId);
      }
      const { planId } = confirmed;
      const plan = await this.withdrawalsRepository.plan(tx, campaignId, planId);
      if (plan === undefined) throw notApproved();
      if (!(await this.rejectUnfinalized.execute(tx, plan, planId))) {
        // It was approved a moment ago: either it is finalized, or another transaction has rejected it.
        const isApproved = (await this.withdrawalsRepository.plan(tx, campaignId, planId)) !== undefined;
        throw isApproved ? new AppError('FINALIZE_SENT') : notApproved();
      }
      await recordWithdrawal(tx, confirmed, 'approval_withdrawn', operator);
      return toWithdrawal(confirmed);
    });
  }
}

const notApproved = (): AppError =>
  new AppError('INVALID_TRANSITION', { detail: 'The plan is no longer approved, or its escrow ended.' });

/** The error after a statement that confirmed nothing. */
function refusalOf(row: WithdrawalRow, adminId: string): AppError {
  if (row.confirmedAt !== null) return new AppError('INVALID_TRANSITION', { detail: 'It was confirmed already.' });
  if (!isLive(row)) return new AppError('RELEASE_NOT_REQUESTED');
  if (row.requestedBy === adminId) return new AppError('SECOND_OPERATOR_REQUIRED');
  return new AppError('OPERATOR_TOO_NEW');
}
