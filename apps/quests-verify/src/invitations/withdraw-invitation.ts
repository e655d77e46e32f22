import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf, type withdrawInvitation } from '@questp/messages';
import { Database } from '@questp/postgres';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { InvitationsRepository } from './invitations.repository.js';

@Injectable()
export class WithdrawInvitation {
  constructor(
    private readonly db: Database,
    private readonly projects: ProjectsRepository,
    private readonly invitations: InvitationsRepository,
  ) {}

  async run({ projectId, invitationId }: RequestOf<typeof withdrawInvitation>): Promise<null> {
    return this.db.transaction(async (tx) => {
      await this.projects.lock(tx, projectId);
      const status = await this.invitations.statusInProject(tx, projectId, invitationId);
      if (status === 'accepted' || status === 'declined') throw new AppError('INVITATION_CLOSED');
      await this.invitations.close(tx, invitationId, 'withdrawn');
      return null;
    });
  }
}
