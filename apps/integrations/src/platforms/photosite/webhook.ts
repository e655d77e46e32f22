import { typedText } from '@questp/messages/language';
import { at } from '../../description/account.js';
import { LINK_CODE_HALF } from '../../webhooks/account-links/link-code.js';

/** A message of a person to an account. */
export interface CodeMessage {
  messageId: string;
  receiverId: string;
  senderId: string;
  code: string;
}

const ID = /^\d{1,64}$/;
const MESSAGE_LENGTH = 1_000;
const CODE = new RegExp(`(?<![\\w-])(${LINK_CODE_HALF}) ?- ?(${LINK_CODE_HALF})(?![\\w-])`, 'i');

/** Returns the messages of a webhook that have the form of a code; others are not read. */
export const codeMessagesIn = (notification: unknown): CodeMessage[] =>
  listOf(at(notification, 'entry')).flatMap((entry) =>
    listOf(at(entry, 'messaging')).flatMap((event) => codeMessageIn(at(entry, 'id'), event)),
  );

function codeMessageIn(receiverId: unknown, event: unknown): CodeMessage[] {
  const message = at(event, 'message');
  const [senderId, messageId, text] = [at(at(event, 'sender'), 'id'), at(message, 'mid'), at(message, 'text')];
  // An echo is a message that the account sent itself.
  if (typeof text !== 'string' || typeof messageId !== 'string' || at(message, 'is_echo') === true) return [];
  const halves = CODE.exec(typedText(text.slice(0, MESSAGE_LENGTH)))?.slice(1);
  if (halves === undefined || !isId(receiverId) || !isId(senderId) || senderId === receiverId) return [];
  return [{ messageId, receiverId, senderId, code: halves.join('-').toUpperCase() }];
}

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
