import type { Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';

/** Creates a webhook of a project with the delivery of a test event. No endpoint answers at its address. */
export async function newWebhook({ client, inProject }: Studio) {
  const body = { url: 'https://quests.example.org/hooks/questp', events: ['submission.claimed' as const] };
  const { webhook } = await unwrap(client.POST('/v1/projects/{projectId}/webhooks', { params: inProject, body }));
  const params = { path: { ...inProject.path, webhookId: webhook.id } };
  const delivery = await unwrap(client.POST('/v1/projects/{projectId}/webhooks/{webhookId}/test', { params }));
  return { webhook, delivery };
}
