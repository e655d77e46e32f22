import { Module } from '@nestjs/common';
import { AttestationModule } from './task-types/signature/attestation.module.js';
import { ChainModule } from './verification/facts/chain.module.js';
import { DailyCheckinModule } from './task-types/daily-checkin/daily-checkin.module.js';
import { EvidenceModule } from './verification/facts/evidence.module.js';
import { KeptSumsModule } from './standings/aggregates/kept-sums.module.js';
import { LeaderboardModule } from './standings/leaderboard/leaderboard.module.js';
import { QueuesModule } from './ledger/submissions/queues.module.js';
import { QuizModule } from './task-types/quiz/quiz.module.js';
import { ReviewModule } from './review/decisions/review.module.js';
import { SecretCodeModule } from './task-types/secret-code/secret-code.module.js';
import { SubmissionsModule } from './verification/attempts/submissions.module.js';
import { PipelineModule } from './verification/attempts/pipeline.module.js';
import { VisitModule } from './task-types/visit/visit.module.js';
import { WalletsModule } from './verification/facts/wallets.module.js';

/** What earners do, what it earns them, and who reviews it. */
@Module({
  imports: [
    AttestationModule,
    ChainModule,
    DailyCheckinModule,
    EvidenceModule,
    KeptSumsModule,
    LeaderboardModule,
    PipelineModule,
    QueuesModule,
    QuizModule,
    ReviewModule,
    SecretCodeModule,
    SubmissionsModule,
    VisitModule,
    WalletsModule,
  ],
})
export class VerificationModule {}
