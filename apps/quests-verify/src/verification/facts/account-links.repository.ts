import { Injectable } from '@nestjs/common';
import { Database, sql } from '@questp/postgres';
import type { AccountLink } from './account-rule.js';

export interface StoredLink extends Pick<AccountLink, 'provider' | 'relinkNeeded'> {
  /** Of the quests, those of projects whose connection does not know the account. */
  unknownIn: string[];
}

@Injectable()
export class AccountLinksRepository {
  constructor(private readonly database: Database) {}

  /** As identity and integrations publish them. */
  of(userId: string, questIds: readonly string[]): Promise<StoredLink[]> {
    return this.database.rows<StoredLink>(sql`
      SELECT l.provider, l.relink_needed, ARRAY(
        SELECT q.id::text
        FROM quest q JOIN integrations.published_connection_v1 c ON c.project_id = q.project_id
        WHERE q.id = ANY (${questIds}::uuid[]) AND c.provider = l.provider AND NOT EXISTS (
          SELECT FROM integrations.published_scoped_account_v1 a
          WHERE a.user_id = l.user_id AND a.provider = c.provider AND a.scope = c.account_id)
      ) AS unknown_in
      FROM identity.published_linked_account_v1 l WHERE l.user_id = ${userId}`);
  }
}
