import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import {
  moveCampaign,
  type Campaign,
  type CampaignStatus,
  type CampaignStep,
  type ProjectAction,
} from '@questp/messages/quests';
import { emit } from '@questp/events';
import { Database, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { tellOfCampaign } from '../announcements/tell-of-campaign.js';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { isChange, type Step } from '../../shared/transition.js';
import { toCampaign, type CampaignRow } from './campaign.js';
import { requirePoolChain } from './pool-chain.js';
import { DailyLimits } from '../../shared/daily-limits.js';
import { CampaignsRepository } from './campaigns.repository.js';

const STEPS: Record<CampaignStep, Step<CampaignStatus>> = {
  activate: { from: ['draft'], to: 'active' },
  deactivate: { from: ['active'], to: 'draft' },
  end: { from: ['active'], to: 'ended' },
  archive: { from: ['draft', 'ended'], to: 'archived' },
};

const ACTIONS = {
  activate: 'campaign.activated',
  deactivate: 'campaign.deactivated',
  end: 'campaign.ended',
  archive: 'campaign.archived',
} as const satisfies Record<CampaignStep, ProjectAction>;

@Injectable()
export class MoveCampaign {
  constructor(
    private readonly db: Database,
    private readonly campaigns: CampaignsRepository,
    private readonly audit: ProjectAuditRepository,
    private readonly limits: DailyLimits,
    private readonly chains: ChainRegistry,
  ) {}

  @Rpc(moveCampaign)
  async execute({ projectId, campaignId, step }: RequestOf<typeof moveCampaign>): Promise<Campaign> {
    return this.db.transaction(async (tx) => {
      const { now, ...campaign } = await this.campaigns.lock(tx, projectId, campaignId);
      if (!isChange(campaign.status, STEPS[step])) return toCampaign(campaign);
      if (step === 'activate') await this.requireReady(tx, campaign, now);
      if (step === 'activate') await this.limits.admit(tx, 'activations');
      if (step === 'deactivate' && (await this.campaigns.hasTakers(tx, campaignId)))
        throw new AppError('HAS_PARTICIPANTS');
      const moved = await this.campaigns.update(tx, { ...campaign, ...changeOf(step, campaign, now) });
      const details = { title: campaign.title };
      await this.audit.add(tx, { projectId, action: ACTIONS[step], subjectId: campaignId, details });
      const ids = { projectId, campaignId };
      if (step === 'activate') await emit(tx, 'campaign.activated', campaignId, ids);
      if (step === 'activate' && (moved.startsAt as Date) <= now) await tellOfCampaign(tx, 'campaign.started', ids);
      if (step === 'end') await tellOfCampaign(tx, 'campaign.ended', ids);
      return toCampaign(moved);
    });
  }

  private async requireReady(tx: Tx, { id, endsAt, rewardPool }: CampaignRow, now: Date): Promise<void> {
    if (endsAt !== null && endsAt <= now) notReady('The end has to lie ahead.');
    if (!(await this.campaigns.hasActiveQuest(tx, id))) notReady('It needs at least one published quest.');
    if (rewardPool !== null) requirePoolChain(rewardPool, this.chains);
  }
}

function changeOf(step: CampaignStep, { startsAt, activatedAt }: CampaignRow, now: Date): Partial<CampaignRow> {
  const status = STEPS[step].to;
  if (step === 'activate') return { status, activatedAt: now, startsAt: startsAt ?? now };
  // A start that the activation set is none the team set.
  if (step === 'deactivate') {
    return { status, activatedAt: null, startsAt: isDeepStrictEqual(startsAt, activatedAt) ? null : startsAt };
  }
  return step === 'end' ? { status, endedAt: now } : { status };
}

function notReady(detail: string): never {
  throw new AppError('CAMPAIGN_NOT_READY', { detail });
}
