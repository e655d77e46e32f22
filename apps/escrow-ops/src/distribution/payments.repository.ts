import { Injectable } from '@nestjs/common';
import type { ImportedPaymentReason } from '@questp/messages/escrow';
import { sql, type Tx } from '@questp/postgres';
import type { Transfer } from '../chain/nodes/transfers.js';

/** An imported transaction with its transfers. */
export interface VerifiedTransaction {
  importId: string;
  planId: string;
  chainId: string;
  txHash: string;
  /** Transfers that can be payouts; none if there is a fault. */
  transfers: readonly Pick<Transfer, 'index' | 'sender' | 'recipient' | 'amount'>[];
  /** Why the transaction pays no payout; null: no fault. */
  fault: ImportedPaymentReason | null;
}

/** Finds the payouts that a transaction paid. */
@Injectable()
export class PaymentsRepository {
  /** Transactions are compared with payouts one after the other, across all imports. */
  async lock(tx: Tx, { chainId, txHash }: VerifiedTransaction): Promise<void> {
    await tx.execute(sql`SELECT exclusive_lock('payment ' || ${chainId}::text || ' ' || ${txHash}::text)`);
  }

  /**
   * Assigns each unpaid payout that the import names the first transfer of exactly its amount to its address that pays
   * no payout yet; returns the addresses of these payouts, and who paid.
   */
  async assign(tx: Tx, transaction: VerifiedTransaction): Promise<{ address: string; payer: string | null }[]> {
    const { importId, planId, chainId, txHash } = transaction;
    return await tx.rows(sql`
      WITH matched AS (
        SELECT DISTINCT ON (p.rank) p.rank, p.address, t.index, t.sender AS payer
        FROM payout p JOIN (${transfersOf(transaction)}) t ON t.recipient = p.address AND t.amount = p.amount
        WHERE p.plan_id = ${planId} AND p.amount IS NOT NULL AND p.status = 'pending'
          AND EXISTS (
            SELECT FROM imported_payment i WHERE i.import_id = ${importId} AND i.tx_hash = ${txHash}
              AND (i.address IS NULL OR i.address = p.address))
          AND NOT EXISTS (
            SELECT FROM payout_transfer c
            WHERE c.chain_id = ${chainId} AND c.tx_hash = ${txHash} AND c.transfer_index = t.index)
        ORDER BY p.rank, t.index
      ), assigned AS (
        INSERT INTO payout_transfer (chain_id, tx_hash, transfer_index, plan_id, rank)
        SELECT ${chainId}, ${txHash}, index, ${planId}, rank FROM matched
        ON CONFLICT DO NOTHING RETURNING rank
      )
      SELECT address, payer FROM matched JOIN assigned USING (rank)`);
  }

  /** Records the outcomes of the payments of the import that name the transaction. */
  async conclude(tx: Tx, transaction: VerifiedTransaction): Promise<void> {
    const { importId, planId, chainId, txHash, fault } = transaction;
    const ofAddress = sql`(i.address IS NULL OR p.address = i.address)`;
    const paid = sql`
      SELECT FROM payout_transfer c JOIN payout p ON p.plan_id = c.plan_id AND p.rank = c.rank
      WHERE c.chain_id = ${chainId} AND c.tx_hash = ${txHash} AND c.plan_id = ${planId} AND ${ofAddress}`;
    await tx.execute(sql`
      WITH transfer AS (${transfersOf(transaction)}), outcome AS (
        SELECT i.position, (SELECT count(*) FROM (${paid}) c)::integer AS payouts,
          CASE
            WHEN i.address IS NOT NULL AND NOT EXISTS (
              SELECT FROM payout p WHERE p.plan_id = ${planId} AND p.address = i.address AND p.amount IS NOT NULL
            ) THEN 'NOT_A_PAYOUT'
            WHEN i.address IS NOT NULL AND EXISTS (
              SELECT FROM payout p
              WHERE p.plan_id = ${planId} AND p.address = i.address AND p.amount IS NOT NULL AND p.status = 'paid'
            ) THEN 'ALREADY_PAID'
            WHEN ${fault}::text IS NOT NULL THEN ${fault}::text
            WHEN EXISTS (
              SELECT FROM payout p JOIN transfer t ON t.recipient = p.address AND t.amount = p.amount
              WHERE p.plan_id = ${planId} AND p.amount IS NOT NULL AND ${ofAddress}
            ) THEN 'TRANSFER_USED'
            WHEN EXISTS (
              SELECT FROM payout p JOIN transfer t ON t.recipient = p.address
              WHERE p.plan_id = ${planId} AND p.amount IS NOT NULL AND ${ofAddress}
            ) THEN 'WRONG_AMOUNT'
            ELSE 'NO_TRANSFER'
          END AS reason
        FROM imported_payment i WHERE i.import_id = ${importId} AND i.tx_hash = ${txHash}
      )
      UPDATE imported_payment i SET payouts = o.payouts,
        status = CASE WHEN o.payouts > 0 THEN 'paid' ELSE 'refused' END,
        reason = CASE WHEN o.payouts > 0 THEN NULL ELSE o.reason END
      FROM outcome o WHERE i.import_id = ${importId} AND i.position = o.position`);
  }
}

const transfersOf = ({ transfers }: VerifiedTransaction) => sql`
  SELECT * FROM unnest(${transfers.map(({ index }) => index)}::integer[],
    ${transfers.map(({ sender }) => sender)}::text[], ${transfers.map(({ recipient }) => recipient)}::text[],
    ${transfers.map(({ amount }) => amount)}::numeric[]) AS t (index, sender, recipient, amount)`;
