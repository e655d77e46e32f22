import { Module } from '@nestjs/common';
import { NewsModule } from '../news/news.module.js';
import { NotificationsHandlers } from './notifications.handlers.js';
import { NotificationsRepository } from './notifications.repository.js';
import { PreferencesRepository } from './preferences.repository.js';
import { SetPreferences } from './set-preferences.js';
import { TellUsers } from './tell-users.js';

@Module({
  imports: [NewsModule],
  controllers: [NotificationsHandlers],
  providers: [NotificationsRepository, PreferencesRepository, SetPreferences, TellUsers],
  exports: [NotificationsRepository, TellUsers],
})
export class NotificationsModule {}
