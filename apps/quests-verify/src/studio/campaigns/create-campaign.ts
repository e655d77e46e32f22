import { Injectable } from '@nestjs/common';
import { type RequestOf, refuseInvalid } from '@questp/messages/language';
import { createCampaign, type Campaign } from '@questp/messages/quests';
import { Database, idempotent } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { usePicture } from '@questp/service-kit';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { windowErrors, withDates } from '../../shared/window.js';
import { EMPTY_CAMPAIGN, toCampaign } from './campaign.js';
import { CheckPool } from './check-pool.js';
import { toRewardPool } from './reward-pool.js';
import { DailyLimits } from '../../shared/daily-limits.js';
import { CampaignsRepository } from './campaigns.repository.js';

@Injectable()
export class CreateCampaign {
  constructor(
    private readonly database: Database,
    private readonly projectsRepository: ProjectsRepository,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    private readonly dailyLimits: DailyLimits,
    private readonly checkPool: CheckPool,
    private readonly bus: Bus,
  ) {}

  @Rpc(createCampaign)
  async execute({ projectId, idempotency, ...draft }: RequestOf<typeof createCampaign>): Promise<Campaign> {
    const rewardPool = draft.rewardPool ? toRewardPool(draft.rewardPool) : null;
    const campaign = { ...EMPTY_CAMPAIGN, ...withDates(draft), rewardPool };
    refuseInvalid(windowErrors(campaign));
    const poolFeeBps = rewardPool && (await this.checkPool.execute(rewardPool));
    await usePicture(this.bus, draft.imageUrl);
    return this.database.transaction((tx) =>
      idempotent(tx, idempotency, async () => {
        await this.projectsRepository.requireActive(tx, projectId);
        await this.dailyLimits.admit(tx, 'newCampaigns');
        const row = await this.campaignsRepository.insert(tx, projectId, { ...campaign, poolFeeBps });
        const details = { title: row.title };
        await this.projectAuditRepository.add(tx, {
          projectId,
          action: 'campaign.created',
          subjectId: row.id,
          details,
        });
        return toCampaign(row);
      }),
    );
  }
}
