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
    private readonly db: Database,
    private readonly campaigns: CampaignsRepository,
    private readonly quests: QuestsRepository,
    private readonly audit: ProjectAuditRepository,
  ) {}

  @Rpc(deleteQuest)
  async execute({ projectId, campaignId, questId }: RequestOf<typeof deleteQuest>): Promise<null> {
    return this.db.transaction(async (tx) => {
      await this.campaigns.lockQuests(tx, projectId, campaignId);
      const { status, title, slug } = await this.quests.lock(tx, campaignId, questId);
      if (status !== 'draft') throw new AppError('INVALID_TRANSITION', { detail: `The quest is ${status}.` });
      requireNotNeeded(questId, await this.quests.outline(tx, campaignId));
      await this.quests.delete(tx, questId);
      const details = { title, slug, campaignId };
      await this.audit.add(tx, { projectId, action: 'quest.deleted', subjectId: questId, details });
      return null;
    });
  }
}
