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
    private readonly database: Database,
    private readonly projectsRepository: ProjectsRepository,
    private readonly membersRepository: MembersRepository,
    private readonly invitationsRepository: InvitationsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {}

  @Rpc(answerInvitation)
  async execute({ userId, invitationId, answer }: RequestOf<typeof answerInvitation>): Promise<OwnInvitation> {
    return this.database.transaction(async (tx) => {
      // Checked before the lock, so that a user without an invitation cannot make a team wait.
      const { projectId } = await this.invitationsRepository.ofUser(tx, userId, invitationId);
      const { name: projectName } = await this.projectsRepository.lock(tx, projectId);
      const invitation = await this.invitationsRepository.ofUser(tx, userId, invitationId);
      const { role, invitedBy } = invitation;
      // A repeated answer has no effect: a member who has left since does not join again.
      if (invitation.status === answer) return toOwnInvitation(invitation);
      if (invitation.status !== 'invited') throw new AppError('INVITATION_CLOSED');
      await this.invitationsRepository.close(tx, invitationId, answer);
      if (answer === 'accepted') {
        await this.membersRepository.insert(tx, projectId, userId, role);
        const details = { role, invitedBy };
        await this.projectAuditRepository.add(tx, { projectId, action: 'member.joined', subjectId: userId, details });
        await emit(tx, 'project.member_added', projectId, { projectId, projectName, userId, role, invitedBy });
      }
      return toOwnInvitation({ ...invitation, status: answer });
    });
  }
}
