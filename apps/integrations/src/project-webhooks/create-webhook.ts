import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { createWebhook } from '@questp/messages/integrations';
import type { ReplyOf, RequestOf } from '@questp/messages/language';
import { Database, idempotent, newId, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { Vault } from '@questp/vault';
import { ProjectAccess } from '../access/project-access.js';
import { rotate } from '../signing/rotating-secret.js';
import { placeOf, ProjectWebhooksRepository, toWebhook } from './project-webhooks.repository.js';
import { ReadLiveEvents } from './read-live-events.js';
import { WebhookLogRepository } from './webhook-log.repository.js';

type Reply = ReplyOf<typeof createWebhook>;

@Injectable()
export class CreateWebhook {
  constructor(
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly projectWebhooksRepository: ProjectWebhooksRepository,
    private readonly readLiveEvents: ReadLiveEvents,
    private readonly webhookLogRepository: WebhookLogRepository,
    private readonly vault: Vault,
  ) {}

  /** INVALID_TRANSITION, TOO_MANY */
  @Rpc(createWebhook)
  async execute(request: RequestOf<typeof createWebhook>): Promise<Reply> {
    const end = await this.readLiveEvents.end();
    const withoutSecret = (reply: Reply): Reply => ({ ...reply, secret: null });
    const create = async (tx: Tx): Promise<Reply> => {
      const { projectId, userId, url, events, description = null } = request;
      await this.projectAccess.lockOpen(tx, projectId, userId);
      await this.webhookLogRepository.begin(tx, end);
      const id = newId();
      const { secret, fields } = rotate(this.vault, (field) => placeOf({ id }, field));
      const row = { id, projectId, url, events, description, fields, createdBy: userId };
      const webhook = toWebhook(await this.projectWebhooksRepository.add(tx, row));
      const details = { webhookId: id, host: new URL(url).hostname };
      await emit(tx, 'project.integration_changed', projectId, {
        projectId,
        action: 'webhook.created',
        details,
        userId,
      });
      return { webhook, secret };
    };
    return this.database.transaction((tx) => idempotent(tx, request.idempotency, () => create(tx), withoutSecret));
  }
}
