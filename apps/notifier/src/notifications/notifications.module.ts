import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { NewsModule } from '../digests/news.module.js';
import { ForgetUser } from './forget-user.js';
import { NotificationsHandlers } from './notifications.handlers.js';
import { NotificationsRepository } from './notifications.repository.js';
import { PreferencesRepository } from './preferences.repository.js';
import { SetPreferences } from './set-preferences.js';
import { ShowPreferences } from './show-preferences.js';
import { TellUsers } from './tell-users.js';

@Module({
  imports: [MailModule, NewsModule],
  controllers: [NotificationsHandlers],
  providers: [NotificationsRepository, PreferencesRepository, SetPreferences, ShowPreferences, TellUsers, ForgetUser],
  exports: [NotificationsRepository, TellUsers, ForgetUser],
})
export class NotificationsModule {}
