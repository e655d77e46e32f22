import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Campaign,
  type CampaignStatus,
  type CampaignStep,
  type moveCampaign,
  type RequestOf,
} from '@questp/messages';
import { emit } from '@questp/events';
import { Database, type Tx } from '@questp/postgres';
import { isChange, type Step } from '../studio/transition.js';
import { toCampaign, type CampaignRow } from './campaign.js';
import { CampaignsRepository } from './campaigns.repository.js';

const STEPS: Record<CampaignStep, Step<CampaignStatus>> = {
  activate: { from: ['draft'], to: 'active' },
  end: { from: ['active'], to: 'ended' },
  archive: { from: ['draft', 'ended'], to: 'archived' },
};

@Injectable()
export class MoveCampaign {
  constructor(
    private readonly db: Database,
    private readonly campaigns: CampaignsRepository,
  ) {}

  async run({ projectId, campaignId, step }: RequestOf<typeof moveCampaign>): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const { now, ...campaign } = await this.campaigns.lock(tx, projectId, campaignId);
      if (!isChange(campaign.status, STEPS[step])) return toCampaign(campaign);
      if (step === 'activate') await this.requireReady(tx, campaign, now);
      const moved = await this.campaigns.update(tx, { ...campaign, ...changeOf(step, campaign, now) });
      if (step !== 'archive') {
        const type = step === 'activate' ? 'campaign.activated' : 'campaign.ended';
        await emit(tx, type, campaignId, { projectId, campaignId });
      }
      return toCampaign(moved);
    });
  }

  private async requireReady(tx: Tx, { id, endsAt }: CampaignRow, now: Date): Promise<void> {
    if (endsAt !== null && endsAt <= now) notReady('The end has to lie ahead.');
    if (!(await this.campaigns.hasActiveQuest(tx, id))) notReady('It needs at least one published quest.');
  }
}

function changeOf(step: CampaignStep, { startsAt }: CampaignRow, now: Date): Partial<CampaignRow> {
  const status = STEPS[step].to;
  if (step === 'activate') return { status, activatedAt: now, startsAt: startsAt ?? now };
  return step === 'end' ? { status, endedAt: now } : { status };
}

function notReady(detail: string): never {
  throw new AppError('CAMPAIGN_NOT_READY', { detail });
}
