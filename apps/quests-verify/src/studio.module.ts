import { Module } from '@nestjs/common';
import { AccountDeletionsModule } from './accounts/deletions/account-deletions.module.js';
import { AccountMergesModule } from './accounts/merges/account-merges.module.js';
import { AnnouncementsModule } from './studio/announcements/announcements.module.js';
import { CampaignsModule } from './studio/campaigns/campaigns.module.js';
import { DiscoverModule } from './discover/discover.module.js';
import { EarnersModule } from './people/earners/earners.module.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { InvitationsModule } from './studio/invitations/invitations.module.js';
import { MembersModule } from './studio/members/members.module.js';
import { OperatorsModule } from './people/operators/operators.module.js';
import { ParticipantsModule } from './studio/participants/participants.module.js';
import { ProjectsModule } from './studio/projects/projects.module.js';
import { QuestsModule } from './studio/quests/quests.module.js';
import { ReviewCallsModule } from './review/reminders/review-calls.module.js';
import { TaskTypeCatalogModule } from './catalog/listing/task-type-catalog.module.js';

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
