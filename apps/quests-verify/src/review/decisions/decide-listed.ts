import { Injectable } from '@nestjs/common';
import { readTable, rowError, type Row } from '@questp/csv';
import {
  AppError,
  fieldError,
  MAX_ERRORS,
  messageErrors,
  type FieldError,
  type ReplyOf,
  type RequestOf,
} from '@questp/messages/language';
import { decideListed, ListedEarner, MAX_LISTED } from '@questp/messages/quests';
import { Database, idempotent, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { CREDIT } from '../../ledger/credits/credit.repository.js';
import { DecideSubmission } from './decide-submission.js';
import { ListedRepository, type Named } from './listed.repository.js';

type Request = RequestOf<typeof decideListed>;
type Reply = ReplyOf<typeof decideListed>;

/** A submission and the row with its decision. */
interface Step {
  row: number;
  submissionId: string;
  reason: string | undefined;
}

const EARNER = ['earner', 'user_public_id', 'wallet_address'] as const;

/** Decides on the submissions of all earners in a CSV file, or on none of them. */
@Injectable()
export class DecideListed {
  constructor(
    private readonly database: Database,
    private readonly listedRepository: ListedRepository,
    private readonly decideSubmission: DecideSubmission,
  ) {}

  @Rpc(decideListed)
  async execute(request: Request): Promise<Reply> {
    await this.listedRepository.requireQuest(request);
    const rows = await rowsOf(request);
    return this.database.transaction(
      (tx) =>
        idempotent(tx, request.idempotency, async () =>
          this.decide(tx, request, await this.stepsOf(tx, request, rows)),
        ),
      CREDIT,
    );
  }

  private async stepsOf(tx: Tx, { questId }: Request, rows: readonly Listed[]): Promise<Step[]> {
    const named = await this.listedRepository.find(tx, questId, rows, MAX_LISTED);
    const errors = misnamed(named);
    if (errors.length > 0) throw refused(errors);
    if (named.length > MAX_LISTED) {
      const limits = { max: MAX_LISTED, unit: 'items' } as const;
      throw refused([fieldError('', 'LENGTH', limits, `Names more than ${MAX_LISTED} submissions.`)]);
    }
    const reasons = new Map(rows.map(({ row, reason }) => [row, reason]));
    return named.flatMap(({ row, submissionId }) =>
      submissionId === null ? [] : [{ row, submissionId, reason: reasons.get(row) }],
    );
  }

  /** In the order of earners, so that two lists do not deadlock. */
  private async decide(tx: Tx, request: Request, steps: readonly Step[]): Promise<Reply> {
    const { projectId, by, reviewerId, decision, campaignId } = request;
    await this.listedRepository.lock(
      tx,
      campaignId,
      steps.map(({ submissionId }) => submissionId),
    );
    const errors: FieldError[] = [];
    let decided = 0;
    for (const { row, submissionId, reason } of steps) {
      const one = { projectId, by, reviewerId, decision, submissionId, ...(reason !== undefined && { reason }) };
      try {
        if (await this.decideSubmission.decide(tx, one)) decided += 1;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        errors.push(rowError(row, 'REFUSED', error.message, { because: error.code }));
        if (errors.length === MAX_ERRORS) break;
      }
    }
    if (errors.length > 0) throw refused(errors);
    return { decided, unchanged: steps.length - decided };
  }
}

interface Listed extends ListedEarner {
  row: number;
}

/** @throws AppError VALIDATION_FAILED with the invalid rows */
async function rowsOf({ list, decision }: Request): Promise<Listed[]> {
  const rows: Listed[] = [];
  const errors: FieldError[] = [];
  for await (const { row, cells } of tableOf(list, decision)) {
    const { earner, reason = '' } = cells;
    const listed: ListedEarner = { earner, ...(reason !== '' && { reason }) };
    const isWithout = decision === 'reject' && reason === '';
    const wrong = isWithout ? [fieldError('/reason', 'REQUIRED')] : messageErrors(ListedEarner, listed);
    for (const { pointer, code, detail, ...limits } of wrong) {
      errors.push(rowError(row, code, `${pointer.slice(1)}: ${detail}`, limits));
    }
    rows.push({ row, ...listed });
    if (errors.length >= MAX_ERRORS) break;
  }
  if (errors.length > 0) throw refused(errors);
  if (rows.length === 0) throw refused([fieldError('', 'REQUIRED', {}, 'The file has no rows.')]);
  return rows;
}

function tableOf(
  list: string,
  decision: Request['decision'],
): AsyncIterable<Pick<Row<'earner'>, 'row'> & { cells: { earner: string; reason?: string } }> {
  return decision === 'reject'
    ? readTable([list], { columns: { earner: EARNER, reason: ['reason'] }, most: MAX_LISTED })
    : readTable([list], { columns: { earner: EARNER }, most: MAX_LISTED });
}

/**
 * Errors of rows that name an unknown earner, one without a submission, several earners, or an earner of another row.
 */
function misnamed(named: readonly Named[]): FieldError[] {
  const earners = new Map<number, string>();
  const rows = new Map<string, number>();
  const errors = new Map<number, FieldError>();
  for (const { row, userId, submissionId } of named) {
    if (userId === null) errors.set(row, rowError(row, 'NOT_ALLOWED', 'Is nobody who is known here.'));
    else if (submissionId === null)
      errors.set(row, rowError(row, 'NOT_ALLOWED', 'Has handed in nothing to this quest.'));
    else if ((rows.get(userId) ?? row) !== row) {
      errors.set(row, rowError(row, 'DUPLICATE', `Names the same earner as row ${rows.get(userId)}.`));
    } else if ((earners.get(row) ?? userId) !== userId) {
      errors.set(row, rowError(row, 'NOT_ALLOWED', 'Is the wallet of several earners: give the id of one.'));
    } else {
      rows.set(userId, row);
      earners.set(row, userId);
    }
  }
  return [...errors.values()];
}

const rowOf = ({ pointer }: FieldError): number => Number(pointer.slice('#row='.length));

const refused = (errors: readonly FieldError[]) =>
  new AppError('VALIDATION_FAILED', { errors: errors.toSorted((a, b) => rowOf(a) - rowOf(b)).slice(0, MAX_ERRORS) });
