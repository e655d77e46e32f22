import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { duplicateCampaign, type Campaign } from '@questp/messages/quests';
import { Database, idempotent } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { toCampaign } from './campaign.js';
import { requirePoolChain } from './pool-chain.js';
import { DailyLimits } from '../../shared/daily-limits.js';
import { CampaignsRepository } from './campaigns.repository.js';

@Injectable()
export class DuplicateCampaign {
  constructor(
    private readonly database: Database,
    private readonly projectsRepository: ProjectsRepository,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    private readonly dailyLimits: DailyLimits,
    private readonly chainRegistry: ChainRegistry,
  ) {}

  @Rpc(duplicateCampaign)
  async execute(request: RequestOf<typeof duplicateCampaign>): Promise<Campaign> {
    const { projectId, campaignId, slug, title, idempotency } = request;
    return this.database.transaction((tx) =>
      idempotent(tx, idempotency, async () => {
        await this.projectsRepository.requireActive(tx, projectId);
        await this.dailyLimits.admit(tx, 'newCampaigns');
        const source = await this.campaignsRepository.lockQuests(tx, projectId, campaignId);
        const { description, imageUrl, rewardPool, poolFeeBps, checkBudgetUsd } = source;
        if (rewardPool !== null) requirePoolChain(rewardPool, this.chainRegistry);
        const row = await this.campaignsRepository.insert(tx, projectId, {
          slug,
          title: title ?? source.title,
          description,
          imageUrl,
          rewardPool,
          poolFeeBps,
          checkBudgetUsd,
          startsAt: null,
          endsAt: null,
        });
        await this.dailyLimits.admit(
          tx,
          'newQuests',
          await this.campaignsRepository.copyQuests(tx, campaignId, row.id),
        );
        const details = { title: row.title, from: campaignId };
        await this.projectAuditRepository.add(tx, {
          projectId,
          action: 'campaign.duplicated',
          subjectId: row.id,
          details,
        });
        return toCampaign(row);
      }),
    );
  }
}
