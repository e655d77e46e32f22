import { Injectable } from '@nestjs/common';
import { AppError, type FieldError, type Quest, type RequestOf, type updateQuest } from '@questp/messages';
import { Database } from '@questp/postgres';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { refuseInvalid } from '../studio/validate.js';
import { windowErrors } from '../studio/window.js';
import { taskType } from '../task-types/catalog.js';
import { requirePrerequisites } from './prerequisites.js';
import { questSettings } from './quest-settings.js';
import { readQuestFields } from './quest-request.js';
import { toQuest, type QuestRow } from './quest.js';
import { QuestsRepository } from './quests.repository.js';

@Injectable()
export class UpdateQuest {
  constructor(
    private readonly db: Database,
    private readonly campaigns: CampaignsRepository,
    private readonly quests: QuestsRepository,
  ) {}

  async run({ projectId, campaignId, questId, ...request }: RequestOf<typeof updateQuest>): Promise<Quest> {
    const change = readQuestFields(request);
    return this.db.transaction(async (tx) => {
      const setsLimit = change.maxCompletions !== undefined && change.maxCompletions !== null;
      await this.campaigns.lockQuests(tx, projectId, campaignId);
      if (setsLimit) await this.campaigns.lockCredits(tx, campaignId);
      const current = await this.quests.lock(tx, campaignId, questId);
      if (current.status === 'archived') throw new AppError('INVALID_TRANSITION', { detail: 'The quest is archived.' });
      const settings = questSettings(taskType(current.taskTypeId), change, current);
      // Only a quest with a limit counts as it goes.
      const completions = setsLimit ? await this.quests.countClaimed(tx, questId) : current.completions;
      const next: QuestRow = { ...current, ...change, ...settings, completions };
      refuseInvalid([...windowErrors(next), ...limitErrors(next)]);
      if (change.prerequisites !== undefined) {
        requirePrerequisites(change.prerequisites, await this.quests.outline(tx, campaignId), questId);
      }
      return toQuest(await this.quests.update(tx, next));
    });
  }
}

function limitErrors({ maxCompletions, completions }: QuestRow): FieldError[] {
  if (maxCompletions === null || maxCompletions >= completions) return [];
  return [{ pointer: '/maxCompletions', code: 'RANGE', detail: `${completions} have completed it already.` }];
}
