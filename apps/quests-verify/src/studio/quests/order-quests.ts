import { Injectable } from '@nestjs/common';
import { type ReplyOf, type RequestOf, refuseInvalid } from '@questp/messages/language';
import { orderQuests } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { QuestsRepository } from './quests.repository.js';

@Injectable()
export class OrderQuests {
  constructor(
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly questsRepository: QuestsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {}

  @Rpc(orderQuests)
  async execute(request: RequestOf<typeof orderQuests>): Promise<ReplyOf<typeof orderQuests>> {
    const { projectId, campaignId, questIds } = request;
    return this.database.transaction(async (tx) => {
      await this.campaignsRepository.lockQuests(tx, projectId, campaignId);
      const open = (await this.questsRepository.outline(tx, campaignId)).filter(({ status }) => status !== 'archived');
      const given = new Set(questIds);
      const isWhole =
        given.size === questIds.length && given.size === open.length && open.every(({ id }) => given.has(id));
      if (!isWhole) {
        const detail = 'The ids have to be all quests of the campaign that are not archived, each once.';
        refuseInvalid([{ pointer: '/questIds', code: 'NOT_ALLOWED', detail }]);
      }
      await this.questsRepository.order(tx, questIds);
      await this.projectAuditRepository.add(tx, {
        projectId,
        action: 'campaign.quests_ordered',
        subjectId: campaignId,
      });
      return { items: questIds.map((id, position) => ({ id, position })) };
    });
  }
}
