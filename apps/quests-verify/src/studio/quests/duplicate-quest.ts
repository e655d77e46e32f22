import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { duplicateQuest, MAX_QUESTS, type Quest } from '@questp/messages/quests';
import { Database, idempotent } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { TaskTypeCatalog } from '../../catalog/listing/task-type-catalog.js';
import { requireEnabledChains } from './require-enabled-chains.js';
import { requireOpen } from './open-campaign.js';
import { toNewQuest, toQuest } from './quest.js';
import { DailyLimits } from '../../shared/daily-limits.js';
import { QuestsRepository } from './quests.repository.js';

@Injectable()
export class DuplicateQuest {
  constructor(
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly taskTypeCatalog: TaskTypeCatalog,
    private readonly questsRepository: QuestsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    private readonly chainRegistry: ChainRegistry,
    private readonly dailyLimits: DailyLimits,
  ) {}

  @Rpc(duplicateQuest)
  async execute({
    projectId,
    campaignId,
    questId,
    idempotency,
    ...names
  }: RequestOf<typeof duplicateQuest>): Promise<Quest> {
    return this.database.transaction((tx) =>
      idempotent(tx, idempotency, async () => {
        requireOpen(await this.campaignsRepository.lockQuests(tx, projectId, campaignId));
        const source = toNewQuest(await this.questsRepository.lock(tx, campaignId, questId));
        const type = await this.taskTypeCatalog.requireChoosable(tx, source.taskTypeId);
        requireEnabledChains(type, source.config, this.chainRegistry);
        const others = await this.questsRepository.outline(tx, campaignId);
        if (others.length >= MAX_QUESTS) {
          throw new AppError('TOO_MANY', { detail: `A campaign has at most ${MAX_QUESTS} quests.` });
        }
        await this.dailyLimits.admit(tx, 'newQuests');
        const open = new Set(others.filter(({ status }) => status !== 'archived').map(({ id }) => id));
        const row = await this.questsRepository.insert(
          tx,
          { projectId, campaignId },
          {
            ...source,
            ...names,
            prerequisites: source.prerequisites.filter((id) => open.has(id)),
            position: (others.at(-1)?.position ?? -1) + 1,
          },
        );
        const details = { title: row.title, from: questId };
        await this.projectAuditRepository.add(tx, {
          projectId,
          action: 'quest.duplicated',
          subjectId: row.id,
          details,
        });
        return toQuest(row);
      }),
    );
  }
}
