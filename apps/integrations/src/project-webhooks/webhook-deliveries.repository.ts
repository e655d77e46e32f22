import { Injectable } from '@nestjs/common';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  MAX_RESENT,
  MAX_TRIES_SHOWN,
  type DeliveryStatus,
  type ResentDeliveries,
  resendWebhookDeliveries,
  type TryOutcome,
  type WebhookDelivery,
} from '@questp/messages/integrations';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { columns, Database, decodeCursor, join, namesOf, newId, sql, toPage, type Tx } from '@questp/postgres';
import type { WebhookRow } from './project-webhooks.repository.js';

interface DeliveryRow {
  id: string;
  webhookId: string;
  eventId: string;
  event: string;
  body: string;
  status: DeliveryStatus;
  tries: number;
  dueAt: Date;
  createdAt: Date;
  finishedAt: Date | null;
}

const COLUMNS = columns(
  namesOf<keyof DeliveryRow>({
    id: true,
    webhookId: true,
    eventId: true,
    event: true,
    body: true,
    status: true,
    tries: true,
    dueAt: true,
    createdAt: true,
    finishedAt: true,
  }),
  'd',
);

/** A delivery whose try is due, with its webhook. */
export type DueDelivery = Pick<DeliveryRow, 'id' | 'webhookId' | 'eventId' | 'body' | 'tries'> &
  Pick<WebhookRow, 'projectId' | 'url' | 'fields' | 'previousUntil'>;

/** What came of a try. */
export interface Try {
  url: string;
  outcome: TryOutcome;
  status: number | null;
  answer: string | null;
}

/** Longer than a try takes. */
const LEASE = sql`clock_timestamp() + interval '30 seconds'`;
/** Concurrent requests to one webhook, so that a slow endpoint does not hold up the others. */
const SLOTS_OF_WEBHOOK = 5;
/** Waiting deliveries of one webhook; with more, it is disabled. */
export const MAX_WAITING = 100_000;
const KEPT_DAYS = 30;

@Injectable()
export class WebhookDeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Newest first, one row more than the page. */
  async list(request: RequestOf<typeof listWebhookDeliveries>): Promise<ReplyOf<typeof listWebhookDeliveries>> {
    const { webhookId, status, event, from, to, limit, cursor } = request;
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    const conditions = [
      [sql`d.webhook_id = ${webhookId}`],
      status === undefined ? [] : [sql`d.status = ${status}`],
      event === undefined ? [] : [sql`d.event = ${event}`],
      from === undefined ? [] : [sql`d.created_at >= ${from}`],
      to === undefined ? [] : [sql`d.created_at < ${to}`],
      before === undefined ? [] : [sql`d.id < ${before}`],
    ].flat();
    const rows = await this.database.rows<DeliveryRow>(sql`
      SELECT ${COLUMNS} FROM project_webhook_delivery d WHERE ${join(conditions, ' AND ')}
      ORDER BY d.id DESC LIMIT ${limit + 1}`);
    return toPage(rows, limit, ({ id }) => [id], toDelivery);
  }

  /** NOT_FOUND */
  async show({
    webhookId,
    deliveryId,
  }: RequestOf<typeof getWebhookDelivery>): Promise<ReplyOf<typeof getWebhookDelivery>> {
    const row = await this.database.row<DeliveryRow>(sql`
      SELECT ${COLUMNS} FROM project_webhook_delivery d WHERE d.id = ${deliveryId} AND d.webhook_id = ${webhookId}`);
    if (row === undefined) throw new AppError('NOT_FOUND');
    const log = await this.database.rows<Try & { at: Date }>(sql`
      SELECT at, url, outcome, status, answer FROM project_webhook_try WHERE delivery_id = ${deliveryId}
      ORDER BY id DESC LIMIT ${MAX_TRIES_SHOWN}`);
    return {
      ...toDelivery(row),
      body: row.body,
      log: log.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest })),
    };
  }

  /** Adds an event for each of the webhooks; one that a webhook has already is left as it is. */
  async add(
    tx: Tx,
    webhookIds: readonly string[],
    event: Pick<DeliveryRow, 'eventId' | 'event' | 'body'>,
  ): Promise<void> {
    const ids = webhookIds.map(() => newId());
    await tx.execute(sql`
      INSERT INTO project_webhook_delivery (id, webhook_id, event_id, event, body)
      SELECT id, webhook_id, ${event.eventId}, ${event.event}, ${event.body}
      FROM unnest(${ids}::uuid[], ${webhookIds}::uuid[]) AS u (id, webhook_id)
      WHERE EXISTS (SELECT FROM project_webhook w WHERE w.id = webhook_id)
      ON CONFLICT (webhook_id, event_id) DO NOTHING`);
  }

  /** Of one event and webhook. */
  async of(tx: Tx, webhookId: string, eventId: string): Promise<WebhookDelivery> {
    const row = await tx.row<DeliveryRow>(sql`
      SELECT ${COLUMNS} FROM project_webhook_delivery d WHERE d.webhook_id = ${webhookId} AND d.event_id = ${eventId}`);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return toDelivery(row);
  }

  /** Makes a delivery due with all its tries. NOT_FOUND */
  async resend(webhookId: string, deliveryId: string): Promise<WebhookDelivery> {
    const row = await this.database.row<DeliveryRow>(sql`
      UPDATE project_webhook_delivery d SET status = 'waiting', tries = 0, due_at = now(), finished_at = NULL
      WHERE d.id = ${deliveryId} AND d.webhook_id = ${webhookId} RETURNING ${COLUMNS}`);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return toDelivery(row);
  }

  /** The oldest MAX_RESENT that match. */
  async resendRange({
    webhookId,
    from,
    to,
    status,
  }: RequestOf<typeof resendWebhookDeliveries>): Promise<ResentDeliveries> {
    const matching = sql`webhook_id = ${webhookId} AND status = ${status} AND created_at >= ${from} AND created_at < ${to}`;
    const found = await this.database.rows<{ id: string }>(sql`
      SELECT id FROM project_webhook_delivery WHERE ${matching} ORDER BY id LIMIT ${MAX_RESENT + 1}`);
    const ids = found.slice(0, MAX_RESENT).map(({ id }) => id);
    const resent = await this.database.execute(sql`
      UPDATE project_webhook_delivery SET status = 'waiting', tries = 0, due_at = now(), finished_at = NULL
      WHERE id = ANY(${ids}::uuid[]) AND ${matching}`);
    return { resent, hasMore: found.length > MAX_RESENT };
  }

  /** Leases due deliveries of enabled webhooks, at most SLOTS_OF_WEBHOOK of each at a time. */
  claim(limit: number): Promise<DueDelivery[]> {
    return this.database.rows<DueDelivery>(sql`
      WITH due AS (
        SELECT d.id FROM project_webhook w CROSS JOIN LATERAL (
          SELECT id, due_at FROM project_webhook_delivery
          WHERE webhook_id = w.id AND status = 'waiting' AND due_at <= clock_timestamp()
            AND leased_until < clock_timestamp()
          ORDER BY due_at LIMIT greatest(0, ${SLOTS_OF_WEBHOOK} - (
            SELECT count(*) FROM project_webhook_delivery l
            WHERE l.webhook_id = w.id AND l.status = 'waiting' AND l.leased_until >= clock_timestamp()))
          FOR UPDATE SKIP LOCKED) d
        WHERE w.disabled_reason IS NULL ORDER BY d.due_at LIMIT ${limit}
      )
      UPDATE project_webhook_delivery d SET leased_until = ${LEASE}, tries = d.tries + 1
      FROM due, project_webhook w WHERE d.id = due.id AND w.id = d.webhook_id
      RETURNING d.id, d.webhook_id, d.event_id, d.body, d.tries, w.project_id, w.url, w.fields, w.previous_until`);
  }

  /**
   * Records a try of a claimed delivery; false if it was requested again or deleted since.
   * @param retryIn seconds; null: no try follows
   */
  async record(
    tx: Tx,
    { id, tries }: DueDelivery,
    made: Try,
    status: DeliveryStatus,
    retryIn: number | null,
  ): Promise<boolean> {
    const isFinished = sql`${status !== 'waiting'}::boolean`;
    const changed = await tx.execute(sql`
      UPDATE project_webhook_delivery SET status = ${status}, leased_until = '-infinity',
        due_at = now() + make_interval(secs => ${retryIn ?? 0}), finished_at = CASE WHEN ${isFinished} THEN now() END
      WHERE id = ${id} AND tries = ${tries} AND status = 'waiting'`);
    if (changed === 0) return false;
    await tx.execute(sql`
      INSERT INTO project_webhook_try (id, delivery_id, url, outcome, status, answer)
      VALUES (${newId()}, ${id}, ${made.url}, ${made.outcome}, ${made.status}, ${made.answer})`);
    return true;
  }

  /** Deletes old deliveries with their tries. */
  purge(): Promise<number> {
    return this.database.execute(sql`
      DELETE FROM project_webhook_delivery WHERE id IN (
        SELECT id FROM project_webhook_delivery
        WHERE created_at < now() - make_interval(days => ${KEPT_DAYS}) LIMIT 10000)`);
  }
}

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  eventId: row.eventId,
  event: row.event,
  status: row.status,
  tries: row.tries,
  nextTryAt: row.status === 'waiting' ? row.dueAt.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
