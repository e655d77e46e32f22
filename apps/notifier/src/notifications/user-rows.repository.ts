import { Injectable } from '@nestjs/common';
import { sql, type Tx } from '@questp/postgres';

/** The tables with rows of a user. */
const TABLES = [
  sql`notification`,
  sql`notification_preference`,
  sql`digest_choice`,
  sql`digest_item`,
  sql`digest_reader`,
  sql`mail`,
];

@Injectable()
export class UserRowsRepository {
  async delete(tx: Tx, userId: string): Promise<void> {
    for (const table of TABLES) await tx.execute(sql`DELETE FROM ${table} WHERE user_id = ${userId}`);
  }
}
