import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { getUser } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { addMember, type Invitation } from '@questp/messages/quests';
import { Database, idempotent } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { EarnersRepository } from '../../people/earners/earners.repository.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { toInvitation } from './invitation.js';
import { InvitationLimitsRepository } from './invitation-limits.repository.js';
import { InvitationPreferencesRepository } from './invitation-preferences.repository.js';
import { InvitationsRepository } from './invitations.repository.js';

@Injectable()
export class InviteMember {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly projectsRepository: ProjectsRepository,
    private readonly invitationsRepository: InvitationsRepository,
    private readonly invitationLimitsRepository: InvitationLimitsRepository,
    private readonly invitationPreferencesRepository: InvitationPreferencesRepository,
    private readonly earnersRepository: EarnersRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {}

  @Rpc(addMember)
  async execute({ projectId, userId, role, invitedBy, idempotency }: RequestOf<typeof addMember>): Promise<Invitation> {
    const user = await this.bus.call(getUser, { userId });
    return this.database.transaction((tx) =>
      idempotent(tx, idempotency, async () => {
        const { name: projectName, status } = await this.projectsRepository.lock(tx, projectId);
        if (status === 'archived') throw new AppError('INVALID_TRANSITION', { detail: 'The project is archived.' });
        await this.earnersRepository.ensure(tx, user);
        await this.invitationsRepository.admit(tx, projectId, userId);
        await this.invitationPreferencesRepository.requireInvitable(tx, userId, projectId);
        await this.invitationLimitsRepository.admit(tx, { invitedBy, userId });
        const row = await this.invitationsRepository.insert(tx, { projectId, userId, role, invitedBy });
        const invitation = toInvitation(row);
        const { id: invitationId, expiresAt } = invitation;
        const invited = { projectId, projectName, userId, role, invitedBy, invitationId, expiresAt };
        await this.projectAuditRepository.add(tx, {
          projectId,
          action: 'member.invited',
          subjectId: userId,
          details: { role },
        });
        await emit(tx, 'project.member_invited', projectId, invited);
        return invitation;
      }),
    );
  }
}
