import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { CampaignsModule } from '../campaigns/campaigns.module.js';
import { TaskTypeCatalogModule } from '../../catalog/listing/task-type-catalog.module.js';
import { AttemptsRepository } from './attempts.repository.js';
import { CreateQuest } from './create-quest.js';
import { DeleteQuest } from './delete-quest.js';
import { DuplicateQuest } from './duplicate-quest.js';
import { ListQuests } from './list-quests.js';
import { MoveQuest } from './move-quest.js';
import { OrderQuests } from './order-quests.js';
import { QuestsHandlers } from './quests.handlers.js';
import { QuestsRepository } from './quests.repository.js';
import { ResetAttempts } from './reset-attempts.js';
import { UpdateQuest } from './update-quest.js';
import { DailyLimits } from '../../shared/daily-limits.js';

@Module({
  imports: [AuditModule, CampaignsModule, TaskTypeCatalogModule],
  controllers: [QuestsHandlers],
  providers: [
    QuestsRepository,
    DailyLimits,
    AttemptsRepository,
    CreateQuest,
    DuplicateQuest,
    ListQuests,
    UpdateQuest,
    MoveQuest,
    DeleteQuest,
    OrderQuests,
    ResetAttempts,
  ],
})
export class QuestsModule {}
