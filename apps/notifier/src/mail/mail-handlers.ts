import type { EventHandlers } from '@questp/events';
import type { MailRepository } from './mail.repository.js';
import { adminCreatedMail } from './templates/admin-created.js';
import { adminSignInLockedMail } from './templates/admin-sign-in-locked.js';

/** The events that send a mail (spec 6.5): it is queued in the transaction that applies the event. */
export const mailHandlers = (mails: MailRepository, consoleUrl: string): EventHandlers => ({
  'admin.created': (tx, { id, data }) => mails.enqueue(tx, id, data.email, adminCreatedMail(data, consoleUrl)),
  'admin.sign_in_locked': (tx, { id, data }) =>
    mails.enqueue(tx, id, data.email, adminSignInLockedMail(data, consoleUrl)),
});
