import { Injectable } from '@nestjs/common';
import { readTable, rowError } from '@questp/csv';
import { importPaymentFile, importPayments, MAX_IMPORTED, Payment, type PaymentImport } from '@questp/messages/escrow';
import {
  AppError,
  fieldError,
  MAX_ERRORS,
  messageErrors,
  readMessage,
  type FieldError,
  type RequestOf,
} from '@questp/messages/language';
import { Database, idempotent } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { PayoutPlansRepository } from '../plans/payout-plans.repository.js';
import { ProjectAccess } from '../plans/project-access.js';
import { ImportsRepository } from './imports.repository.js';
import { ManualPlansRepository } from './manual-plans.repository.js';

/** Most incomplete imports of a plan. */
const MAX_OPEN = 20;
const COLUMNS = { address: ['address'], txHash: ['tx_hash'] } as const;
/** Column of a member, by the pointer of its errors. */
const COLUMN_OF = new Map(Object.entries(COLUMNS).map(([member, [column]]) => [`/${member}`, column]));

@Injectable()
export class ImportPayments {
  constructor(
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly payoutPlansRepository: PayoutPlansRepository,
    private readonly manualPlansRepository: ManualPlansRepository,
    private readonly importsRepository: ImportsRepository,
  ) {}

  /** NOT_FOUND, PLAN_NOT_CURRENT, POOL_NOT_MANUAL, TOO_MANY */
  @Rpc(importPayments)
  execute(request: RequestOf<typeof importPayments>): Promise<PaymentImport> {
    const { payments, userId, idempotency, ...plan } = request;
    return this.database.transaction((tx) =>
      idempotent(tx, idempotency, async () => {
        await this.projectAccess.require('project_admin', plan.projectId, userId);
        await this.payoutPlansRepository.lock(tx, plan.campaignId);
        const { id } = await this.manualPlansRepository.get(plan, tx);
        if ((await this.importsRepository.countOpen(tx, id)) >= MAX_OPEN) {
          throw new AppError('TOO_MANY', { detail: `At most ${MAX_OPEN} imports of a plan are verified at a time.` });
        }
        return this.importsRepository.create(tx, id, userId, payments);
      }),
    );
  }

  /** As `execute`, and VALIDATION_FAILED with `#row=n` for each invalid row. */
  @Rpc(importPaymentFile)
  async file({ file, ...request }: RequestOf<typeof importPaymentFile>): Promise<PaymentImport> {
    await this.importsRepository.requirePlan(request);
    return this.execute({ ...request, payments: await paymentsOf(file) });
  }
}

async function paymentsOf(file: string): Promise<Payment[]> {
  const payments: Payment[] = [];
  const errors: FieldError[] = [];
  for await (const { row, cells } of readTable([file], { columns: COLUMNS, most: MAX_IMPORTED })) {
    if (cells.txHash === '') continue;
    for (const { pointer, code, detail, ...limits } of messageErrors(Payment, cells)) {
      errors.push(rowError(row, code, `${COLUMN_OF.get(pointer)}: ${detail}`, limits));
    }
    payments.push(readMessage(Payment, cells) as Payment);
    if (errors.length >= MAX_ERRORS) break;
  }
  if (errors.length === 0 && payments.length === 0) errors.push(fieldError('', 'REQUIRED', {}, 'No row has a hash.'));
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors: errors.slice(0, MAX_ERRORS) });
  return payments;
}
