import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { DisabledReason } from '@questp/messages/integrations';
import { sql, type Tx } from '@questp/postgres';
import { MAX_WAITING } from './webhook-deliveries.repository.js';

/** A webhook that its team is notified of. */
interface Reported {
  id: string;
  projectId: string;
  url: string;
}

const REPORTED = sql`id, project_id, url`;

/** Failures of webhooks, and what follows from them. */
@Injectable()
export class WebhookFailuresRepository {
  async forget(tx: Tx, webhookId: string): Promise<void> {
    await tx.execute(sql`
      UPDATE project_webhook SET failing_since = NULL, is_reported = false
      WHERE id = ${webhookId} AND failing_since IS NOT NULL`);
  }

  /** Notes a failed try, and notifies the team once if tries have failed for an hour. */
  async note(tx: Tx, webhookId: string): Promise<void> {
    await tx.execute(sql`
      UPDATE project_webhook SET failing_since = now() WHERE id = ${webhookId} AND failing_since IS NULL`);
    const reported = await tx.row<Reported>(sql`
      UPDATE project_webhook SET is_reported = true
      WHERE id = ${webhookId} AND NOT is_reported AND failing_since < now() - interval '1 hour' RETURNING ${REPORTED}`);
    if (reported) await report(tx, reported, false);
  }

  /** Disables a webhook whose tries have failed for three days. */
  async disableFailing(tx: Tx, webhookId: string): Promise<void> {
    await disable(tx, 'failing', sql`id = ${webhookId} AND failing_since < now() - interval '3 days'`);
  }

  /** Disables a webhook whose endpoint has ended. */
  async disableGone(tx: Tx, webhookId: string): Promise<void> {
    await disable(tx, 'gone', sql`id = ${webhookId}`);
  }

  /** Disables those of the webhooks that have more than MAX_WAITING waiting deliveries. */
  async disableFull(tx: Tx, webhookIds: readonly string[]): Promise<void> {
    await disable(
      tx,
      'backlog',
      sql`id = ANY(${webhookIds}::uuid[]) AND ${MAX_WAITING} < (
        SELECT count(*) FROM (
          SELECT FROM project_webhook_delivery d WHERE d.webhook_id = project_webhook.id AND d.status = 'waiting'
          LIMIT ${MAX_WAITING + 1}) waiting)`,
    );
  }
}

async function disable(tx: Tx, reason: DisabledReason, which: ReturnType<typeof sql>): Promise<void> {
  const disabled = await tx.rows<Reported>(sql`
    UPDATE project_webhook SET disabled_reason = ${reason}, is_reported = true, updated_at = now()
    WHERE disabled_reason IS NULL AND ${which} RETURNING ${REPORTED}`);
  for (const row of disabled) {
    await report(tx, row, true);
    const change = { projectId: row.projectId, action: 'webhook.disabled', details: { reason }, userId: null } as const;
    await emit(tx, 'project.integration_changed', row.projectId, change);
  }
}

async function report(tx: Tx, { id: webhookId, projectId, url }: Reported, isDisabled: boolean): Promise<void> {
  const { hostname: host } = new URL(url);
  await emit(tx, 'integration.webhook_failing', projectId, { projectId, webhookId, host, isDisabled });
}
