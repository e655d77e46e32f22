import { setMailOperatorAccess } from '@questp/messages/shared';
import { defineService } from '@questp/service-kit';
import { operatorAccess, OperatorEvents } from '@questp/service-kit/operators';
import { authorize } from './access/authorize.js';
import { MailRepository } from './mail/mail.repository.js';
import { showMails } from './show-mails.js';
import { DigestsRepository } from './digests/digests.repository.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';
import { NotifierEvents } from './notifier-events.js';
import { CONFIG_SPEC } from './shared/config.js';
import { mail } from './mail/wing.js';
import { digests } from './digests/wing.js';
import { OperatorAlertsRepository } from './operators/operator-alerts.repository.js';
import { operators } from './operators/wing.js';
import { notifications } from './notifications/wing.js';

export const notifier = defineService({
  name: 'notifier',
  config: CONFIG_SPEC,
  commands: {
    'show-mails': {
      summary: 'prints every mail, filled in with examples, as JSON',
      run: () => Promise.resolve(showMails()),
    },
  },
  wings: [
    operatorAccess(setMailOperatorAccess),
    mail,
    digests,
    notifications,
    operators,
    { providers: [NotifierEvents] },
  ],
  authorize,
  listens: [NotifierEvents, OperatorEvents],
  housekeeping: (get) => ({
    notifications: () => get(NotificationsRepository).purge(),
    mails: () => get(MailRepository).purge(),
    digests: () => get(DigestsRepository).purge(),
    expiredMails: () => get(MailRepository).blankExpired(),
    operatorAlerts: () => get(OperatorAlertsRepository).purge(),
  }),
});
