import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { EVENT_CONSUMER, Events } from '@questp/events';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { MailModule } from './mail/mail.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { NotifierEvents } from './notifier-events.js';
import { PlatformModule } from './platform/platform.module.js';

@Module({
  imports: [ScheduleModule.forRoot(), PlatformModule, NotificationsModule, MailModule, HousekeepingModule],
  providers: [NotifierEvents, { provide: EVENT_CONSUMER, useExisting: NotifierEvents }, Events],
})
export class AppModule {}
