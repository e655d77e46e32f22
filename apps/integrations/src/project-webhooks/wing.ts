import type { Wing } from '@questp/service-kit';
import { CreateWebhook } from './create-webhook.js';
import { DeleteWebhook } from './delete-webhook.js';
import { ProjectWebhooksHandlers } from './project-webhooks.handlers.js';
import { ProjectWebhooksRepository } from './project-webhooks.repository.js';
import { ReadLiveEvents } from './read-live-events.js';
import { RotateWebhookSecret } from './rotate-webhook-secret.js';
import { SendWebhooks } from './send-webhooks.js';
import { TestWebhook } from './test-webhook.js';
import { UpdateWebhook } from './update-webhook.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookFailuresRepository } from './webhook-failures.repository.js';
import { WebhookLogRepository } from './webhook-log.repository.js';

export const projectWebhooks: Wing = {
  providers: [
    ProjectWebhooksRepository,
    WebhookDeliveriesRepository,
    WebhookFailuresRepository,
    WebhookLogRepository,
    SendWebhooks,
    ReadLiveEvents,
    CreateWebhook,
    UpdateWebhook,
    DeleteWebhook,
    RotateWebhookSecret,
    TestWebhook,
    ProjectWebhooksHandlers,
  ],
  purges: (get) => ({
    webhookSecrets: () => get(ProjectWebhooksRepository).purgeSecrets(),
    webhookDeliveries: () => get(WebhookDeliveriesRepository).purge(),
  }),
};
