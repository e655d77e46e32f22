import { Injectable } from '@nestjs/common';
import { testWebhook, WEBHOOK_TEST } from '@questp/messages/integrations';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { Database, idempotent, newId, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAccess } from '../access/project-access.js';
import { ProjectWebhooksRepository } from './project-webhooks.repository.js';
import { SendWebhooks } from './send-webhooks.js';
import { webhookBody } from './webhook-body.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';

@Injectable()
export class TestWebhook {
  constructor(
    private readonly database: Database,
    private readonly projectAccess: ProjectAccess,
    private readonly projectWebhooksRepository: ProjectWebhooksRepository,
    private readonly webhookDeliveriesRepository: WebhookDeliveriesRepository,
    private readonly sendWebhooks: SendWebhooks,
  ) {}

  /** NOT_FOUND, INVALID_TRANSITION */
  @Rpc(testWebhook)
  async execute(request: RequestOf<typeof testWebhook>): Promise<ReplyOf<typeof testWebhook>> {
    const delivery = await this.database.transaction((tx) =>
      idempotent(tx, request.idempotency, () => this.add(tx, request)),
    );
    this.sendWebhooks.wake();
    return delivery;
  }

  private async add(
    tx: Tx,
    { projectId, webhookId, userId }: RequestOf<typeof testWebhook>,
  ): Promise<ReplyOf<typeof testWebhook>> {
    await this.projectAccess.requireAdmin(projectId, userId);
    const { id, disabledReason } = await this.projectWebhooksRepository.get({ projectId, id: webhookId }, tx);
    if (disabledReason !== null) throw new AppError('INVALID_TRANSITION', { detail: 'The webhook is disabled.' });
    const eventId = newId();
    const body = webhookBody({
      type: WEBHOOK_TEST,
      occurredAt: new Date().toISOString(),
      data: { projectId, webhookId },
    });
    await this.webhookDeliveriesRepository.add(tx, [id], { eventId, event: WEBHOOK_TEST, body });
    return this.webhookDeliveriesRepository.of(tx, id, eventId);
  }
}
