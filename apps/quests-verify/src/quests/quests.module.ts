import { Module } from '@nestjs/common';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { TaskTypeCatalogModule } from '../task-type-catalog/task-type-catalog.module.js';
import { CreateQuest } from './create-quest.js';
import { ListQuests } from './list-quests.js';
import { MoveQuest } from './move-quest.js';
import { OrderQuests } from './order-quests.js';
import { QuestsHandlers } from './quests.handlers.js';
import { QuestsRepository } from './quests.repository.js';
import { UpdateQuest } from './update-quest.js';

@Module({
  imports: [CampaignsModule, TaskTypeCatalogModule],
  controllers: [QuestsHandlers],
  providers: [QuestsRepository, CreateQuest, ListQuests, UpdateQuest, MoveQuest, OrderQuests],
})
export class QuestsModule {}
