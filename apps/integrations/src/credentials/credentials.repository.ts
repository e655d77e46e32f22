import { Injectable } from '@nestjs/common';
import type { CredentialProvider } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { columns, Database, isUniqueViolation, namesOf, raw, sql, type Tx } from '@questp/postgres';
import type { Envelopes, SealedTable } from '@questp/vault';
import { placeOf } from './stored-fields.js';

export interface CredentialRow {
  provider: CredentialProvider;
  fields: Envelopes;
  updatedAt: Date;
  updatedBy: string;
  /** The public key of a stored escrow key. */
  publicKey: Buffer | null;
}

const COLUMNS = columns(
  namesOf<keyof CredentialRow>({
    provider: true,
    fields: true,
    updatedAt: true,
    updatedBy: true,
    publicKey: true,
  }),
);

@Injectable()
export class CredentialsRepository {
  constructor(private readonly database: Database) {}

  list(): Promise<CredentialRow[]> {
    return this.database.rows<CredentialRow>(sql`SELECT ${COLUMNS} FROM credential`);
  }

  get(provider: CredentialProvider): Promise<CredentialRow | undefined> {
    return this.database.row<CredentialRow>(sql`SELECT ${COLUMNS} FROM credential WHERE provider = ${provider}`);
  }

  /** Locks the credential until the transaction ends, also one that is not stored yet. */
  async lock(tx: Tx, provider: CredentialProvider): Promise<CredentialRow | undefined> {
    await tx.execute(sql`SELECT exclusive_lock('credential ' || ${provider})`);
    return tx.row<CredentialRow>(sql`SELECT ${COLUMNS} FROM credential WHERE provider = ${provider} FOR UPDATE`);
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
        RETURNING ${COLUMNS}`);
      return stored as CredentialRow;
    } catch (error) {
      if (isUniqueViolation(error, 'credential_public_key')) throw new AppError('ESCROW_KEY_IN_USE');
      throw error;
    }
  }
}

export const SEALED_CREDENTIALS: SealedTable<CredentialRow> = {
  name: raw('credential'),
  key: raw('provider'),
  envelopes: raw('fields'),
  stored: (fields) => sql`fields = ${JSON.stringify(fields)}`,
  place: raw('provider'),
  placeOf: ({ provider }, field) => placeOf(provider, field),
};
