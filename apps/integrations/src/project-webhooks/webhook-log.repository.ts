import { Injectable } from '@nestjs/common';
import { Database, sql, type Tx } from '@questp/postgres';
import type { WebhookEvent } from '@questp/messages/integrations';

/** A position in the log of live events. */
export interface LogPosition {
  epoch: string;
  seq: number;
}

/** An enabled webhook as a receiver of events. */
export interface Receiver {
  id: string;
  projectId: string;
  events: WebhookEvent[];
}

@Injectable()
export class WebhookLogRepository {
  constructor(private readonly database: Database) {}

  /** The position from which an enabled webhook waits for entries; undefined: none is enabled. */
  async position(): Promise<LogPosition | undefined> {
    const row = await this.database.row<{ epoch: string; seq: string }>(sql`
      SELECT epoch, seq::text AS seq FROM webhook_log_position
      WHERE EXISTS (SELECT FROM project_webhook WHERE disabled_reason IS NULL)`);
    return row && { epoch: row.epoch, seq: Number(row.seq) };
  }

  /** Called when a webhook is enabled: it receives what happens after this position, unless others are further back. */
  async begin(tx: Tx, { epoch, seq }: LogPosition): Promise<void> {
    await tx.execute(sql`
      INSERT INTO webhook_log_position (epoch, seq) VALUES (${epoch}, ${seq}) ON CONFLICT (is_only) DO UPDATE
      SET epoch = ${epoch}, seq = ${seq} WHERE NOT EXISTS (SELECT FROM project_webhook WHERE disabled_reason IS NULL)`);
  }

  receivers(tx: Tx, projectIds: readonly string[]): Promise<Receiver[]> {
    return tx.rows<Receiver>(sql`
      SELECT id, project_id, events FROM project_webhook
      WHERE disabled_reason IS NULL AND project_id = ANY(${projectIds}::uuid[]) ORDER BY id`);
  }

  /** False if another replica moved it. */
  async move(tx: Tx, from: LogPosition, { epoch, seq }: LogPosition): Promise<boolean> {
    const moved = await tx.execute(sql`
      UPDATE webhook_log_position SET epoch = ${epoch}, seq = ${seq} WHERE epoch = ${from.epoch} AND seq = ${from.seq}`);
    return moved === 1;
  }
}
