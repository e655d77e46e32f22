import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { deleteQuest } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { requireNotNeeded } from './prerequisites.js';
import { QuestsRepository } from './quests.repository.js';

@Injectable()
export class DeleteQuest {
  constructor(
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly questsRepository: QuestsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {}

  @Rpc(deleteQuest)
  async execute({ projectId, campaignId, questId }: RequestOf<typeof deleteQuest>): Promise<null> {
    return this.database.transaction(async (tx) => {
      await this.campaignsRepository.lockQuests(tx, projectId, campaignId);
      const { status, title, slug } = await this.questsRepository.lock(tx, campaignId, questId);
      if (status !== 'draft') throw new AppError('INVALID_TRANSITION', { detail: `The quest is ${status}.` });
      requireNotNeeded(questId, await this.questsRepository.outline(tx, campaignId));
      await this.questsRepository.delete(tx, questId);
      const details = { title, slug, campaignId };
      await this.projectAuditRepository.add(tx, { projectId, action: 'quest.deleted', subjectId: questId, details });
      return null;
    });
  }
}
