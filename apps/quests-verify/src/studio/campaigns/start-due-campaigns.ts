import { Injectable } from '@nestjs/common';
import { Database } from '@questp/postgres';
import { BackgroundWorker } from '@questp/service';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { announceStart } from './announce-start.js';

const EVERY_MS = 5_000;
const BATCH = 100;

/**
 * Records the starts of active campaigns; every replica does so, and the audit log ensures that each start is recorded
 * once.
 */
@Injectable()
export class StartDueCampaigns extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {
    super({ name: 'campaigns that start', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    return (await this.startSome()) === BATCH;
  }

  /** Records due starts; returns the number that this replica recorded, at most a batch. */
  async startSome(): Promise<number> {
    const due = await this.campaignsRepository.starting(BATCH);
    const started = await this.each(
      due,
      (campaignId) => this.start(campaignId),
      (campaignId) => ({ campaignId }),
    );
    return started.filter(Boolean).length;
  }

  private start(campaignId: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const campaign = await this.campaignsRepository.lockStarting(tx, campaignId);
      if (campaign === undefined) return false;
      const { projectId, title } = campaign;
      await this.projectAuditRepository.add(tx, {
        projectId,
        action: 'campaign.started',
        subjectId: campaignId,
        details: { title },
      });
      await announceStart(tx, campaign);
      return true;
    });
  }
}
