import { Module } from '@nestjs/common';
import { CreditRepository } from '../credit/credit.repository.js';
import { ReversalRepository } from '../credit/reversal.repository.js';
import { QuestEntryRepository } from '../credit/quest-entry.repository.js';
import { ChecksHandlers } from './checks.handlers.js';
import { ChecksRepository } from './checks.repository.js';
import { GatherFacts } from './gather-facts.js';
import { Hindrances } from './hindrances.js';
import { LearnMethods } from './learn-methods.js';
import { NegativesRepository } from './negatives.repository.js';
import { PendingRepository } from './pending.repository.js';
import { RecheckPending } from './recheck-pending.js';
import { RecordDecision } from './record-decision.js';
import { SubjectsRepository } from './subjects.repository.js';
import { VerifyAttempt } from './verify-attempt.js';

/** gather -> rule -> record, for every feature that completes quests. */
@Module({
  controllers: [ChecksHandlers],
  providers: [
    ChecksRepository,
    CreditRepository,
    ReversalRepository,
    GatherFacts,
    Hindrances,
    LearnMethods,
    NegativesRepository,
    PendingRepository,
    QuestEntryRepository,
    RecheckPending,
    RecordDecision,
    SubjectsRepository,
    VerifyAttempt,
  ],
  exports: [
    ChecksRepository,
    CreditRepository,
    ReversalRepository,
    GatherFacts,
    Hindrances,
    PendingRepository,
    QuestEntryRepository,
    RecheckPending,
    SubjectsRepository,
    VerifyAttempt,
  ],
})
export class PipelineModule {}
