import { Module } from '@nestjs/common';
import { MailModule } from './mail/mail.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { NotifierEvents } from './notifier-events.js';

@Module({ imports: [NotificationsModule, MailModule], providers: [NotifierEvents] })
export class AppModule {}
