import { Text, TextMap, UserId } from '../language/fields/index.js';

/** Of a request that a platform sends, as text. */
const MOST_WEBHOOK_CHARACTERS = 64 * 1024;

/** Requests of a platform for one receiver, with a valid secret or signature, that are stored in a minute. */
export const WEBHOOKS_PER_MINUTE = 1_200;

/** A request of a platform. */
export class WebhookRequest {
  @Text({
    max: MOST_WEBHOOK_CHARACTERS,
    storable: false,
    description: 'JSON as the platform sent it',
    example: '{"update_id":1}',
  })
  body!: string;

  @TextMap({ maxEntries: 10, maxNameLength: 64, maxLength: 512, from: 'webhookHeaders' })
  headers!: Record<string, string>;
}

/** A platform reported something that the user did there. */
export class FactObserved {
  @UserId()
  userId!: string;

  @Text({ max: 20, description: 'The platform' })
  provider!: string;
}
