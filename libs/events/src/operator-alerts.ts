import type { EventType, EventTypes } from '@questp/messages/tables';
import { sql, type Database, type Queries } from '@questp/postgres';
import { BackgroundLoop, type Logger } from '@questp/service';
import { emitAll } from './emit.js';

/** Events with a count of the occurrences. */
export type OperatorAlertType = { [T in EventType]: EventTypes[T] extends { times: number } ? T : never }[EventType];

const IDLE_MS = 2_000;
const FAILED_MS = 2_000;
/** Rows per round. */
const AT_ONCE = 100;

/** Data without the count, which is kept here. */
type AlertData<T extends OperatorAlertType> = Omit<EventTypes[T], 'times'>;

/**
 * Alerts operators of a frequent condition: one event per condition and minute, with the latest data and the number of
 * occurrences.
 */
export async function queueOperatorAlert<T extends OperatorAlertType>(
  queries: Queries,
  type: T,
  aggregateId: string,
  data: AlertData<T>,
): Promise<void> {
  await queries.execute(sql`
    INSERT INTO notice (type, aggregate_id, data, times) VALUES (${type}, ${aggregateId}, ${JSON.stringify(data)}::jsonb, 1)
    ON CONFLICT (type, aggregate_id) DO UPDATE SET data = EXCLUDED.data, times = notice.times + 1`);
}

interface OperatorAlertRow {
  type: OperatorAlertType;
  aggregateId: string;
  data: AlertData<OperatorAlertType>;
  times: number;
}

/** Sends at most one event per noted condition and minute, from any replica. */
export class OperatorAlerts {
  private readonly loop: BackgroundLoop;

  constructor(
    private readonly db: Database,
    logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      ...{ name: 'notices', logger, idleMs: IDLE_MS, failedMs: FAILED_MS },
      run: () => this.publishDue(),
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  private async publishDue(): Promise<boolean> {
    // Without a transaction: every idle service runs this query all day.
    if ((await this.db.row(sql`SELECT FROM notice WHERE ${DUE} LIMIT 1`)) === undefined) return false;
    return this.db.transaction(async (tx) => {
      const due = await tx.rows<OperatorAlertRow>(sql`
        SELECT type, aggregate_id, data, times FROM notice WHERE ${DUE} LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`);
      for (const { type, aggregateId, data, times } of due) {
        await tx.execute(sql`
          UPDATE notice SET times = 0, told_at = clock_timestamp()
          WHERE type = ${type} AND aggregate_id = ${aggregateId}`);
        await emitAll(tx, type, [{ aggregateId, data: { ...data, times } as EventTypes[OperatorAlertType] }]);
      }
      return due.length === AT_ONCE;
    });
  }
}

const DUE = sql`times > 0 AND (told_at IS NULL OR told_at <= clock_timestamp() - interval '1 minute')`;
