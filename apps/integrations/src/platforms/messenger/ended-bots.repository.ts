import { Injectable } from '@nestjs/common';
import { Database, newId, raw, sql, type Queries, type Tx } from '@questp/postgres';
import type { Envelopes, SealedTable } from '@questp/vault';
import type { LostConnection, LostConnections } from '../../description/hooks.js';
import { placeOf } from '../../connections/connections.repository.js';

/** A bot that no project uses any longer and that may still send its updates here. */
export interface EndedBot {
  id: string;
  botId: string;
  projectId: string;
  fields: Envelopes;
  /** True if the bot could not be reached for a day. */
  isLate: boolean;
}

@Injectable()
export class EndedBotsRepository implements LostConnections {
  constructor(private readonly database: Database) {}

  async add(tx: Tx, { accountId, projectId, fields }: LostConnection): Promise<void> {
    await tx.execute(sql`
      INSERT INTO messenger_ended_bot (id, bot_id, project_id, fields)
      VALUES (${newId()}, ${accountId}, ${projectId}, ${JSON.stringify(fields)})`);
  }

  /** Locks the webhook of the bot until the transaction ends. */
  async lock(tx: Tx, botId: string): Promise<void> {
    await tx.execute(sql`SELECT exclusive_lock('messenger bot ' || ${botId}::text)`);
  }

  /** Leases the next one for a minute; after that it is taken again. */
  take(): Promise<EndedBot | undefined> {
    return this.database.row<EndedBot>(sql`
      UPDATE messenger_ended_bot SET leased_until = clock_timestamp() + interval '1 minute'
      WHERE id = (
        SELECT id FROM messenger_ended_bot WHERE leased_until < clock_timestamp() ORDER BY leased_until LIMIT 1
        FOR UPDATE SKIP LOCKED
      )
      RETURNING id, bot_id, project_id, fields, ended_at < now() - interval '1 day' AS is_late`);
  }

  async remove(on: Queries, id: string): Promise<void> {
    await on.execute(sql`DELETE FROM messenger_ended_bot WHERE id = ${id}`);
  }
}

export const SEALED_ENDED_BOTS: SealedTable<EndedBot> = {
  name: raw('messenger_ended_bot'),
  key: raw('id'),
  envelopes: raw('fields'),
  stored: (fields) => sql`fields = ${JSON.stringify(fields)}`,
  place: raw('project_id'),
  placeOf: ({ projectId }, field) => placeOf({ projectId, provider: 'messenger' }, field),
};
