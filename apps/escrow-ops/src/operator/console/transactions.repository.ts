import { Injectable } from '@nestjs/common';
import { listEscrowTransactions, type EscrowTransaction } from '@questp/messages/escrow';
import type { Page, RequestOf } from '@questp/messages/language';
import { Database, decodeCursor, empty, iso, sql, toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';

interface Row extends Omit<EscrowTransaction, 'signedAt' | 'decidedAt'> {
  /** bigint, as text. */
  id: string;
  signedAt: Date;
  decidedAt: Date | null;
}

type Request = RequestOf<typeof listEscrowTransactions>;

/** The log of the signer lanes. */
@Injectable()
export class TransactionsRepository {
  constructor(private readonly database: Database) {}

  @Rpc(listEscrowTransactions)
  async list({ limit, cursor, ...filters }: Request): Promise<Page<EscrowTransaction>> {
    const [before] = decodeCursor(cursor, ['integer']) ?? [];
    const { campaignId, chainId, key, outcome, action } = filters;
    const rows = await this.database.rows<Row>(sql`
      SELECT id::text, hash, campaign_id, chain_id, key, signer, contract, action, sequence::text, gas_limit::text,
        fee_denom, fee_amount::text, timeout_height::float8, signed_at, refusal, COALESCE(outcome, 'open') AS outcome,
        height::float8, code, gas_used::text, error, decided_at
      FROM signed_transaction
      WHERE true
        ${before === undefined ? empty : sql`AND id < ${before}::bigint`}
        ${campaignId === undefined ? empty : sql`AND campaign_id = ${campaignId}`}
        ${chainId === undefined ? empty : sql`AND chain_id = ${chainId}`}
        ${key === undefined ? empty : sql`AND key = ${key}`}
        ${outcome === undefined ? empty : sql`AND outcome IS NOT DISTINCT FROM NULLIF(${outcome}::text, 'open')`}
        ${action === undefined ? empty : sql`AND action = ${action}`}
      ORDER BY id DESC LIMIT ${limit + 1}`);
    return toPage(rows, limit, ({ id }) => [Number(id)], toTransaction);
  }
}

function toTransaction(row: Row): EscrowTransaction {
  const { id: _, signedAt, decidedAt, ...transaction } = row;
  return { ...transaction, signedAt: iso(signedAt), decidedAt: iso(decidedAt) };
}
