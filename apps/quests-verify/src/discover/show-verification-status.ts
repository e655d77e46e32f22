import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { getVerificationStatus, type LatestCheck, type VerificationStatus } from '@questp/messages/quests';
import { ChecksRepository, type CheckRow } from '../ledger/checks/checks.repository.js';
import { found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { NegativesRepository } from '../verification/attempts/negatives.repository.js';
import { HYBRID_NEGATIVES } from '../verification/attempts/decide.js';
import { QuestEntryRepository } from '../verification/entry/quest-entry.repository.js';
import { DiscoverQuests } from './discover-quests.js';

/** The state of an earner at a quest: its availability and the latest check. */
@Injectable()
export class ShowVerificationStatus {
  constructor(
    private readonly discoverQuests: DiscoverQuests,
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly negativesRepository: NegativesRepository,
    private readonly checksRepository: ChecksRepository,
  ) {}

  /** NOT_FOUND */
  @Rpc(getVerificationStatus)
  async execute(who: RequestOf<typeof getVerificationStatus>): Promise<VerificationStatus> {
    const [quest, { periodKey }, [latest]] = await Promise.all([
      this.discoverQuests.one(who),
      this.questEntryRepository.read(who),
      this.checksRepository.list({ limit: 1 }, who),
    ]);
    return {
      method: quest.method,
      availability: found(quest.availability ?? undefined),
      negativeChecks: await this.negativesRepository.counted({ ...who, periodKey }),
      reviewAfter: quest.method === 'hybrid' ? HYBRID_NEGATIVES : null,
      check: latest === undefined ? null : checkOf(latest),
      submission: quest.submission,
    };
  }
}

const checkOf = ({ at, outcome, code, detail }: CheckRow): LatestCheck => ({
  at: at.toISOString(),
  outcome,
  code,
  detail,
});
