import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { Housekeeping } from './housekeeping.js';

@Module({ imports: [NotificationsModule, MailModule], providers: [Housekeeping] })
export class HousekeepingModule {}
