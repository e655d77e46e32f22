import { Injectable } from '@nestjs/common';
import type { SessionFamily } from '@questp/messages/access';
import type { TwoFactor, TwoFactorMethod } from '@questp/messages/identity';
import { Database, raw, sql, iso, type Queries, type Sql, type Tx } from '@questp/postgres';
import { Secret, Vault, type SecretLocation, type SealedTable } from '@questp/vault';
import { hashRecoveryCode } from './recovery-codes.js';
import { stepOf } from './totp.js';

const OWNERS: Record<SessionFamily, Sql> = { user: raw('user_account'), admin: raw('admin') };

const placeOf = (owner: string): SecretLocation => ({ provider: 'two-factor', owner, field: 'secret' });

/** All values that are sealed with the master keys of identity. */
export const SEALED_TABLES: readonly SealedTable[] = [
  {
    name: raw('two_factor'),
    key: raw('owner_id'),
    envelopes: raw("jsonb_strip_nulls(jsonb_build_object('secret', secret))"),
    stored: ({ secret }) => sql`secret = ${secret}`,
    place: raw('owner_id'),
    placeOf: ({ ownerId }: { ownerId: string }) => placeOf(ownerId),
  },
];

/** False if it is off. */
export async function removeTwoFactor(tx: Tx, ownerId: string): Promise<boolean> {
  const removed = await tx.execute(sql`DELETE FROM two_factor WHERE owner_id = ${ownerId} AND enabled_at IS NOT NULL`);
  return removed === 1;
}

/** Two-factor sign-in of users and operators. */
@Injectable()
export class TwoFactorRepository {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Serialises sign-ins and changes of two-factor sign-in of one owner. */
  async lockOwner(tx: Tx, family: SessionFamily, ownerId: string): Promise<void> {
    await tx.execute(sql`SELECT FROM ${OWNERS[family]} WHERE id = ${ownerId} FOR NO KEY UPDATE`);
  }

  async get(ownerId: string): Promise<TwoFactor> {
    const row = await this.database.row<{ method: TwoFactorMethod; enabledAt: Date; recoveryCodesLeft: number }>(sql`
      SELECT method, enabled_at, (SELECT count(*)::integer FROM recovery_code r WHERE r.owner_id = t.owner_id)
        AS recovery_codes_left
      FROM two_factor t WHERE owner_id = ${ownerId} AND enabled_at IS NOT NULL`);
    const { method = null, enabledAt = null, recoveryCodesLeft = 0 } = row ?? {};
    return { method, enabledAt: iso(enabledAt), recoveryCodesLeft };
  }

  /** Source of the codes; undefined while it is off. */
  async method(on: Queries, ownerId: string): Promise<TwoFactorMethod | undefined> {
    const row = await on.row<{ method: TwoFactorMethod }>(
      sql`SELECT method FROM two_factor WHERE owner_id = ${ownerId} AND enabled_at IS NOT NULL`,
    );
    return row?.method;
  }

  /**
   * False if it is on.
   * @param secret of an app; undefined: codes are mailed
   */
  async begin(tx: Tx, ownerId: string, secret: string | undefined): Promise<boolean> {
    const method: TwoFactorMethod = secret === undefined ? 'email' : 'app';
    const sealed = secret === undefined ? null : this.vault.seal(placeOf(ownerId), new Secret(secret));
    const begun = await tx.execute(sql`
      INSERT INTO two_factor AS t (owner_id, method, secret) VALUES (${ownerId}, ${method}, ${sealed})
      ON CONFLICT (owner_id) DO UPDATE SET method = excluded.method, secret = excluded.secret, last_step = 0
      WHERE t.enabled_at IS NULL`);
    return begun === 1;
  }

  /** The method that is being set up; undefined if there is none. */
  async begun(tx: Tx, ownerId: string): Promise<TwoFactorMethod | undefined> {
    const row = await tx.row<{ method: TwoFactorMethod }>(
      sql`SELECT method FROM two_factor WHERE owner_id = ${ownerId} AND enabled_at IS NULL`,
    );
    return row?.method;
  }

  async enable(tx: Tx, ownerId: string): Promise<void> {
    await tx.execute(sql`UPDATE two_factor SET enabled_at = now() WHERE owner_id = ${ownerId}`);
  }

  /** False if it is off. */
  remove(tx: Tx, ownerId: string): Promise<boolean> {
    return removeTwoFactor(tx, ownerId);
  }

  /**
   * True if the app shows this code now or in a neighbouring step. That step and all earlier ones cannot be used again.
   */
  async takeAppCode(tx: Tx, ownerId: string, code: string): Promise<boolean> {
    const row = await tx.row<{ secret: string; nowMs: number }>(sql`
      SELECT secret, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms
      FROM two_factor WHERE owner_id = ${ownerId} AND secret IS NOT NULL`);
    if (row === undefined) return false;
    const step = stepOf(this.vault.open(placeOf(ownerId), row.secret).reveal(), code, row.nowMs);
    if (step === undefined) return false;
    const taken = await tx.execute(
      sql`UPDATE two_factor SET last_step = ${step} WHERE owner_id = ${ownerId} AND last_step < ${step}`,
    );
    return taken === 1;
  }

  /** Marks a recovery code as used; true if it was unused. */
  async takeRecoveryCode(tx: Tx, ownerId: string, code: string): Promise<boolean> {
    const taken = await tx.execute(sql`
      DELETE FROM recovery_code WHERE owner_id = ${ownerId} AND code_hash = ${hashRecoveryCode(ownerId, code)}`);
    return taken === 1;
  }

  /** Replaces all existing codes. */
  async setRecoveryCodes(tx: Tx, ownerId: string, codes: readonly string[]): Promise<void> {
    const hashes = codes.map((code) => hashRecoveryCode(ownerId, code));
    await tx.execute(sql`DELETE FROM recovery_code WHERE owner_id = ${ownerId}`);
    await tx.execute(sql`
      INSERT INTO recovery_code (owner_id, code_hash) SELECT ${ownerId}, hash FROM unnest(${hashes}::bytea[]) AS hash`);
  }
}
