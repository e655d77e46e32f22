import { Module } from '@nestjs/common';
import { NotificationsHandlers } from './notifications.handlers.js';
import { NotificationsRepository } from './notifications.repository.js';
import { PreferencesRepository } from './preferences.repository.js';

@Module({
  controllers: [NotificationsHandlers],
  providers: [NotificationsRepository, PreferencesRepository],
  exports: [NotificationsRepository],
})
export class NotificationsModule {}
