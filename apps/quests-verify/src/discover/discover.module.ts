import { Module } from '@nestjs/common';
import { DiscoverQuests } from './discover-quests.js';
import { DiscoverHandlers } from './discover.handlers.js';
import { DiscoverRepository } from './discover.repository.js';

@Module({
  controllers: [DiscoverHandlers],
  providers: [DiscoverRepository, DiscoverQuests],
})
export class DiscoverModule {}
