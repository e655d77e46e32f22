import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf, refuseInvalid } from '@questp/messages/language';
import { createQuest, MAX_QUESTS, type Quest } from '@questp/messages/quests';
import { Database, idempotent } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { usePicture } from '@questp/service-kit';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { windowErrors } from '../../shared/window.js';
import { TaskTypeCatalog } from '../../catalog/listing/task-type-catalog.js';
import { requireOpen } from './open-campaign.js';
import { requirePrerequisites } from './prerequisites.js';
import { requireEnabledChains } from './require-enabled-chains.js';
import { questSettings } from './quest-settings.js';
import { readQuestFields } from './quest-request.js';
import { EMPTY_QUEST, toQuest } from './quest.js';
import { ResolveTarget } from './resolve-target.js';
import { DailyLimits } from '../../shared/daily-limits.js';
import { QuestsRepository } from './quests.repository.js';

@Injectable()
export class CreateQuest {
  constructor(
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly taskTypeCatalog: TaskTypeCatalog,
    private readonly questsRepository: QuestsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    private readonly chainRegistry: ChainRegistry,
    private readonly dailyLimits: DailyLimits,
    private readonly resolveTarget: ResolveTarget,
    private readonly bus: Bus,
  ) {}

  @Rpc(createQuest)
  async execute({ projectId, campaignId, idempotency, ...draft }: RequestOf<typeof createQuest>): Promise<Quest> {
    const drafted = { ...EMPTY_QUEST, ...readQuestFields(draft) };
    const config = await this.resolveTarget.execute(projectId, drafted.taskTypeId, drafted.config, drafted.method);
    const quest = { ...drafted, config };
    refuseInvalid(windowErrors(quest));
    await usePicture(this.bus, draft.imageUrl);
    return this.database.transaction((tx) =>
      idempotent(tx, idempotency, async () => {
        requireOpen(await this.campaignsRepository.lockQuests(tx, projectId, campaignId));
        const type = await this.taskTypeCatalog.requireChoosable(tx, quest.taskTypeId);
        const settings = questSettings(type, quest);
        requireEnabledChains(type, settings.config, this.chainRegistry);
        const others = await this.questsRepository.outline(tx, campaignId);
        if (others.length >= MAX_QUESTS) {
          throw new AppError('TOO_MANY', { detail: `A campaign has at most ${MAX_QUESTS} quests.` });
        }
        requirePrerequisites(quest.prerequisites, others);
        await this.dailyLimits.admit(tx, 'newQuests');
        const position = quest.position ?? (others.at(-1)?.position ?? -1) + 1;
        const place = { projectId, campaignId };
        const row = await this.questsRepository.insert(tx, place, { ...quest, ...settings, position });
        const details = { title: row.title, campaignId };
        await this.projectAuditRepository.add(tx, { projectId, action: 'quest.created', subjectId: row.id, details });
        return toQuest(row);
      }),
    );
  }
}
