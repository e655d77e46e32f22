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
    private readonly db: Database,
    private readonly campaigns: CampaignsRepository,
    private readonly audit: ProjectAuditRepository,
  ) {}

  @Rpc(deleteCampaign)
  async execute({ projectId, campaignId }: RequestOf<typeof deleteCampaign>): Promise<null> {
    return this.db.transaction(async (tx) => {
      const { now, ...campaign } = await this.campaigns.lock(tx, projectId, campaignId);
      const { status, title, slug } = campaign;
      if (status !== 'draft') throw new AppError('INVALID_TRANSITION', { detail: `The campaign is ${status}.` });
      requireUnlocked(campaign, now);
      await this.campaigns.delete(tx, campaignId);
      const details = { title, slug };
      await this.audit.add(tx, { projectId, action: 'campaign.deleted', subjectId: campaignId, details });
      return null;
    });
  }
}
