import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { moveQuest, type ProjectAction, type Quest, type QuestStatus, type QuestStep } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { requireQuestsKept } from '../pool-lock.js';
import { isChange, type Step } from '../../shared/transition.js';
import { TaskTypeCatalog } from '../../catalog/listing/task-type-catalog.js';
import { requireOpen } from './open-campaign.js';
import { requireEnabledChains } from './require-enabled-chains.js';
import { requireNotNeeded } from './prerequisites.js';
import { toQuest } from './quest.js';
import { DailyLimits } from '../../shared/daily-limits.js';
import { QuestsRepository } from './quests.repository.js';

const STEPS: Record<QuestStep, Step<QuestStatus>> = {
  publish: { from: ['draft'], to: 'active' },
  unpublish: { from: ['active'], to: 'draft' },
  archive: { from: ['draft', 'active'], to: 'archived' },
};

const ACTIONS = {
  publish: 'quest.published',
  unpublish: 'quest.unpublished',
  archive: 'quest.archived',
} as const satisfies Record<QuestStep, ProjectAction>;

@Injectable()
export class MoveQuest {
  constructor(
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly taskTypeCatalog: TaskTypeCatalog,
    private readonly questsRepository: QuestsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    private readonly chainRegistry: ChainRegistry,
    private readonly dailyLimits: DailyLimits,
  ) {}

  @Rpc(moveQuest)
  async execute({ projectId, campaignId, questId, step, by }: RequestOf<typeof moveQuest>): Promise<Quest> {
    return this.database.transaction(async (tx) => {
      const campaign = await this.campaignsRepository.lockQuests(tx, projectId, campaignId);
      if (step === 'unpublish') await this.campaignsRepository.lockCredits(tx, campaignId);
      const quest = await this.questsRepository.lock(tx, campaignId, questId);
      if (!isChange(quest.status, STEPS[step])) return toQuest(await this.questsRepository.counted(tx, quest));
      if (step !== 'publish' && by !== 'platform' && quest.status === 'active') {
        requireQuestsKept(campaign, await this.questsRepository.now(tx));
      }
      if (step === 'publish') {
        await this.dailyLimits.admit(tx, 'activations');
        requireOpen(campaign);
        const type = await this.taskTypeCatalog.requireChoosable(tx, quest.taskTypeId);
        requireEnabledChains(type, quest.config, this.chainRegistry);
      } else if (step === 'unpublish') {
        if (await this.questsRepository.hasTakers(tx, questId, null)) throw new AppError('HAS_PARTICIPANTS');
      } else {
        requireNotNeeded(questId, await this.questsRepository.outline(tx, campaignId));
      }
      const moved = await this.questsRepository.update(tx, { ...quest, status: STEPS[step].to });
      const details = { title: quest.title, campaignId };
      await this.projectAuditRepository.add(tx, { projectId, action: ACTIONS[step], subjectId: questId, details });
      return toQuest(moved);
    });
  }
}
