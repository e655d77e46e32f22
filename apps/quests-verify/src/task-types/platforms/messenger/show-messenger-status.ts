import { Injectable } from '@nestjs/common';
import { makeMessengerStartUrl } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import {
  getMessengerStatus,
  previewMessenger,
  verifyMessenger,
  type MessengerOutcome,
  type MessengerStatus,
} from '@questp/messages/quests';
import { Bus, Rpc } from '@questp/service';
import type { JsonObject } from '../../../catalog/definition/json-schema.js';
import type { Decision } from '../../../catalog/definition/outcome.js';
import { viaOf } from '../../../catalog/definition/task-type.js';
import { TaskTypes } from '../../../catalog/definition/task-types.js';
import type { EarnerAndQuest } from '../../../people/earners/earner-and-quest.js';
import { assertCompletedVia } from '../../../verification/entry/quest-entry.js';
import { QuestEntryRepository } from '../../../verification/entry/quest-entry.repository.js';
import { GatherFacts } from '../../../verification/facts/gather-facts.js';
import { botStart } from './bot-start.js';
import { MessengerQuestsRepository } from './messenger-quests.repository.js';

/** What a check would come to, with nothing recorded. */
@Injectable()
export class ShowMessengerStatus {
  constructor(
    private readonly entries: QuestEntryRepository,
    private readonly quests: MessengerQuestsRepository,
    private readonly types: TaskTypes,
    private readonly gather: GatherFacts,
    private readonly bus: Bus,
  ) {}

  @Rpc(getMessengerStatus)
  async ofEarner(who: RequestOf<typeof getMessengerStatus>): Promise<MessengerStatus> {
    const entry = await this.entries.read(who);
    assertCompletedVia(entry, verifyMessenger);
    const { projectId, taskTypeId, config } = entry.quest;
    return this.show(who, { projectId, taskTypeId, config });
  }

  /** With the account of the member of the team who asks. NOT_FOUND for anybody else */
  @Rpc(previewMessenger)
  async ofTeam(who: RequestOf<typeof previewMessenger>): Promise<MessengerStatus> {
    const quest = await this.quests.ofTeam(who);
    if (quest === undefined) throw new AppError('NOT_FOUND');
    return this.show(who, quest);
  }

  private async show(
    { userId, questId }: EarnerAndQuest,
    { projectId, taskTypeId, config }: { projectId: string; taskTypeId: string; config: JsonObject },
  ): Promise<MessengerStatus> {
    const type = this.types.get(taskTypeId);
    if (!type.available || viaOf(type) !== verifyMessenger) throw new AppError('WRONG_TASK_TYPE');
    const who = { userId, questId, projectId };
    const startsBot = taskTypeId === botStart.id;
    const { url } = startsBot ? await this.bus.call(makeMessengerStartUrl, who) : { url: null };
    const { missing, values } = await this.gather.execute({
      ...who,
      startsAt: null,
      type,
      method: 'platform_api',
      config,
      inputs: {},
    });
    const decision = missing ?? type.rule(config, {}, { ...values, now: new Date(), startsAt: null });
    return { ...told(decision), startUrl: url };
  }
}

function told(decision: Decision): { outcome: MessengerOutcome; detail: string | null } {
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
