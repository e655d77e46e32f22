import type { MessageContentLevel } from '@questp/messages/integrations';
import { at } from '../../description/account.js';
import type { Shown } from '../../outbound/finding.js';
import { asObject, wholeAt } from '../../outbound/described-json.js';
import type { PlatformCalls } from '../../description/platform-fact.js';
import { applicationOf } from './api.js';

/** Flags of an application: the intent as the platform approved it, and as any bot in few servers may enable it. */
const GATEWAY_MESSAGE_CONTENT = 1 << 18;
const GATEWAY_MESSAGE_CONTENT_LIMITED = 1 << 19;

/** Whether the bot can read the text of messages. @throws FactFailure, UnusableAnswer */
export async function readsContent(calls: PlatformCalls): Promise<boolean> {
  const application = asObject(await applicationOf(calls), 'the application');
  wholeAt(application, 'flags', Number.MAX_SAFE_INTEGER);
  return messageContentOf(application) !== 'none';
}

export function messageContentOf(application: unknown): MessageContentLevel {
  const flags = Number(at(application, 'flags'));
  if ((flags & GATEWAY_MESSAGE_CONTENT) !== 0) return 'full';
  return (flags & GATEWAY_MESSAGE_CONTENT_LIMITED) === 0 ? 'none' : 'limited';
}

/** The application of the bot token (GET /applications/@me), for operators. */
export function readApplication(application: unknown): Shown | undefined {
  if (typeof at(application, 'id') !== 'string') return undefined;
  if (messageContentOf(application) !== 'none') {
    return { detail: 'The bot token was accepted, and the bot can read the text of messages.' };
  }
  return {
    detail:
      'The bot token was accepted, but the bot cannot read the text of messages; enable the message content intent in the developer portal.',
    isWarning: true,
  };
}
