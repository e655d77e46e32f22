import { Injectable } from '@nestjs/common';
import { WEBHOOKS_PER_MINUTE } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { Database, sql, type Tx } from '@questp/postgres';
import type { Delivery } from '../description/delivery-handler.js';

/** Longer than processing a delivery takes. */
const LEASE = sql`clock_timestamp() + interval '30 seconds'`;
/** A delivery that has failed this often is not retried. */
const MAX_TRIES = 10;
/** Days for which delivery ids are kept; platforms repeat a request for less. */
const KEPT_DAYS = 7;

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Stores a delivery; a repeated one has no effect. RATE_LIMITED */
  async insert({ provider, receiver, deliveryId, body }: Omit<Delivery, 'receivedAt' | 'tries'>): Promise<void> {
    const of = sql`provider = ${provider} AND receiver = ${receiver}`;
    const room = await this.database.row<{ isFull: boolean }>(sql`
      WITH room AS (
        SELECT count(*) >= ${WEBHOOKS_PER_MINUTE} AS is_full FROM webhook_delivery
        WHERE ${of} AND received_at > now() - interval '1 minute'
      ),
      stored AS (
        INSERT INTO webhook_delivery (provider, receiver, delivery_id, body)
        SELECT ${provider}, ${receiver}, ${deliveryId}, ${JSON.stringify(body)}::jsonb FROM room WHERE NOT is_full
        ON CONFLICT DO NOTHING
      )
      SELECT is_full FROM room`);
    if (room?.isFull) throw new AppError('RATE_LIMITED', { retryAfter: 60 });
  }

  /** Leases the oldest waiting deliveries. */
  claim(limit: number): Promise<Delivery[]> {
    return this.database.rows<Delivery>(sql`
      WITH due AS (
        SELECT provider, receiver, delivery_id FROM webhook_delivery
        WHERE body IS NOT NULL AND leased_until < clock_timestamp() AND tries < ${MAX_TRIES}
        ORDER BY received_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )
      UPDATE webhook_delivery d SET leased_until = ${LEASE}, tries = d.tries + 1 FROM due
      WHERE (d.provider, d.receiver, d.delivery_id) = (due.provider, due.receiver, due.delivery_id)
      RETURNING d.provider, d.receiver, d.delivery_id, d.body, d.received_at, d.tries`);
  }

  /** Ends a delivery; false if it was already processed, or claimed again after its lease. */
  async finish(tx: Tx, { provider, receiver, deliveryId, tries }: Delivery): Promise<boolean> {
    const finished = await tx.execute(sql`
      UPDATE webhook_delivery SET body = NULL
      WHERE provider = ${provider} AND receiver = ${receiver} AND delivery_id = ${deliveryId}
        AND tries = ${tries} AND body IS NOT NULL`);
    return finished === 1;
  }

  /** Counts those of the last 24 hours that failed at every try. @param provider all by default */
  async givenUp(provider?: string): Promise<number> {
    const ofProvider = provider === undefined ? sql`true` : sql`provider = ${provider}`;
    const row = await this.database.row<{ count: number }>(sql`
      SELECT count(*)::integer AS count FROM webhook_delivery
      WHERE body IS NOT NULL AND tries >= ${MAX_TRIES} AND leased_until < clock_timestamp()
        AND received_at > now() - interval '1 day' AND ${ofProvider}`);
    return row?.count ?? 0;
  }

  purge(): Promise<number> {
    return this.database.execute(sql`
      DELETE FROM webhook_delivery
      WHERE received_at < now() - make_interval(days => ${KEPT_DAYS}) AND (body IS NULL OR tries >= ${MAX_TRIES})`);
  }
}
