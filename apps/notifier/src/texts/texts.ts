import type { NotificationTemplate } from '@questp/messages/notifier';
import type { MailTemplate } from './mail-params.js';

export type FrontEnd = 'app' | 'studio';

/** ICU messages of one language; placeholders are the parameters of the notification or mail. */
export interface Texts {
  /** BCP 47, for numbers and plurals. */
  language: string;
  notifications: Record<NotificationTemplate, { title: string; body: string }>;
  mails: Record<MailTemplate, { subject: string; paragraphs: string[]; link: string }>;
  /** Texts of digests: title of the first item, number of items, number of items left out. */
  digest: {
    subject: string;
    more: string;
    links: Record<FrontEnd, string>;
    unsubscribe: string;
    unsubscribeAll: string;
  };
}
