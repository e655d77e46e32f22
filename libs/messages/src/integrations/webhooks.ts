import { Text, TextMap, UserId } from '../language/fields/index.js';

/**
 * Of a request that a platform sends: more than a message of the messenger with a hundred links and the message that it
 * answers, or 1,000 events of the photo site in one request. It has to fit into a message of the broker (1 MiB) as text.
 */
export const MAX_WEBHOOK_BYTES = 768 * 1024;

/** Requests of a platform for one receiver, with a valid secret or signature, that are stored in a minute. */
export const WEBHOOKS_PER_MINUTE = 1_200;

/** The headers by which a platform proves that a request is its own. */
export class WebhookHeaders {
  @TextMap({ maxEntries: 10, maxNameLength: 64, maxLength: 512, from: 'webhookHeaders' })
  headers!: Record<string, string>;
}

/** A request of a platform. */
export class WebhookRequest extends WebhookHeaders {
  @Text({
    max: MAX_WEBHOOK_BYTES,
    storable: false,
    description: 'JSON as the platform sent it',
    example: '{"update_id":1}',
  })
  body!: string;
}

/** A platform reported something that the user did there. */
export class FactObserved {
  @UserId()
  userId!: string;

  @Text({ max: 20, description: 'The platform' })
  provider!: string;
}
