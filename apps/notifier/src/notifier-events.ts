import { Inject, Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { CONFIG } from '@questp/service';
import { mailHandlers } from './mail/mail-handlers.js';
import { MailRepository } from './mail/mail.repository.js';
import { UserRowsRepository } from './notifications/user-rows.repository.js';
import { notificationHandlers } from './notifications/notification-handlers.js';
import { NotifyOfPools } from './notifications/notify-of-pools.js';
import { NotificationsRepository } from './notifications/notifications.repository.js';
import { NotifyUsers } from './notifications/notify-users.js';
import { poolHandlers } from './notifications/pool-handlers.js';
import { operatorHandlers } from './operators/operator-handlers.js';
import { NotifyOperators } from './operators/notify-operators.js';
import type { Config } from './shared/config.js';

/** Handlers of all consumed events. Most create one notification or one mail. */
@Injectable()
export class NotifierEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(
    notifyUsers: NotifyUsers,
    notifyOfPools: NotifyOfPools,
    notificationsRepository: NotificationsRepository,
    userRowsRepository: UserRowsRepository,
    mailRepository: MailRepository,
    notifyOperators: NotifyOperators,
    @Inject(CONFIG) config: Config,
  ) {
    this.handlers = {
      ...notificationHandlers(notifyUsers, notificationsRepository),
      ...poolHandlers(notifyOfPools),
      ...mailHandlers(mailRepository, config.CONSOLE_URL),
      ...operatorHandlers(notifyOperators),
      'account.deleted': (tx, { data }) => userRowsRepository.delete(tx, data.userId),
    };
  }
}
