import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { AppError, type RequestOf } from '@questp/messages/language';
import { answerInvitation, type OwnInvitation } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { MembersRepository } from '../members/members.repository.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { toOwnInvitation } from './invitation.js';
import { InvitationsRepository } from './invitations.repository.js';

@Injectable()
export class AnswerInvitation {
  constructor(
    private readonly db: Database,
    private readonly projects: ProjectsRepository,
    private readonly members: MembersRepository,
    private readonly invitations: InvitationsRepository,
    private readonly audit: ProjectAuditRepository,
  ) {}

  @Rpc(answerInvitation)
  async execute({ userId, invitationId, answer }: RequestOf<typeof answerInvitation>): Promise<OwnInvitation> {
    return this.db.transaction(async (tx) => {
      // Checked before the lock, so that a user without an invitation cannot make a team wait.
      const { projectId } = await this.invitations.ofUser(tx, userId, invitationId);
      const { name: projectName } = await this.projects.lock(tx, projectId);
      const invitation = await this.invitations.ofUser(tx, userId, invitationId);
      const { role, invitedBy } = invitation;
      // A repeated answer has no effect: a member who has left since does not join again.
      if (invitation.status === answer) return toOwnInvitation(invitation);
      if (invitation.status !== 'invited') throw new AppError('INVITATION_CLOSED');
      await this.invitations.close(tx, invitationId, answer);
      if (answer === 'accepted') {
        await this.members.insert(tx, projectId, userId, role);
        const details = { role, invitedBy };
        await this.audit.add(tx, { projectId, action: 'member.joined', subjectId: userId, details });
        await emit(tx, 'project.member_added', projectId, { projectId, projectName, userId, role, invitedBy });
      }
      return toOwnInvitation({ ...invitation, status: answer });
    });
  }
}
