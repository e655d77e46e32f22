import { Module } from '@nestjs/common';
import { AttestationModule } from './attestation/attestation.module.js';
import { ChainModule } from './chain/chain.module.js';
import { DailyCheckinModule } from './daily-checkin/daily-checkin.module.js';
import { EvidenceModule } from './evidence/evidence.module.js';
import { KeptSumsModule } from './kept-sums/kept-sums.module.js';
import { LeaderboardModule } from './leaderboard/leaderboard.module.js';
import { QueuesModule } from './queues/queues.module.js';
import { QuizModule } from './quiz/quiz.module.js';
import { ReviewModule } from './review/review.module.js';
import { SecretCodeModule } from './secret-code/secret-code.module.js';
import { SubmissionsModule } from './submissions/submissions.module.js';
import { PipelineModule } from './verification/pipeline.module.js';
import { VisitModule } from './visit/visit.module.js';
import { WalletsModule } from './wallets/wallets.module.js';

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
