import { Module, type DynamicModule } from '@nestjs/common';
import { ServiceModule, type Parts } from '@questp/service';
import { AdminAuthController } from './admin/auth/admin-auth.controller.js';
import { AdminMeController } from './admin/me/admin-me.controller.js';
import { AdminProjectsController } from './admin/projects/admin-projects.controller.js';
import { AdminSubmissionsController } from './admin/submissions/admin-submissions.controller.js';
import { AdminTaskTypesController } from './admin/task-types/admin-task-types.controller.js';
import { AdminUsersController } from './admin/users/admin-users.controller.js';
import { AdminsController } from './admin/admins/admins.controller.js';
import { AuditLogController } from './admin/audit-log/audit-log.controller.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { AttestationController } from './attestation/attestation.controller.js';
import { AuthController } from './auth/auth.controller.js';
import { CampaignsController } from './campaigns/campaigns.controller.js';
import { DailyCheckinController } from './daily-checkin/daily-checkin.controller.js';
import { DiscoverController } from './discover/discover.controller.js';
import { RateLimits } from './edge/rate-limits/rate-limits.js';
import { LeaderboardController } from './leaderboard/leaderboard.controller.js';
import { LedgerController } from './ledger/ledger.controller.js';
import { MembersController } from './members/members.controller.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { ProjectsController } from './projects/projects.controller.js';
import { QuestsController } from './quests/quests.controller.js';
import { QuizController } from './quiz/quiz.controller.js';
import { ReviewController } from './review/review.controller.js';
import { SecretCodeController } from './secret-code/secret-code.controller.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SubmissionsController } from './submissions/submissions.controller.js';
import { TaskTypesController } from './task-types/task-types.controller.js';
import { UsersController } from './users/users.controller.js';
import { VisitController } from './visit/visit.controller.js';
import { WalletsController } from './wallets/wallets.controller.js';

@Module({})
export class AppModule {
  static with(parts: Parts, limits: RateLimits): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with(parts)],
      providers: [{ provide: RateLimits, useValue: limits }],
      controllers: [
        AuthController,
        UsersController,
        WalletsController,
        SessionsController,
        LedgerController,
        NotificationsController,
        ProjectsController,
        MembersController,
        ApiKeysController,
        CampaignsController,
        QuestsController,
        ReviewController,
        TaskTypesController,
        DiscoverController,
        SubmissionsController,
        QuizController,
        DailyCheckinController,
        SecretCodeController,
        VisitController,
        AttestationController,
        LeaderboardController,
        AdminAuthController,
        AdminMeController,
        AdminsController,
        AdminUsersController,
        AuditLogController,
        AdminTaskTypesController,
        AdminProjectsController,
        AdminSubmissionsController,
      ],
    };
  }
}
