import { Module } from '@nestjs/common';
import { AttestationModule } from './attestation/attestation.module.js';
import { DailyCheckinModule } from './daily-checkin/daily-checkin.module.js';
import { LeaderboardModule } from './leaderboard/leaderboard.module.js';
import { QuizModule } from './quiz/quiz.module.js';
import { ReviewModule } from './review/review.module.js';
import { SecretCodeModule } from './secret-code/secret-code.module.js';
import { SubmissionsModule } from './submissions/submissions.module.js';
import { VisitModule } from './visit/visit.module.js';

/** What earners do, what it earns them, and who reviews it. */
@Module({
  imports: [
    AttestationModule,
    DailyCheckinModule,
    LeaderboardModule,
    QuizModule,
    ReviewModule,
    SecretCodeModule,
    SubmissionsModule,
    VisitModule,
  ],
})
export class VerificationModule {}
