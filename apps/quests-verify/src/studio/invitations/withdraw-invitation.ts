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
    private readonly db: Database,
    private readonly projects: ProjectsRepository,
    private readonly invitations: InvitationsRepository,
    private readonly audit: ProjectAuditRepository,
  ) {}

  @Rpc(withdrawInvitation)
  async execute({ projectId, invitationId }: RequestOf<typeof withdrawInvitation>): Promise<null> {
    return this.db.transaction(async (tx) => {
      await this.projects.lock(tx, projectId);
      const { status, userId } = await this.invitations.inProject(tx, projectId, invitationId);
      if (status === 'accepted' || status === 'declined') throw new AppError('INVITATION_CLOSED');
      if (status === 'withdrawn') return null;
      await this.invitations.close(tx, invitationId, 'withdrawn');
      await this.audit.add(tx, { projectId, action: 'member.invitation_withdrawn', subjectId: userId });
      return null;
    });
  }
}
