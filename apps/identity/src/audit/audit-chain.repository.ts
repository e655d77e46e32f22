import { Injectable } from '@nestjs/common';
import { Database, sql, type Queries, type Tx } from '@questp/postgres';
import { EMPTY_CHAIN, type AuditHead } from './audit-link.js';

/** Every member of an entry `a` as text that does not depend on settings of the session. */
const CANONICAL = sql`jsonb_build_array(a.id, (extract(epoch FROM a.at) * 1000000)::bigint, a.action, a.actor_type,
  a.actor_id, a.subject_id, a.ip, a.user_agent, a.details)::text`;

export interface UnchainedEntry {
  id: string;
  canonical: string;
}

export interface StoredLink extends AuditHead {
  id: string;
  /** null: there is no such entry. */
  canonical: string | null;
}

@Injectable()
export class AuditChainRepository {
  constructor(private readonly database: Database) {}

  /** True if this transaction holds the append lock of the chain. */
  async lock(tx: Tx): Promise<boolean> {
    const row = await tx.row<{ locked: boolean }>(sql`SELECT try_lock('audit chain') AS locked`);
    return row?.locked ?? false;
  }

  async head(queries: Queries = this.database): Promise<AuditHead> {
    const [head = EMPTY_CHAIN] = await queries.rows<AuditHead>(
      sql`SELECT position::float8, hash FROM audit_chain ORDER BY position DESC LIMIT 1`,
    );
    return head;
  }

  takeUnchained(tx: Tx, limit: number): Promise<UnchainedEntry[]> {
    return tx.rows<UnchainedEntry>(sql`
      WITH taken AS (
        DELETE FROM audit_unchained WHERE id IN (SELECT id FROM audit_unchained ORDER BY id LIMIT ${limit}) RETURNING id)
      SELECT a.id, ${CANONICAL} AS canonical FROM audit_log a JOIN taken USING (id) ORDER BY a.id`);
  }

  async append(tx: Tx, links: (AuditHead & { id: string })[]): Promise<void> {
    await tx.execute(sql`
      INSERT INTO audit_chain (position, id, hash)
      SELECT * FROM unnest(${links.map(({ position }) => position)}::bigint[], ${links.map(({ id }) => id)}::uuid[],
        ${links.map(({ hash }) => hash)}::bytea[])`);
  }

  /** Links in order. */
  linksAfter(position: number, limit: number): Promise<StoredLink[]> {
    return this.database.rows<StoredLink>(sql`
      SELECT c.position::float8, c.hash, c.id, CASE WHEN a.id IS NOT NULL THEN ${CANONICAL} END AS canonical
      FROM audit_chain c LEFT JOIN audit_log a USING (id)
      WHERE c.position > ${position} ORDER BY c.position LIMIT ${limit}`);
  }

  /** Entries in the order of their ids. `known`: chained, or queued for chaining by the trigger of the table. */
  entriesAfter(id: string, limit: number): Promise<{ id: string; known: boolean }[]> {
    return this.database.rows(sql`
      SELECT id, EXISTS (SELECT FROM audit_chain c WHERE c.id = a.id)
        OR EXISTS (SELECT FROM audit_unchained u WHERE u.id = a.id) AS known
      FROM audit_log a WHERE id > ${id} ORDER BY id LIMIT ${limit}`);
  }
}
