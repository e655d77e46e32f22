import { Module } from '@nestjs/common';
import { CreditRepository } from '../../ledger/credits/credit.repository.js';
import { ReversalRepository } from '../../ledger/credits/reversal.repository.js';
import { QuestEntryRepository } from '../entry/quest-entry.repository.js';
import { ChecksHandlers } from '../../ledger/checks/checks.handlers.js';
import { ChecksRepository } from '../../ledger/checks/checks.repository.js';
import { GatherFacts } from '../facts/gather-facts.js';
import { Hindrances } from '../facts/hindrances.js';
import { LearnMethods } from './learn-methods.js';
import { NegativesRepository } from './negatives.repository.js';
import { PendingRepository } from './pending.repository.js';
import { RecheckPending } from '../rechecks/recheck-pending.js';
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
