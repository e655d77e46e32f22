import { Injectable } from '@nestjs/common';
import { makeMessengerStartUrl } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { getMessengerStatus, previewMessenger, verifyMessenger, type MessengerStatus } from '@questp/messages/quests';
import { Bus, Rpc } from '@questp/service';
import type { EarnerAndQuest } from '../../../people/earners/earner-and-quest.js';
import { PreviewCheck } from '../../../verification/attempts/preview-check.js';
import type { PreviewedQuest } from '../../../verification/attempts/team-quests.repository.js';
import { assertCompletedBy } from '../../../verification/entry/quest-entry.js';
import { QuestEntryRepository } from '../../../verification/entry/quest-entry.repository.js';
import { botStart } from './bot-start.js';

@Injectable()
export class ShowMessengerStatus {
  constructor(
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly previewCheck: PreviewCheck,
    private readonly bus: Bus,
  ) {}

  @Rpc(getMessengerStatus)
  async ofEarner(who: RequestOf<typeof getMessengerStatus>): Promise<MessengerStatus> {
    const entry = await this.questEntryRepository.read(who);
    assertCompletedBy(entry, verifyMessenger);
    const { quest } = entry;
    return { ...(await this.previewCheck.of(who, quest, verifyMessenger)), startUrl: await this.startUrl(who, quest) };
  }

  @Rpc(previewMessenger)
  async ofTeam(who: RequestOf<typeof previewMessenger>): Promise<MessengerStatus> {
    const { quest, preview } = await this.previewCheck.ofTeam(who, verifyMessenger);
    return { ...preview, startUrl: await this.startUrl(who, quest) };
  }

  private async startUrl(who: EarnerAndQuest, { projectId, taskTypeId }: PreviewedQuest): Promise<string | null> {
    if (taskTypeId !== botStart.id) return null;
    const { userId, questId } = who;
    return (await this.bus.call(makeMessengerStartUrl, { userId, questId, projectId })).url;
  }
}
