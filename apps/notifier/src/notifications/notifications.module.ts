import { Module } from '@nestjs/common';
import { NotificationsHandlers } from './notifications.handlers.js';
import { NotificationsRepository } from './notifications.repository.js';

@Module({
  controllers: [NotificationsHandlers],
  providers: [NotificationsRepository],
  exports: [NotificationsRepository],
})
export class NotificationsModule {}
