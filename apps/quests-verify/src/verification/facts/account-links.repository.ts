import { Injectable } from '@nestjs/common';
import { Database, sql } from '@questp/postgres';
import type { AccountLink } from './account-rule.js';

@Injectable()
export class AccountLinksRepository {
  constructor(private readonly db: Database) {}

  /** As identity publishes them. */
  of(userId: string): Promise<AccountLink[]> {
    return this.db.rows<AccountLink>(sql`
      SELECT provider, relink_needed FROM identity.published_linked_account_v1 WHERE user_id = ${userId}`);
  }
}
