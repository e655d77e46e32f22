import { StudioHandlers } from './studio.handlers.js';
import type { Wing } from '@questp/service-kit';
import { Announce } from './announcements/announce.js';
import { AnnouncementsRepository } from './announcements/announcements.repository.js';
import { ConnectionTeamsRepository } from './audit/connection-teams.repository.js';
import { IntegrationEvents } from './audit/integration-events.js';
import { ProjectAuditRepository } from './audit/project-audit.repository.js';
import { CampaignsHandlers } from './campaigns/campaigns.handlers.js';
import { BudgetEvents } from './campaigns/budget-events.js';
import { CampaignsRepository } from './campaigns/campaigns.repository.js';
import { CheckPool } from './campaigns/check-pool.js';
import { CreateCampaign } from './campaigns/create-campaign.js';
import { DeleteCampaign } from './campaigns/delete-campaign.js';
import { DuplicateCampaign } from './campaigns/duplicate-campaign.js';
import { EndDueCampaigns } from './campaigns/end-due-campaigns.js';
import { LockPool } from './campaigns/lock-pool.js';
import { MoveCampaign } from './campaigns/move-campaign.js';
import { PoolAudienceRepository } from './campaigns/pool-audience.repository.js';
import { PoolEvents } from './campaigns/pool-events.js';
import { PoolLocksRepository } from './campaigns/pool-locks.repository.js';
import { StartDueCampaigns } from './campaigns/start-due-campaigns.js';
import { UpdateCampaign } from './campaigns/update-campaign.js';
import { AnswerInvitation } from './invitations/answer-invitation.js';
import { InvitationLimitsRepository } from './invitations/invitation-limits.repository.js';
import { InvitationPreferencesRepository } from './invitations/invitation-preferences.repository.js';
import { InvitationsHandlers } from './invitations/invitations.handlers.js';
import { InvitationsRepository } from './invitations/invitations.repository.js';
import { InviteMember } from './invitations/invite-member.js';
import { WithdrawInvitation } from './invitations/withdraw-invitation.js';
import { MembersRepository } from './members/members.repository.js';
import { RemoveMember } from './members/remove-member.js';
import { UpdateMember } from './members/update-member.js';
import { ParticipantsRepository } from './participants/participants.repository.js';
import { ArchiveProject } from './projects/archive-project.js';
import { CreateProject } from './projects/create-project.js';
import { EndKeys } from './projects/end-keys.js';
import { ProjectsHandlers } from './projects/projects.handlers.js';
import { ProjectsRepository } from './projects/projects.repository.js';
import { UpdateProject } from './projects/update-project.js';
import { AttemptsRepository } from './quests/attempts.repository.js';
import { CreateQuest } from './quests/create-quest.js';
import { DeleteQuest } from './quests/delete-quest.js';
import { DuplicateQuest } from './quests/duplicate-quest.js';
import { ListQuests } from './quests/list-quests.js';
import { MoveQuest } from './quests/move-quest.js';
import { OrderQuests } from './quests/order-quests.js';
import { QuestsRepository } from './quests/quests.repository.js';
import { ResolveTarget } from './quests/resolve-target.js';
import { TestCheck } from './quests/test-check.js';
import { ResetAttempts } from './quests/reset-attempts.js';
import { UpdateQuest } from './quests/update-quest.js';

export const studio: Wing = {
  providers: [
    StudioHandlers,
    CampaignsHandlers,
    InvitationsHandlers,
    ProjectsHandlers,
    Announce,
    AnnouncementsRepository,
    ProjectAuditRepository,
    ConnectionTeamsRepository,
    IntegrationEvents,
    CampaignsRepository,
    BudgetEvents,
    CheckPool,
    LockPool,
    PoolAudienceRepository,
    PoolEvents,
    PoolLocksRepository,
    CreateCampaign,
    DuplicateCampaign,
    UpdateCampaign,
    MoveCampaign,
    DeleteCampaign,
    EndDueCampaigns,
    StartDueCampaigns,
    InvitationsRepository,
    InvitationLimitsRepository,
    InvitationPreferencesRepository,
    InviteMember,
    AnswerInvitation,
    WithdrawInvitation,
    MembersRepository,
    UpdateMember,
    RemoveMember,
    ParticipantsRepository,
    ProjectsRepository,
    CreateProject,
    UpdateProject,
    ArchiveProject,
    EndKeys,
    QuestsRepository,
    ResolveTarget,
    AttemptsRepository,
    CreateQuest,
    DuplicateQuest,
    ListQuests,
    UpdateQuest,
    MoveQuest,
    DeleteQuest,
    OrderQuests,
    ResetAttempts,
    TestCheck,
  ],
};
