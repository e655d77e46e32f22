import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { AppError, type RequestOf } from '@questp/messages/language';
import { updateMember, type Member } from '@questp/messages/quests';
import { Database, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { toMember } from './member.js';
import { MembersRepository } from './members.repository.js';

@Injectable()
export class UpdateMember {
  constructor(
    private readonly database: Database,
    private readonly projectsRepository: ProjectsRepository,
    private readonly membersRepository: MembersRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {}

  @Rpc(updateMember)
  async execute({ projectId, userId, role }: RequestOf<typeof updateMember>): Promise<Member> {
    return this.database.transaction(async (tx) => {
      const { name: projectName } = await this.projectsRepository.lock(tx, projectId);
      if (!(await this.membersRepository.setRole(tx, projectId, userId, role))) throw new AppError('NOT_FOUND');
      await this.membersRepository.requireAdmin(tx, projectId);
      const action = 'member.role_changed';
      await this.projectAuditRepository.add(tx, { projectId, action, subjectId: userId, details: { role } });
      await emit(tx, 'project.member_updated', projectId, { projectId, projectName, userId, role });
      return toMember(found(await this.membersRepository.get(tx, projectId, userId)));
    });
  }
}
