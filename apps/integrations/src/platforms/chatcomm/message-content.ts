import { at } from '../../outbound/account.js';
import type { PlatformCalls } from '../../outbound/platform-fact.js';
import { read } from './api.js';

/** GATEWAY_MESSAGE_CONTENT and GATEWAY_MESSAGE_CONTENT_LIMITED of an application's flags. */
const MESSAGE_CONTENT = (1 << 18) | (1 << 19);
/** Spec 8. */
const DETECTED_SECONDS = 10 * 60;

/** Whether the bot can read the text of messages. @throws FactFailure */
export async function readsContent(calls: PlatformCalls): Promise<boolean> {
  const application = await read(calls, '/applications/@me', DETECTED_SECONDS);
  return (Number(at(application, 'flags')) & MESSAGE_CONTENT) !== 0;
}
