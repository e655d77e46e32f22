import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { removeMember } from '@questp/messages/quests';
import { emit } from '@questp/events';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { EndKeys } from '../projects/end-keys.js';
import { ProjectsRepository } from '../projects/projects.repository.js';
import { MembersRepository } from './members.repository.js';

@Injectable()
export class RemoveMember {
  constructor(
    private readonly database: Database,
    private readonly projectsRepository: ProjectsRepository,
    private readonly membersRepository: MembersRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    private readonly endKeys: EndKeys,
  ) {}

  @Rpc(removeMember)
  async execute({ projectId, userId, removedBy }: RequestOf<typeof removeMember>): Promise<null> {
    await this.database.transaction(async (tx) => {
      const project = await this.projectsRepository.lock(tx, projectId);
      if (!(await this.membersRepository.remove(tx, projectId, userId))) throw new AppError('NOT_FOUND');
      await this.membersRepository.requireAdmin(tx, projectId);
      const removed = { projectId, projectName: project.name, userId, removedBy };
      await this.projectAuditRepository.add(tx, { projectId, action: 'member.removed', subjectId: userId });
      await emit(tx, 'project.member_removed', projectId, removed);
    });
    await this.endKeys.execute({ projectId, userId });
    return null;
  }
}
