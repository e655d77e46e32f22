import { Injectable } from '@nestjs/common';
import { AppError, type CredentialProvider } from '@questp/messages';
import { Database, isUniqueViolation, sql, type Queries, type Tx } from '@questp/postgres';

/** By field, as the vault made it. */
export type SealedFields = Readonly<Record<string, string>>;

export interface CredentialRow {
  provider: CredentialProvider;
  fields: SealedFields;
  updatedAt: Date;
  updatedBy: string;
  /** Of an escrow key that is set. */
  publicKey: Buffer | null;
}

@Injectable()
export class CredentialsRepository {
  constructor(private readonly db: Database) {}

  list(): Promise<CredentialRow[]> {
    return this.db.rows<CredentialRow>(sql`SELECT * FROM credential`);
  }

  get(provider: CredentialProvider): Promise<CredentialRow | undefined> {
    return this.db.row<CredentialRow>(sql`SELECT * FROM credential WHERE provider = ${provider}`);
  }

  /** Nobody else changes it, or stores the first of it, until the transaction ends. */
  async lock(tx: Tx, provider: CredentialProvider): Promise<CredentialRow | undefined> {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('credential ' || ${provider}, 0))`);
    return tx.row<CredentialRow>(sql`SELECT * FROM credential WHERE provider = ${provider} FOR UPDATE`);
  }

  /** ESCROW_KEY_IN_USE for a public key that another provider has. */
  async store(
    tx: Tx,
    { provider, fields, publicKey, updatedBy }: Omit<CredentialRow, 'updatedAt'>,
  ): Promise<CredentialRow> {
    try {
      const stored = await tx.row<CredentialRow>(sql`
        INSERT INTO credential AS c (provider, fields, public_key, updated_by)
        VALUES (${provider}, ${JSON.stringify(fields)}, ${publicKey}, ${updatedBy})
        ON CONFLICT (provider) DO UPDATE
          SET fields = excluded.fields, public_key = excluded.public_key, updated_by = excluded.updated_by,
            updated_at = greatest(clock_timestamp(), c.updated_at + interval '1 millisecond')
        RETURNING *`);
      return stored as CredentialRow;
    } catch (error) {
      if (isUniqueViolation(error, 'credential_public_key')) throw new AppError('ESCROW_KEY_IN_USE');
      throw error;
    }
  }
}

/** Names of the keys that secrets are sealed with. */
export async function sealingKeys(queries: Queries): Promise<string[]> {
  const rows = await queries.rows<{ id: string }>(sql`
    SELECT split_part(value, '.', 2) AS id FROM credential, jsonb_each_text(fields)
    UNION SELECT split_part(value, '.', 2) FROM oauth_grant, jsonb_each_text(tokens)
    UNION SELECT split_part(value, '.', 2) FROM former_bucket, jsonb_each_text(fields)`);
  return rows.map(({ id }) => id);
}

/** The next one in which something is sealed with another key than this; nobody changes it until the transaction ends. */
export const lockSealedOtherwise = (tx: Tx, key: string): Promise<CredentialRow | undefined> =>
  tx.row<CredentialRow>(sql`
    SELECT * FROM credential
    WHERE EXISTS (SELECT 1 FROM jsonb_each_text(fields) WHERE split_part(value, '.', 2) <> ${key})
    ORDER BY provider LIMIT 1 FOR UPDATE`);

/** The same secrets, sealed anew: no change of what is stored. */
export async function reseal(tx: Tx, provider: CredentialProvider, fields: SealedFields): Promise<void> {
  await tx.execute(sql`UPDATE credential SET fields = ${JSON.stringify(fields)} WHERE provider = ${provider}`);
}
