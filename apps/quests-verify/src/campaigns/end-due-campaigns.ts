import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { emit } from '@questp/events';
import { Database } from '@questp/postgres';
import { LOGGER, type Logger } from '@questp/service';
import { CampaignsRepository } from './campaigns.repository.js';

const EVERY_MS = 5_000;
const BATCH = 100;

/** Every replica looks for campaigns past their end; each of them is ended once. */
@Injectable()
export class EndDueCampaigns {
  constructor(
    private readonly db: Database,
    private readonly campaigns: CampaignsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      this.logger.warn({ err: error }, 'due campaigns wait');
    }
  }

  /** Number of campaigns this replica ended, at most a batch. */
  async run(): Promise<number> {
    let ended = 0;
    for (const campaignId of await this.campaigns.due(BATCH)) {
      if (await this.end(campaignId)) ended += 1;
    }
    return ended;
  }

  private end(campaignId: string): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.campaigns.endIfDue(tx, campaignId);
      if (campaign === undefined) return false;
      await emit(tx, 'campaign.ended', campaignId, { projectId: campaign.projectId, campaignId });
      return true;
    });
  }
}
