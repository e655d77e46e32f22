import { multiSend } from './bank/multi-send.js';
import { send } from './bank/send.js';
import type { MessageReader } from './message-reader.js';

/** Every kind of message that is read: a new one is a file and a line here. */
export const MESSAGE_READERS: readonly MessageReader[] = [send, multiSend];
