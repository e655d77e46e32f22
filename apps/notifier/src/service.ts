import { defineService } from '@questp/service-kit';
import { authorize } from './access/authorize.js';
import { AppModule } from './app.module.js';
import { MailRepository } from './mail/mail.repository.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';
import { NotifierEvents } from './notifier-events.js';
import { CONFIG_SPEC } from './platform/config.js';

export const notifier = defineService({
  name: 'notifier',
  config: CONFIG_SPEC,
  module: AppModule,
  authorize,
  listens: [NotifierEvents],
  housekeeping: (get) => ({
    notifications: () => get(NotificationsRepository).purge(),
    mails: () => get(MailRepository).purge(),
    expiredMails: () => get(MailRepository).blankExpired(),
  }),
});
