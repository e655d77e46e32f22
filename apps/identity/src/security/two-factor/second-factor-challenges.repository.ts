import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { Database, sql, type Queries, type Tx } from '@questp/postgres';
import { hashSecret, newSecret } from '@questp/service';

/** State between the first and the second step of a sign-in. */
export interface FirstStep {
  ownerId: string;
  /** Sign-in method, for the audit log. */
  proof: Record<string, string>;
  /** The known device of the sign-in. */
  deviceId?: string | undefined;
  /** New password of an operator, set when the second step succeeds. */
  newPasswordHash?: string | null;
}

export interface ChallengeRow extends FirstStep {
  id: string;
}

/** Maximum wrong codes per challenge (spec 5.4). */
const MAX_TRIES = LIMITS.secondFactorTries.max;

@Injectable()
export class SecondFactorChallengesRepository {
  constructor(private readonly database: Database) {}

  async open(
    tx: Tx,
    { ownerId, proof, deviceId, newPasswordHash = null }: FirstStep,
  ): Promise<{ id: string; token: string; expiresAt: Date }> {
    const id = randomUUID();
    const token = newSecret();
    const rows = await tx.rows<{ expiresAt: Date }>(sql`
      INSERT INTO second_factor_challenge (id, token_hash, owner_id, proof, device_id, new_password_hash, expires_at)
      VALUES (${id}, ${hashSecret(token)}, ${ownerId}, ${JSON.stringify(proof)}::jsonb, ${deviceId ?? null}::uuid,
        ${newPasswordHash}, now() + interval '10 minutes')
      RETURNING expires_at`);
    return { id, token, expiresAt: rows[0]?.expiresAt as Date };
  }

  /** SECOND_FACTOR_INVALID for an unknown or expired challenge. */
  async find(on: Queries, token: string): Promise<ChallengeRow> {
    return orInvalid(
      await on.row<ChallengeRow & Record<string, unknown>>(sql`
        SELECT id, owner_id, proof, device_id FROM second_factor_challenge
        WHERE token_hash = ${hashSecret(token)} AND tries < ${MAX_TRIES} AND expires_at > now()`),
    );
  }

  /** Admits and counts a try in one statement, before the code is compared. SECOND_FACTOR_INVALID */
  async admit(token: string, ownersBeginWith: string): Promise<ChallengeRow> {
    return orInvalid(
      await this.database.row<ChallengeRow & Record<string, unknown>>(sql`
        UPDATE second_factor_challenge SET tries = tries + 1
        WHERE token_hash = ${hashSecret(token)} AND starts_with(owner_id, ${ownersBeginWith})
          AND tries < ${MAX_TRIES} AND expires_at > now()
        RETURNING id, owner_id, proof, device_id, new_password_hash`),
    );
  }

  /** SECOND_FACTOR_INVALID if it was used or cancelled meanwhile. */
  async close(tx: Tx, id: string): Promise<void> {
    const closed = await tx.execute(sql`DELETE FROM second_factor_challenge WHERE id = ${id}`);
    if (closed === 0) throw new AppError('SECOND_FACTOR_INVALID');
  }

  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM second_factor_challenge WHERE expires_at <= now()`);
  }
}

function orInvalid<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new AppError('SECOND_FACTOR_INVALID');
  return row;
}
