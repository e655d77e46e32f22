import { Module } from '@nestjs/common';
import { EarnersModule } from '../../people/earners/earners.module.js';
import { AccountDeletionEvents } from './account-deletion-events.js';
import { AccountDeletionsHandlers } from './account-deletions.handlers.js';
import { AccountDeletionsRepository } from './account-deletions.repository.js';

@Module({
  imports: [EarnersModule],
  controllers: [AccountDeletionsHandlers],
  providers: [AccountDeletionEvents, AccountDeletionsRepository],
  exports: [AccountDeletionEvents],
})
export class AccountDeletionsModule {}
