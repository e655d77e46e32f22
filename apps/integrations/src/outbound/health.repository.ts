import { Injectable } from '@nestjs/common';
import { queueOperatorAlert } from '@questp/events';
import type { EventTypes } from '@questp/messages/tables';
import { Database, sql } from '@questp/postgres';

@Injectable()
export class HealthRepository {
  constructor(private readonly database: Database) {}

  /** Records a change from the last state that any replica recorded; a server is up until it is recorded as down. */
  async change(serverId: string, change: Omit<EventTypes['integration.changed'], 'times'>): Promise<void> {
    await this.database.transaction(async (tx) => {
      const last = await tx.row<{ state: string }>(sql`
        SELECT data ->> 'state' AS state FROM notice
        WHERE type = 'integration.changed' AND aggregate_id = ${serverId} FOR UPDATE`);
      if ((last?.state ?? 'up') !== change.state) await queueOperatorAlert(tx, 'integration.changed', serverId, change);
    });
  }
}
