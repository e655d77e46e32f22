import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { withdrawInvitation } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { InvitationsRepository } from './invitations.repository.js';

@Injectable()
export class WithdrawInvitation {
  constructor(
    private readonly database: Database,
    private readonly projectsRepository: ProjectsRepository,
    private readonly invitationsRepository: InvitationsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {}

  @Rpc(withdrawInvitation)
  async execute({ projectId, invitationId }: RequestOf<typeof withdrawInvitation>): Promise<null> {
    return this.database.transaction(async (tx) => {
      await this.projectsRepository.lock(tx, projectId);
      const { status, userId } = await this.invitationsRepository.inProject(tx, projectId, invitationId);
      if (status === 'accepted' || status === 'declined') throw new AppError('INVITATION_CLOSED');
      if (status === 'withdrawn') return null;
      await this.invitationsRepository.close(tx, invitationId, 'withdrawn');
      await this.projectAuditRepository.add(tx, {
        projectId,
        action: 'member.invitation_withdrawn',
        subjectId: userId,
      });
      return null;
    });
  }
}
