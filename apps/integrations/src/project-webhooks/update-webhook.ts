import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { updateWebhook, type ProjectWebhook } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAccess } from '../access/project-access.js';
import { ProjectWebhooksRepository, toWebhook } from './project-webhooks.repository.js';
import { ReadLiveEvents } from './read-live-events.js';
import { WebhookLogRepository } from './webhook-log.repository.js';

@Injectable()
export class UpdateWebhook {
  constructor(
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly projectWebhooksRepository: ProjectWebhooksRepository,
    private readonly readLiveEvents: ReadLiveEvents,
    private readonly webhookLogRepository: WebhookLogRepository,
  ) {}

  /** NOT_FOUND, INVALID_TRANSITION */
  @Rpc(updateWebhook)
  async execute(request: RequestOf<typeof updateWebhook>): Promise<ProjectWebhook> {
    const { projectId, webhookId, userId, url, events, description, enabled } = request;
    const end = enabled === true ? await this.readLiveEvents.end() : undefined;
    return this.database.transaction(async (tx) => {
      await this.projectAccess.lockOpen(tx, projectId, userId);
      if (end !== undefined) await this.webhookLogRepository.begin(tx, end);
      const change = { url, events, description, enabled };
      const row = await this.projectWebhooksRepository.update(tx, { projectId, id: webhookId }, change);
      const changed = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      const details = { webhookId, host: new URL(row.url).hostname, changed };
      await emit(tx, 'project.integration_changed', projectId, {
        projectId,
        action: 'webhook.updated',
        details,
        userId,
      });
      return toWebhook(row);
    });
  }
}
