import { Injectable } from '@nestjs/common';
import type { Page, RequestOf } from '@questp/messages/language';
import { listQuests, type Quest } from '@questp/messages/quests';
import { readPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { taskTypeIds } from '../../catalog/listing/task-type-ids.js';
import { TASK_TYPES } from '../../task-types/index.js';
import { toQuest } from './quest.js';
import { QuestsRepository } from './quests.repository.js';

@Injectable()
export class ListQuests {
  constructor(
    private readonly campaignsRepository: CampaignsRepository,
    private readonly questsRepository: QuestsRepository,
  ) {}

  @Rpc(listQuests)
  async execute(request: RequestOf<typeof listQuests>): Promise<Page<Quest>> {
    await this.campaignsRepository.get(request.projectId, request.campaignId);
    const filter = { ...request, taskTypeIds: taskTypeIds(TASK_TYPES, request) };
    return readPage(
      request,
      (part) => this.questsRepository.list({ ...filter, ...part }),
      ({ sortKey }) => sortKey,
      toQuest,
    );
  }
}
