import { Module } from '@nestjs/common';
import { AccountDeletionsModule } from './account-deletions/account-deletions.module.js';
import { AccountMergesModule } from './account-merges/account-merges.module.js';
import { AnnouncementsModule } from './announcements/announcements.module.js';
import { CampaignsModule } from './campaigns/campaigns.module.js';
import { DiscoverModule } from './discover/discover.module.js';
import { EarnersModule } from './earners/earners.module.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { MembersModule } from './members/members.module.js';
import { OperatorsModule } from './operators/operators.module.js';
import { ParticipantsModule } from './participants/participants.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { QuestsModule } from './quests/quests.module.js';
import { ReviewCallsModule } from './review-calls/review-calls.module.js';
import { TaskTypeCatalogModule } from './task-type-catalog/task-type-catalog.module.js';

/** What teams make and what everybody sees of it. */
@Module({
  imports: [
    EarnersModule,
    AccountDeletionsModule,
    AccountMergesModule,
    OperatorsModule,
    ProjectsModule,
    MembersModule,
    InvitationsModule,
    CampaignsModule,
    AnnouncementsModule,
    ReviewCallsModule,
    TaskTypeCatalogModule,
    QuestsModule,
    ParticipantsModule,
    DiscoverModule,
    HousekeepingModule,
  ],
})
export class StudioModule {}
