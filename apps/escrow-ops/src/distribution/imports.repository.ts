import { Injectable } from '@nestjs/common';
import {
  getPaymentImport,
  listImportedPayments,
  type ImportedPayment,
  type ImportedPaymentReason,
  type Payment,
  type PaymentImport,
} from '@questp/messages/escrow';
import type { Page, RequestOf } from '@questp/messages/language';
import { Database, decodeCursor, empty, found, newId, sql, toPage, type Queries, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';

/** A transaction that this replica verifies. */
export interface ClaimedTransaction {
  importId: string;
  planId: string;
  txHash: string;
  /** Id of the claim. A different id in the row means that another replica has claimed the transaction since. */
  lease: string;
  missed: number;
}

/** Reading a transaction takes less. */
const LEASE_SECONDS = 60;
/** Longest pause between two readings of a transaction. */
const MAX_PAUSE_SECONDS = 120;

type ImportRow = Omit<PaymentImport, 'importedAt'> & { importedAt: Date };

@Injectable()
export class ImportsRepository {
  constructor(private readonly database: Database) {}

  async create(tx: Tx, planId: string, userId: string, payments: readonly Payment[]): Promise<PaymentImport> {
    const id = newId();
    await tx.execute(sql`
      INSERT INTO payment_import (id, plan_id, imported_by) VALUES (${id}, ${planId}, ${userId})`);
    await tx.execute(sql`
      INSERT INTO imported_payment (import_id, position, tx_hash, address)
      SELECT ${id}, position, upper(tx_hash), address
      FROM unnest(${payments.map(({ txHash }) => txHash)}::text[],
        ${payments.map(({ address }) => address ?? null)}::text[])
        WITH ORDINALITY AS p (tx_hash, address, position)`);
    await tx.execute(sql`
      INSERT INTO imported_transaction (import_id, tx_hash)
      SELECT DISTINCT import_id, tx_hash FROM imported_payment WHERE import_id = ${id}`);
    return this.read(tx, id, planId);
  }

  /** Number of incomplete imports of a plan. */
  async countOpen(tx: Tx, planId: string): Promise<number> {
    const row = await tx.row<{ open: number }>(sql`
      SELECT count(*)::integer AS open FROM payment_import i
      WHERE i.plan_id = ${planId} AND EXISTS (SELECT FROM imported_transaction t WHERE t.import_id = i.id)`);
    return found(row).open;
  }

  /** Leases the transactions that are due to this replica. One whose lease ends is due again. */
  claim(limit: number): Promise<ClaimedTransaction[]> {
    return this.database.rows(sql`
      UPDATE imported_transaction t
      SET lease = gen_random_uuid(), due_at = now() + make_interval(secs => ${LEASE_SECONDS})
      FROM payment_import i
      WHERE i.id = t.import_id AND (t.import_id, t.tx_hash) IN (
        SELECT import_id, tx_hash FROM imported_transaction WHERE due_at <= now()
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING t.import_id, i.plan_id, t.tx_hash, t.lease, t.missed`);
  }

  /** Ends the lease of a transaction that cannot be verified now; the reason is shown. */
  async postpone(claimed: ClaimedTransaction, reason: ImportedPaymentReason): Promise<void> {
    const { importId, txHash, lease } = claimed;
    const missed = reason === 'TRANSACTION_NOT_FOUND' ? 1 : 0;
    await this.database.execute(sql`
      WITH postponed AS (
        UPDATE imported_transaction SET lease = NULL, missed = missed + ${missed}::integer,
          due_at = now() + make_interval(secs => least(5 * 2 ^ missed, ${MAX_PAUSE_SECONDS}) * (0.5 + random() / 2))
        WHERE import_id = ${importId} AND tx_hash = ${txHash} AND lease = ${lease}
        RETURNING import_id, tx_hash
      )
      UPDATE imported_payment p SET reason = ${reason} FROM postponed
      WHERE p.import_id = postponed.import_id AND p.tx_hash = postponed.tx_hash`);
  }

  /** Takes a transaction out of the queue. False if another replica has taken over. */
  async finish(tx: Tx, { importId, txHash, lease }: ClaimedTransaction): Promise<boolean> {
    const finished = await tx.execute(sql`
      DELETE FROM imported_transaction WHERE import_id = ${importId} AND tx_hash = ${txHash} AND lease = ${lease}`);
    return finished > 0;
  }

  /** NOT_FOUND */
  @Rpc(getPaymentImport)
  async get(request: RequestOf<typeof getPaymentImport>): Promise<PaymentImport> {
    await this.requirePlan(request);
    return this.read(this.database, request.importId, request.planId);
  }

  /** In the order of the import. NOT_FOUND */
  @Rpc(listImportedPayments)
  async list(request: RequestOf<typeof listImportedPayments>): Promise<Page<ImportedPayment>> {
    const { importId, status, limit, cursor } = request;
    await this.get(request);
    const [after = 0] = decodeCursor(cursor, ['int32']) ?? [];
    const rows = await this.database.rows<ImportedPayment>(sql`
      SELECT p.position, p.tx_hash, p.address, p.status, p.reason, p.payouts
      FROM imported_payment p
      WHERE p.import_id = ${importId} AND p.position > ${after}
        ${status === undefined ? empty : sql`AND p.status = ${status}`}
      ORDER BY p.position LIMIT ${limit + 1}`);
    return toPage(
      rows,
      limit,
      ({ position }) => [position],
      (row) => row,
    );
  }

  private async read(reader: Pick<Queries, 'row'>, id: string, planId: string): Promise<PaymentImport> {
    const { importedAt, ...row } = found(
      await reader.row<ImportRow>(sql`
        SELECT i.id, i.imported_by, i.imported_at, p.* FROM payment_import i CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE status = 'waiting')::integer AS waiting,
            count(*) FILTER (WHERE status = 'paid')::integer AS paid,
            count(*) FILTER (WHERE status = 'refused')::integer AS refused
          FROM imported_payment WHERE import_id = i.id
        ) p
        WHERE i.id = ${id} AND i.plan_id = ${planId}`),
    );
    return { ...row, importedAt: importedAt.toISOString() };
  }

  /** NOT_FOUND for a plan of another campaign or project. */
  async requirePlan(of: { planId: string; campaignId: string; projectId: string }): Promise<void> {
    found(
      await this.database.row(sql`
        SELECT FROM payout_plan
        WHERE id = ${of.planId} AND campaign_id = ${of.campaignId} AND project_id = ${of.projectId}`),
    );
  }
}
