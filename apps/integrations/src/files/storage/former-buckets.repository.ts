import { Injectable } from '@nestjs/common';
import { Database, raw, sql, type Tx } from '@questp/postgres';
import type { Envelopes, SealedTable } from '@questp/vault';
import { placeOf } from '../../credentials/stored-fields.js';

export interface FormerBucket {
  name: string;
  fields: Envelopes;
}

@Injectable()
export class FormerBucketsRepository {
  constructor(private readonly database: Database) {}

  get(name: string): Promise<FormerBucket | undefined> {
    return this.database.row<FormerBucket>(sql`SELECT name, fields FROM former_bucket WHERE name = ${name}`);
  }

  async keep(tx: Tx, { name, fields }: FormerBucket): Promise<void> {
    await tx.execute(sql`
      INSERT INTO former_bucket (name, fields) VALUES (${name}, ${JSON.stringify(fields)})
      ON CONFLICT (name) DO UPDATE SET fields = excluded.fields, replaced_at = now()`);
  }

  /** Deletes buckets without files, once no upload can be left that began before they were replaced. */
  purge(): Promise<number> {
    return this.database.execute(sql`
      DELETE FROM former_bucket
      WHERE replaced_at < now() - interval '1 hour' AND NOT EXISTS (SELECT FROM file WHERE store = name)`);
  }
}

export const SEALED_FORMER_BUCKETS: SealedTable<FormerBucket> = {
  name: raw('former_bucket'),
  key: raw('name'),
  envelopes: raw('fields'),
  stored: (fields) => sql`fields = ${JSON.stringify(fields)}`,
  place: raw('name'),
  placeOf: (_, field) => placeOf('object_storage', field),
};
