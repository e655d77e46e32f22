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
import { announceStart } from './announce-start.js';
import { queueAnnouncement } from '../announcements/queue-announcement.js';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { isChange, type Step } from '../../shared/transition.js';
import { toCampaign, type CampaignRow } from './campaign.js';
import { DailyLimits } from '../../shared/daily-limits.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { CheckPool } from './check-pool.js';
import { isFunded, lockedUntil, requireNoPayoutsDue, requireUnlocked } from '../pool-lock.js';

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
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    private readonly dailyLimits: DailyLimits,
    private readonly checkPool: CheckPool,
  ) {}

  @Rpc(moveCampaign)
  async execute({ projectId, campaignId, step, by }: RequestOf<typeof moveCampaign>): Promise<Campaign> {
    if (step === 'activate') await this.checkPoolOf(projectId, campaignId);
    return this.database.transaction(async (tx) => {
      const { now, ...campaign } = await this.campaignsRepository.lock(tx, projectId, campaignId);
      if (!isChange(campaign.status, STEPS[step])) return toCampaign(campaign);
      if (step !== 'activate' && by !== 'platform') requireNoPayoutsDue(campaign, now);
      if (step === 'activate') await this.requireReady(tx, campaign, now);
      if (step === 'activate') await this.dailyLimits.admit(tx, 'activations');
      if (step === 'deactivate' && (await this.campaignsRepository.hasTakers(tx, campaignId)))
        throw new AppError('HAS_PARTICIPANTS');
      const change = changeOf(step, campaign, now);
      if (change.startsAt === null && campaign.startsAt !== null) requireUnlocked(campaign, now);
      const moved = await this.campaignsRepository.update(tx, { ...campaign, ...change });
      const details = { title: campaign.title };
      await this.projectAuditRepository.add(tx, { projectId, action: ACTIONS[step], subjectId: campaignId, details });
      const ids = { projectId, campaignId };
      if (step === 'activate') await emit(tx, 'campaign.activated', campaignId, ids);
      if (step === 'activate' && (moved.startsAt as Date) <= now) await announceStart(tx, moved);
      if (step === 'end') await queueAnnouncement(tx, 'campaign.ended', ids);
      return toCampaign(moved);
    });
  }

  /** As CheckPool refuses. What was checked for a ticket that can be used, or that funded the pool, stays accepted. */
  private async checkPoolOf(projectId: string, campaignId: string): Promise<void> {
    const campaign = await this.campaignsRepository.get(projectId, campaignId);
    const isOpen = isFunded(campaign) || lockedUntil(campaign, new Date()) !== null;
    if (campaign.status === 'draft' && campaign.rewardPool && !isOpen)
      await this.checkPool.execute(campaign.rewardPool);
  }

  private async requireReady(tx: Tx, { id, endsAt }: CampaignRow, now: Date): Promise<void> {
    if (endsAt !== null && endsAt <= now) notReady('The end has to lie ahead.');
    if (!(await this.campaignsRepository.hasActiveQuest(tx, id))) notReady('It needs at least one published quest.');
  }
}

function changeOf(step: CampaignStep, { startsAt, activatedAt }: CampaignRow, now: Date): Partial<CampaignRow> {
  const status = STEPS[step].to;
  if (step === 'activate') return { status, activatedAt: now, startsAt: startsAt ?? now };
  // A start that the activation set is none the team set.
  if (step === 'deactivate') {
    return { status, activatedAt: null, startsAt: isDeepStrictEqual(startsAt, activatedAt) ? null : startsAt };
  }
  // Dates have no microseconds: credits of the last millisecond are before the end.
  return step === 'end' ? { status, endedAt: new Date(now.getTime() + 1) } : { status };
}

function notReady(detail: string): never {
  throw new AppError('CAMPAIGN_NOT_READY', { detail });
}
