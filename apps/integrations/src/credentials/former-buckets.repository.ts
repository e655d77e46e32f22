import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';
import type { SealedFields } from './credentials.repository.js';

export interface FormerBucket {
  name: string;
  fields: SealedFields;
}

@Injectable()
export class FormerBucketsRepository {
  constructor(private readonly db: Database) {}

  get(name: string): Promise<FormerBucket | undefined> {
    return this.db.row<FormerBucket>(sql`SELECT name, fields FROM former_bucket WHERE name = ${name}`);
  }

  async keep(tx: Tx, { name, fields }: FormerBucket): Promise<void> {
    await tx.execute(sql`
      INSERT INTO former_bucket (name, fields) VALUES (${name}, ${JSON.stringify(fields)})
      ON CONFLICT (name) DO UPDATE SET fields = excluded.fields, replaced_at = now()`);
  }

  /** Those of which no file is left, and to which none can come that was begun before they were replaced. */
  purge(): Promise<number> {
    return this.db.execute(sql`
      DELETE FROM former_bucket
      WHERE replaced_at < now() - interval '1 hour' AND NOT EXISTS (SELECT FROM file WHERE store = name)`);
  }
}

/** The next one in which something is sealed with another key than this; nobody changes it until the transaction ends. */
export const lockFormerSealedOtherwise = (tx: Tx, key: string): Promise<FormerBucket | undefined> =>
  tx.row<FormerBucket>(sql`
    SELECT name, fields FROM former_bucket
    WHERE EXISTS (SELECT 1 FROM jsonb_each_text(fields) WHERE split_part(value, '.', 2) <> ${key})
    ORDER BY name LIMIT 1 FOR UPDATE`);

export async function resealFormer(tx: Tx, { name, fields }: FormerBucket): Promise<void> {
  await tx.execute(sql`UPDATE former_bucket SET fields = ${JSON.stringify(fields)} WHERE name = ${name}`);
}
