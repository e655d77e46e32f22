import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { deleteWebhook } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAccess } from '../access/project-access.js';
import { ProjectWebhooksRepository } from './project-webhooks.repository.js';

@Injectable()
export class DeleteWebhook {
  constructor(
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly projectWebhooksRepository: ProjectWebhooksRepository,
  ) {}

  /** NOT_FOUND */
  @Rpc(deleteWebhook)
  async execute({ projectId, webhookId, userId }: RequestOf<typeof deleteWebhook>): Promise<null> {
    await this.database.transaction(async (tx) => {
      await this.projectAccess.lock(tx, projectId);
      await this.projectAccess.requireAdmin(projectId, userId);
      await this.projectWebhooksRepository.delete(tx, { projectId, id: webhookId });
      const change = { projectId, action: 'webhook.deleted', details: { webhookId }, userId } as const;
      await emit(tx, 'project.integration_changed', projectId, change);
    });
    return null;
  }
}
