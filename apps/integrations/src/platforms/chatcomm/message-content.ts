import { at } from '../../outbound/account.js';
import type { Shown } from '../../outbound/finding.js';
import type { PlatformCalls } from '../../outbound/platform-fact.js';
import { read } from './api.js';

/** Flags of an application: GATEWAY_MESSAGE_CONTENT, and GATEWAY_MESSAGE_CONTENT_LIMITED below 100 servers. */
const MESSAGE_CONTENT = (1 << 18) | (1 << 19);
/** Spec 8. */
const DETECTED_SECONDS = 10 * 60;

/** Whether the bot can read the text of messages. @throws FactFailure */
export async function readsContent(calls: PlatformCalls): Promise<boolean> {
  const application = await read(calls, '/applications/@me', DETECTED_SECONDS);
  return hasMessageContent(application);
}

export const hasMessageContent = (application: unknown): boolean =>
  (Number(at(application, 'flags')) & MESSAGE_CONTENT) !== 0;

/** What the application of the bot token shows operators (GET /applications/@me). */
export function readApplication(application: unknown): Shown | undefined {
  if (typeof at(application, 'id') !== 'string') return undefined;
  if (hasMessageContent(application)) {
    return { detail: 'The bot token was accepted, and the bot can read the text of messages.' };
  }
  return {
    detail:
      'The bot token was accepted, but the bot cannot read the text of messages; enable the message content intent in the developer portal.',
    isWarning: true,
  };
}
