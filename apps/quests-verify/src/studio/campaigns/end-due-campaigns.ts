import { Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { BackgroundWorker } from '@questp/service';
import { queueAnnouncement } from '../announcements/queue-announcement.js';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { CampaignsRepository } from './campaigns.repository.js';

const EVERY_MS = 5_000;
const BATCH = 100;

/** Ends campaigns past their end; every replica does so, and each campaign is ended once. */
@Injectable()
export class EndDueCampaigns extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {
    super({ name: 'due campaigns', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    return (await this.endSome()) === BATCH;
  }

  /** Number of campaigns this replica ended, at most a batch. */
  async endSome(): Promise<number> {
    const due = await this.campaignsRepository.due(BATCH);
    const ended = await this.each(
      due,
      (campaignId) => this.end(campaignId),
      (campaignId) => ({ campaignId }),
    );
    return ended.filter(Boolean).length;
  }

  private end(campaignId: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const campaign = await this.campaignsRepository.endIfDue(tx, campaignId);
      if (campaign === undefined) return false;
      const { projectId, title } = campaign;
      await this.projectAuditRepository.add(tx, {
        projectId,
        action: 'campaign.ended',
        subjectId: campaignId,
        details: { title },
      });
      await queueAnnouncement(tx, 'campaign.ended', { projectId, campaignId });
      return true;
    });
  }
}
