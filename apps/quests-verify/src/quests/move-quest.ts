import { Injectable } from '@nestjs/common';
import {
  AppError,
  type moveQuest,
  type Quest,
  type QuestStatus,
  type QuestStep,
  type RequestOf,
} from '@questp/messages';
import { Database } from '@questp/postgres';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { isChange, type Step } from '../studio/transition.js';
import { TaskTypeCatalog } from '../task-type-catalog/task-type-catalog.js';
import { requireOpen } from './open-campaign.js';
import { toQuest, type QuestOutline } from './quest.js';
import { QuestsRepository } from './quests.repository.js';

const STEPS: Record<QuestStep, Step<QuestStatus>> = {
  publish: { from: ['draft'], to: 'active' },
  archive: { from: ['draft', 'active'], to: 'archived' },
};

@Injectable()
export class MoveQuest {
  constructor(
    private readonly db: Database,
    private readonly campaigns: CampaignsRepository,
    private readonly catalog: TaskTypeCatalog,
    private readonly quests: QuestsRepository,
  ) {}

  async run({ projectId, campaignId, questId, step }: RequestOf<typeof moveQuest>): Promise<Quest> {
    return this.db.transaction(async (tx) => {
      const campaign = await this.campaigns.lockQuests(tx, projectId, campaignId);
      const quest = await this.quests.lock(tx, campaignId, questId);
      if (!isChange(quest.status, STEPS[step])) return toQuest(await this.quests.counted(tx, quest));
      if (step === 'publish') {
        requireOpen(campaign);
        await this.catalog.requireChoosable(tx, quest.taskTypeId);
      } else {
        requireNotNeeded(questId, await this.quests.outline(tx, campaignId));
      }
      return toQuest(await this.quests.update(tx, { ...quest, status: STEPS[step].to }));
    });
  }
}

/** INVALID_TRANSITION while another quest waits for this one: nobody could complete that one any more. */
function requireNotNeeded(questId: string, quests: readonly QuestOutline[]): void {
  const waiting = quests.find(({ status, prerequisites }) => status !== 'archived' && prerequisites.includes(questId));
  if (waiting === undefined) return;
  throw new AppError('INVALID_TRANSITION', { detail: `The quest ${waiting.slug} names it as a prerequisite.` });
}
