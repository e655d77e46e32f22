import { Module } from '@nestjs/common';
import { MailModule } from './mail/mail.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { NotifierEvents } from './notifier-events.js';
import { OperatorsHandlers } from './access/operators.handlers.js';

@Module({
  imports: [NotificationsModule, MailModule],
  controllers: [OperatorsHandlers],
  providers: [NotifierEvents],
})
export class AppModule {}
