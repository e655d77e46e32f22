import { Injectable } from '@nestjs/common';
import { Database, insertInto, sql } from '@questp/postgres';
import type { Attestation as Stored } from '../../generated/prisma/client.js';

export type Attestation = Omit<Stored, 'consumedAt'>;

@Injectable()
export class AttestationRepository {
  constructor(private readonly database: Database) {}

  async insert(row: Attestation): Promise<void> {
    await this.database.execute(insertInto('attestation', row));
  }

  /**
   * Consumes the nonce, even with a wrong signature; commit before the signature is verified.
   * Undefined: unknown, used or expired.
   */
  burnNonce(nonce: string): Promise<Attestation | undefined> {
    return this.database.row<Attestation>(sql`
      UPDATE attestation SET consumed_at = now()
      WHERE nonce = ${nonce} AND consumed_at IS NULL AND expires_at > now()
      RETURNING nonce, quest_id, user_id, chain_id, address, message, expires_at`);
  }
}
