import type { Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';

/** Creates a webhook of a project. No endpoint answers at its address. */
export async function newWebhook({ client, inProject }: Studio) {
  const body = { url: 'https://quests.example.org/hooks/questp', events: ['submission.claimed' as const] };
  const { webhook } = await unwrap(client.POST('/v1/projects/{projectId}/webhooks', { params: inProject, body }));
  return webhook.id;
}

/** Creates a webhook with the delivery of a test event. */
export async function newDelivery(studio: Studio) {
  const webhookId = await newWebhook(studio);
  const params = { path: { ...studio.inProject.path, webhookId } };
  const { id: deliveryId } = await unwrap(
    studio.client.POST('/v1/projects/{projectId}/webhooks/{webhookId}/test', { params }),
  );
  return { webhookId, deliveryId };
}
