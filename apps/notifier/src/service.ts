import { defineService } from '@questp/service-kit';
import { authorize } from './access/authorize.js';
import { AppModule } from './app.module.js';
import { MailRepository } from './mail/mail.repository.js';
import { showMails } from './show-mails.js';
import { NewsRepository } from './digests/news.repository.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';
import { NotifierEvents } from './notifier-events.js';
import { CONFIG_SPEC } from './shared/config.js';

export const notifier = defineService({
  name: 'notifier',
  config: CONFIG_SPEC,
  commands: {
    'show-mails': {
      summary: 'prints every mail, filled in with examples, as JSON',
      run: () => Promise.resolve(showMails()),
    },
  },
  module: AppModule,
  authorize,
  listens: [NotifierEvents],
  housekeeping: (get) => ({
    notifications: () => get(NotificationsRepository).purge(),
    mails: () => get(MailRepository).purge(),
    news: () => get(NewsRepository).purge(),
    expiredMails: () => get(MailRepository).blankExpired(),
  }),
});
