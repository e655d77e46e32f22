import { Injectable } from '@nestjs/common';
import type { Page, RequestOf } from '@questp/messages/language';
import { listReferees, type Referee } from '@questp/messages/quests';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { configOf } from '../../catalog/definition/task-type.js';
import { toPublicUser } from '../../people/earners/public-user.js';
import { QuestEntryRepository } from '../../verification/entry/quest-entry.repository.js';
import { RefereesRepository, type RefereeRow } from './referees.repository.js';
import { conditionOf, referralConfig, requireReferralQuest } from './referral-type.js';

@Injectable()
export class ListReferees {
  constructor(
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly refereesRepository: RefereesRepository,
  ) {}

  /** WRONG_TASK_TYPE */
  @Rpc(listReferees)
  async execute({ userId, questId, ...page }: RequestOf<typeof listReferees>): Promise<Page<Referee>> {
    const { quest, type } = await this.questEntryRepository.read({ userId, questId });
    requireReferralQuest(type);
    const condition = conditionOf(configOf(referralConfig, type, quest.config));
    const rows = await this.refereesRepository.list({ userId, campaignId: quest.campaignId }, condition, page);
    return toPage(rows, page.limit, ({ id }) => [id], toReferee);
  }
}

const toReferee = ({ referredAt, reason, isMet, ...row }: RefereeRow): Referee => ({
  ...toPublicUser(row),
  referredAt: referredAt.toISOString(),
  state: reason !== null ? 'refused' : isMet ? 'counted' : 'pending',
  reason,
});
