import { Injectable } from '@nestjs/common';
import { AppError, type Contract } from '@questp/messages/language';
import type { CheckPreview } from '@questp/messages/quests';
import type { Decision } from '../../catalog/definition/outcome.js';
import { completingContract } from '../../catalog/definition/task-type.js';
import { TaskTypes } from '../../catalog/definition/task-types.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';
import { GatherFacts } from '../facts/gather-facts.js';
import { Evaluate } from './evaluate.js';
import { TeamQuestsRepository, type PreviewedQuest } from './team-quests.repository.js';

/** Shows the result of a check at a platform without recording it. */
@Injectable()
export class PreviewCheck {
  constructor(
    private readonly teamQuestsRepository: TeamQuestsRepository,
    private readonly taskTypes: TaskTypes,
    private readonly gatherFacts: GatherFacts,
    private readonly evaluate: Evaluate,
  ) {}

  /**
   * With the account of the member of the team who asks; drafts as well. NOT_FOUND for anybody else, WRONG_TASK_TYPE.
   * @param via the contract that completes the quest
   */
  async ofTeam(who: EarnerAndQuest, completedBy: Contract): Promise<{ quest: PreviewedQuest; preview: CheckPreview }> {
    const quest = await this.teamQuestsRepository.get(who);
    if (quest === undefined) throw new AppError('NOT_FOUND');
    return { quest, preview: await this.of(who, quest, completedBy) };
  }

  /** WRONG_TASK_TYPE */
  async of(who: EarnerAndQuest, quest: PreviewedQuest, completedBy: Contract): Promise<CheckPreview> {
    const type = this.taskTypes.get(quest.taskTypeId);
    if (!type.available || completingContract(type) !== completedBy) throw new AppError('WRONG_TASK_TYPE');
    const now = new Date();
    const asked = { id: who.questId, method: 'platform_api', period: { kind: 'once' }, campaignEndsAt: null } as const;
    const entry = { userId: who.userId, now, periodKey: 'once', type, quest: { ...quest, ...asked } };
    const findings = await this.gatherFacts.of(entry, {});
    return shown(await this.evaluate.preview(entry, {}, findings));
  }
}

function shown(decision: Decision): CheckPreview {
  switch (decision.kind) {
    case 'pass':
    case 'review':
      return { outcome: 'passes', detail: null };
    case 'fail':
      return { outcome: 'not_yet', detail: decision.detail };
    case 'inconclusive':
      return { outcome: decision.cause === 'not_ready' ? 'not_yet' : 'unavailable', detail: decision.detail };
    default:
      return { outcome: decision.kind, detail: decision.detail };
  }
}
