import { Injectable } from '@nestjs/common';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDeliveries,
  resendWebhookDelivery,
} from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { ProjectAccess } from '../access/project-access.js';
import { ProjectWebhooksRepository } from './project-webhooks.repository.js';
import { SendWebhooks } from './send-webhooks.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';

/** Deliveries of a webhook, each NOT_FOUND for a webhook of another project. */
@Injectable()
export class ProjectWebhooksHandlers {
  constructor(
    private readonly projectAccess: ProjectAccess,
    private readonly projectWebhooksRepository: ProjectWebhooksRepository,
    private readonly webhookDeliveriesRepository: WebhookDeliveriesRepository,
    private readonly sendWebhooks: SendWebhooks,
  ) {}

  @Rpc(listWebhookDeliveries)
  async list(request: RequestOf<typeof listWebhookDeliveries>) {
    await this.requireWebhook(request);
    return this.webhookDeliveriesRepository.list(request);
  }

  @Rpc(getWebhookDelivery)
  async show(request: RequestOf<typeof getWebhookDelivery>) {
    await this.requireWebhook(request);
    return this.webhookDeliveriesRepository.show(request);
  }

  @Rpc(resendWebhookDelivery)
  async resend(request: RequestOf<typeof resendWebhookDelivery>) {
    await this.projectAccess.requireAdmin(request.projectId, request.userId);
    await this.requireWebhook(request);
    const delivery = await this.webhookDeliveriesRepository.resend(request.webhookId, request.deliveryId);
    this.sendWebhooks.wake();
    return delivery;
  }

  @Rpc(resendWebhookDeliveries)
  async resendRange(request: RequestOf<typeof resendWebhookDeliveries>) {
    await this.projectAccess.requireAdmin(request.projectId, request.userId);
    await this.requireWebhook(request);
    const resent = await this.webhookDeliveriesRepository.resendRange(request);
    this.sendWebhooks.wake();
    return resent;
  }

  private async requireWebhook({ projectId, webhookId }: { projectId: string; webhookId: string }): Promise<void> {
    await this.projectWebhooksRepository.get({ projectId, id: webhookId });
  }
}
