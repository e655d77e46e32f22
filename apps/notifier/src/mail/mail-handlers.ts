import type { EventHandlers } from '@questp/events';
import { EN } from '../texts/en.js';
import { mailText } from './mail-text.js';
import type { MailRepository } from './mail.repository.js';

/** The events that send a mail (spec 6.5): it is queued in the transaction that applies the event. */
export const mailHandlers = (mails: MailRepository, consoleUrl: string): EventHandlers => ({
  'admin.created': (tx, { id, data }) =>
    mails.enqueue(tx, id, data.email, mailText(EN, 'admin_created', data, consoleUrl)),
  'admin.sign_in_locked': (tx, { id, data }) =>
    mails.enqueue(tx, id, data.email, mailText(EN, 'admin_sign_in_locked', data, consoleUrl)),
  'admin.second_factor_reset': (tx, { id, data }) =>
    mails.enqueue(tx, id, data.email, mailText(EN, 'admin_second_factor_reset', data, consoleUrl)),
});
