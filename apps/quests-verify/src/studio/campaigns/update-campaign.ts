import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AppError, fieldError, requireVersion, type RequestOf, refuseInvalid } from '@questp/messages/language';
import { updateCampaign, type Campaign } from '@questp/messages/quests';
import { ChainRegistry } from '@questp/service-kit/chains';
import { Database } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { usePicture } from '@questp/service-kit';
import { changedMembers } from '../audit/changed-members.js';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { PendingRepository } from '../../verification/attempts/pending.repository.js';
import { windowErrors, withDates } from '../../shared/window.js';
import { poolErrors, toCampaign, type CampaignRow } from './campaign.js';
import { requirePoolChain } from './pool-chain.js';
import { CampaignsRepository } from './campaigns.repository.js';

@Injectable()
export class UpdateCampaign {
  constructor(
    private readonly db: Database,
    private readonly campaigns: CampaignsRepository,
    private readonly audit: ProjectAuditRepository,
    private readonly pendings: PendingRepository,
    private readonly bus: Bus,
    private readonly chains: ChainRegistry,
  ) {}

  @Rpc(updateCampaign)
  async execute({ projectId, campaignId, ifMatch, ...request }: RequestOf<typeof updateCampaign>): Promise<Campaign> {
    const change = withDates(request);
    await usePicture(this.bus, change.imageUrl);
    return this.db.transaction(async (tx) => {
      const { now, ...current } = await this.campaigns.lock(tx, projectId, campaignId);
      requireVersion(ifMatch, current);
      const next = { ...current, ...change };
      refuseFixed(current, next);
      refuseInvalid([...windowErrors(next), ...poolErrors(next, change.rewardPool, this.chains)]);
      if (change.rewardPool && !isDeepStrictEqual(next.rewardPool, current.rewardPool)) {
        requirePoolChain(change.rewardPool, this.chains);
      }
      const endMoved = !isDeepStrictEqual(next.endsAt, current.endsAt);
      if (current.status === 'active' && endMoved && next.endsAt !== null && next.endsAt <= now) {
        const detail = 'The end of an active campaign has to lie ahead.';
        refuseInvalid([fieldError('/endsAt', 'RANGE', { after: now.toISOString() }, detail)]);
      }
      const changed = changedMembers<CampaignRow>(current, next, change);
      if (changed.length > 0) {
        const details = { title: current.title, changed };
        await this.audit.add(tx, { projectId, action: 'campaign.updated', subjectId: campaignId, details });
      }
      const updated = await this.campaigns.update(tx, next);
      if (updated.checkBudgetUsd !== current.checkBudgetUsd) await this.pendings.makeCampaignDue(tx, campaignId);
      return toCampaign(updated);
    });
  }
}

const FIXED = {
  draft: [],
  active: ['startsAt', 'rewardPool'],
  ended: ['startsAt', 'endsAt', 'rewardPool'],
} as const satisfies Record<string, readonly (keyof CampaignRow)[]>;

/** INVALID_TRANSITION for changed members that are fixed in the campaign's status. */
function refuseFixed(current: CampaignRow, next: CampaignRow): void {
  if (current.status === 'archived') throw new AppError('INVALID_TRANSITION', { detail: 'The campaign is archived.' });
  const changed = FIXED[current.status].find((member) => !isDeepStrictEqual(current[member], next[member]));
  if (changed === undefined) return;
  throw new AppError('INVALID_TRANSITION', { detail: `${changed} is fixed since the campaign started.` });
}
