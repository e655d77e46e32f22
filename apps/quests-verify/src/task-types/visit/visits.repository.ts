import { Injectable } from '@nestjs/common';
import { Database, insertInto, sql, type Tx } from '@questp/postgres';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import type { VisitTimes } from '../../catalog/definition/facts.js';

@Injectable()
export class VisitsRepository {
  constructor(private readonly database: Database) {}

  async insert(
    who: EarnerAndQuest,
    tokenHash: Buffer,
    times: { issuedAt: Date; completeFrom: Date; expiresAt: Date },
  ): Promise<void> {
    await this.database.execute(insertInto('visit', { ...who, ...times, tokenHash }));
  }

  /** Undefined: unknown, or of another earner. */
  async find({ questId, userId }: EarnerAndQuest, tokenHash: Buffer): Promise<VisitTimes | undefined> {
    const visit = await this.database.row<{ issuedAt: Date; expiresAt: Date; used: boolean }>(sql`
      SELECT issued_at, expires_at, consumed_at IS NOT NULL AS used FROM visit
      WHERE token_hash = ${tokenHash} AND quest_id = ${questId} AND user_id = ${userId}`);
    return visit && { ...visit, issuedAt: visit.issuedAt.toISOString(), expiresAt: visit.expiresAt.toISOString() };
  }

  /** Consumes the token; false: it was already used. */
  async consume(tx: Tx, tokenHash: Buffer): Promise<boolean> {
    const used = await tx.execute(
      sql`UPDATE visit SET consumed_at = now() WHERE token_hash = ${tokenHash} AND consumed_at IS NULL`,
    );
    return used === 1;
  }
}
