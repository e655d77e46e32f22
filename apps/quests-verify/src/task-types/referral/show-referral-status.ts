import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { getReferralStatus, type ReferralStatus } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { configOf } from '../../catalog/definition/task-type.js';
import { assertActive } from '../../verification/entry/quest-entry.js';
import { QuestEntryRepository } from '../../verification/entry/quest-entry.repository.js';
import { RefereesRepository } from './referees.repository.js';
import { ReferralCodesRepository } from './referral-codes.repository.js';
import { conditionOf, referralConfig, requireReferralQuest } from './referral-type.js';

@Injectable()
export class ShowReferralStatus {
  constructor(
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly refereesRepository: RefereesRepository,
    private readonly referralCodesRepository: ReferralCodesRepository,
  ) {}

  /** WRONG_TASK_TYPE, MEMBER_CANNOT_EARN */
  @Rpc(getReferralStatus)
  async execute(who: RequestOf<typeof getReferralStatus>): Promise<ReferralStatus> {
    const entry = await this.questEntryRepository.read(who);
    const { quest, type, isMember } = entry;
    assertActive(entry);
    requireReferralQuest(type);
    if (isMember) throw new AppError('MEMBER_CANNOT_EARN');
    const config = configOf(referralConfig, type, quest.config);
    const referrer = { userId: who.userId, campaignId: quest.campaignId };
    const [code, counts] = await Promise.all([
      this.referralCodesRepository.codeOf(referrer),
      this.refereesRepository.count(referrer, conditionOf(config)),
    ]);
    return { code, ...counts, needed: config.minReferrals };
  }
}
