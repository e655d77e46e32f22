import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { deleteCampaign } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { requireUnlocked } from '../pool-lock.js';

@Injectable()
export class DeleteCampaign {
  constructor(
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {}

  @Rpc(deleteCampaign)
  async execute({ projectId, campaignId }: RequestOf<typeof deleteCampaign>): Promise<null> {
    return this.database.transaction(async (tx) => {
      const { now, ...campaign } = await this.campaignsRepository.lock(tx, projectId, campaignId);
      const { status, title, slug } = campaign;
      if (status !== 'draft') throw new AppError('INVALID_TRANSITION', { detail: `The campaign is ${status}.` });
      requireUnlocked(campaign, now);
      await this.campaignsRepository.delete(tx, campaignId);
      const details = { title, slug };
      await this.projectAuditRepository.add(tx, {
        projectId,
        action: 'campaign.deleted',
        subjectId: campaignId,
        details,
      });
      return null;
    });
  }
}
