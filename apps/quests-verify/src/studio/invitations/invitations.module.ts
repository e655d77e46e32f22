import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { EarnersModule } from '../../people/earners/earners.module.js';
import { MembersModule } from '../members/members.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { AnswerInvitation } from './answer-invitation.js';
import { InvitationLimitsRepository } from './invitation-limits.repository.js';
import { InvitationPreferencesRepository } from './invitation-preferences.repository.js';
import { InvitationsHandlers } from './invitations.handlers.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InviteMember } from './invite-member.js';
import { WithdrawInvitation } from './withdraw-invitation.js';

@Module({
  imports: [AuditModule, ProjectsModule, EarnersModule, MembersModule],
  controllers: [InvitationsHandlers],
  providers: [
    InvitationsRepository,
    InvitationLimitsRepository,
    InvitationPreferencesRepository,
    InviteMember,
    AnswerInvitation,
    WithdrawInvitation,
  ],
})
export class InvitationsModule {}
