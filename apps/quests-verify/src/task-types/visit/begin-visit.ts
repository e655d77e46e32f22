import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { completeVisit, startVisit, type Visit } from '@questp/messages/quests';
import { hashSecret, newSecret, Rpc } from '@questp/service';
import { assertActive, assertCompletedBy, assertOpen } from '../../verification/entry/quest-entry.js';
import { QuestEntryRepository } from '../../verification/entry/quest-entry.repository.js';
import { configOf } from '../../catalog/definition/task-type.js';
import { visitConfig } from './visit-type.js';
import { VISIT_TOKEN_SECONDS, visitCompleteFrom } from './visit-rule.js';
import { VisitsRepository } from './visits.repository.js';

/** Issues the token that completes the quest after the minimum time of the visit. */
@Injectable()
export class BeginVisit {
  constructor(
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly visitsRepository: VisitsRepository,
  ) {}

  @Rpc(startVisit)
  async execute(who: RequestOf<typeof startVisit>): Promise<Visit> {
    const entry = await this.questEntryRepository.read(who);
    assertActive(entry);
    assertCompletedBy(entry, completeVisit);
    assertOpen(entry);
    const config = configOf(visitConfig, entry.type, entry.quest.config);
    const visitToken = newSecret();
    const times = {
      issuedAt: entry.now,
      completeFrom: visitCompleteFrom(config, entry.now),
      expiresAt: new Date(entry.now.getTime() + VISIT_TOKEN_SECONDS * 1_000),
    };
    await this.visitsRepository.insert(who, hashSecret(visitToken), times);
    return {
      visitToken,
      url: config.url,
      completeFrom: times.completeFrom.toISOString(),
      expiresAt: times.expiresAt.toISOString(),
    };
  }
}
