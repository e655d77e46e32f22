import { Text, TextMap } from '../language/fields/index.js';

/** Of a request that a platform sends, as text. */
const MOST_WEBHOOK_CHARACTERS = 64 * 1024;

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
