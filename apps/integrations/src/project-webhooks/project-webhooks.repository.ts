import { Injectable } from '@nestjs/common';
import {
  getWebhook,
  listWebhooks,
  MAX_WEBHOOKS,
  type DisabledReason,
  type ProjectWebhook,
  type WebhookEvent,
  type WebhookFields,
} from '@questp/messages/integrations';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { columns, Database, namesOf, raw, sql, type Queries, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import type { Envelopes, SealedTable, SecretLocation } from '@questp/vault';
import { shownPreviousUntil, type RotatingSecret } from '../signing/rotating-secret.js';

export interface WebhookRow extends RotatingSecret {
  id: string;
  projectId: string;
  url: string;
  events: WebhookEvent[];
  description: string | null;
  disabledReason: DisabledReason | null;
  failingSince: Date | null;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

const COLUMNS = columns(
  namesOf<keyof WebhookRow>({
    id: true,
    projectId: true,
    url: true,
    events: true,
    description: true,
    disabledReason: true,
    fields: true,
    previousUntil: true,
    failingSince: true,
    createdBy: true,
    createdAt: true,
    updatedAt: true,
  }),
);

/** The location of a signing secret of a webhook. @param field current or previous */
export const placeOf = ({ id }: Pick<WebhookRow, 'id'>, field: string): SecretLocation => ({
  provider: 'webhook_secret',
  owner: id,
  field,
});

export const SEALED_WEBHOOK_SECRETS: SealedTable<WebhookRow> = {
  name: raw('project_webhook'),
  key: raw('id'),
  envelopes: raw('fields'),
  stored: (fields) => sql`fields = ${JSON.stringify(fields)}`,
  place: raw('id'),
  placeOf,
};

type Place = Pick<WebhookRow, 'projectId' | 'id'>;

@Injectable()
export class ProjectWebhooksRepository {
  constructor(private readonly database: Database) {}

  @Rpc(listWebhooks)
  async list({ projectId }: RequestOf<typeof listWebhooks>): Promise<ReplyOf<typeof listWebhooks>> {
    const rows = await this.database.rows<WebhookRow>(sql`
      SELECT ${COLUMNS} FROM project_webhook WHERE project_id = ${projectId} ORDER BY id LIMIT ${MAX_WEBHOOKS}`);
    return { items: rows.map(toWebhook), nextCursor: null };
  }

  @Rpc(getWebhook)
  async show({ projectId, webhookId }: RequestOf<typeof getWebhook>): Promise<ProjectWebhook> {
    return toWebhook(await this.get({ projectId, id: webhookId }));
  }

  /** NOT_FOUND */
  async get({ projectId, id }: Place, on: Queries = this.database): Promise<WebhookRow> {
    const row = await on.row<WebhookRow>(sql`
      SELECT ${COLUMNS} FROM project_webhook WHERE id = ${id} AND project_id = ${projectId}`);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return row;
  }

  /** The caller has locked the project. @throws AppError TOO_MANY beyond MAX_WEBHOOKS */
  async add(
    tx: Tx,
    { projectId, id, url, events, description, fields, createdBy }: Place & WebhookFieldsOf & Sealed,
  ): Promise<WebhookRow> {
    const row = await tx.row<WebhookRow>(sql`
      INSERT INTO project_webhook (id, project_id, url, events, description, fields, created_by)
      SELECT ${id}, ${projectId}, ${url}, ${events}::text[], ${description}, ${JSON.stringify(fields)}::jsonb, ${createdBy}
      WHERE (SELECT count(*) FROM project_webhook WHERE project_id = ${projectId}) < ${MAX_WEBHOOKS}
      RETURNING ${COLUMNS}`);
    if (row === undefined)
      throw new AppError('TOO_MANY', { detail: `A project has at most ${MAX_WEBHOOKS} webhooks.` });
    return row;
  }

  /** A change to `enabled` forgets earlier failures. NOT_FOUND */
  async update(
    tx: Tx,
    { projectId, id }: Place,
    { url, events, description, enabled }: Partial<WebhookFields>,
  ): Promise<WebhookRow> {
    const isEnabled = sql`${enabled ?? null}::boolean`;
    const row = await tx.row<WebhookRow>(sql`
      UPDATE project_webhook SET url = coalesce(${url ?? null}, url), events = coalesce(${events ?? null}::text[], events),
        description = ${description === undefined ? raw('description') : sql`${description}`},
        disabled_reason = CASE WHEN ${isEnabled} THEN NULL WHEN NOT ${isEnabled} THEN coalesce(disabled_reason, 'team')
          ELSE disabled_reason END,
        failing_since = CASE WHEN ${isEnabled} THEN NULL ELSE failing_since END,
        is_reported = is_reported AND ${isEnabled} IS NOT TRUE, updated_at = now()
      WHERE id = ${id} AND project_id = ${projectId} RETURNING ${COLUMNS}`);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return row;
  }

  /** Stores a new secret; the former one also signs for a day. */
  async replaceSecret(tx: Tx, id: string, fields: Envelopes): Promise<WebhookRow> {
    const row = await tx.row<WebhookRow>(sql`
      UPDATE project_webhook
      SET fields = ${JSON.stringify(fields)}::jsonb, previous_until = now() + interval '24 hours', updated_at = now()
      WHERE id = ${id} RETURNING ${COLUMNS}`);
    return row as WebhookRow;
  }

  /** NOT_FOUND */
  async delete(tx: Tx, { projectId, id }: Place): Promise<void> {
    const deleted = await tx.execute(sql`DELETE FROM project_webhook WHERE id = ${id} AND project_id = ${projectId}`);
    if (deleted === 0) throw new AppError('NOT_FOUND');
  }

  async deleteAll(tx: Tx, projectId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM project_webhook WHERE project_id = ${projectId}`);
  }

  /** Removes previous secrets that no longer sign. */
  purgeSecrets(): Promise<number> {
    return this.database.execute(sql`
      UPDATE project_webhook SET fields = fields - 'previous', previous_until = NULL WHERE previous_until <= now()`);
  }
}

type WebhookFieldsOf = Omit<WebhookFields, 'enabled'>;
type Sealed = Pick<WebhookRow, 'fields' | 'createdBy'>;

export const toWebhook = (row: WebhookRow): ProjectWebhook => ({
  id: row.id,
  url: row.url,
  events: row.events,
  description: row.description,
  enabled: row.disabledReason === null,
  disabledReason: row.disabledReason,
  failingSince: row.failingSince?.toISOString() ?? null,
  previousSecretUntil: shownPreviousUntil(row),
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
