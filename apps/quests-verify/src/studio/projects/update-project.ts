import { Injectable } from '@nestjs/common';
import { AppError, requireVersion, type RequestOf } from '@questp/messages/language';
import { updateProject, type Project } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { usePicture } from '@questp/service-kit';
import { changedMembers } from '../audit/changed-members.js';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { toProject, type ProjectRow } from './project.js';
import { ProjectsRepository } from './projects.repository.js';

@Injectable()
export class UpdateProject {
  constructor(
    private readonly database: Database,
    private readonly projectsRepository: ProjectsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    private readonly bus: Bus,
  ) {}

  @Rpc(updateProject)
  async execute({ projectId, ifMatch, ...change }: RequestOf<typeof updateProject>): Promise<Project> {
    await usePicture(this.bus, change.logoUrl);
    return this.database.transaction(async (tx) => {
      const current = await this.projectsRepository.lock(tx, projectId);
      requireVersion(ifMatch, current);
      if (current.status !== 'active') throw new AppError('INVALID_TRANSITION', { detail: 'The project is archived.' });
      const next = { ...current, ...change };
      const changed = changedMembers<ProjectRow>(current, next, change);
      if (changed.length > 0) {
        const details = { title: current.name, changed };
        await this.projectAuditRepository.add(tx, {
          projectId,
          action: 'project.updated',
          subjectId: projectId,
          details,
        });
      }
      return toProject(await this.projectsRepository.update(tx, next));
    });
  }
}
