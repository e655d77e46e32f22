import { Injectable } from '@nestjs/common';
import { AppError, type Project, type RequestOf, type updateProject } from '@questp/messages';
import { Database } from '@questp/postgres';
import { requireVersion } from '../studio/require-version.js';
import { toProject } from './project.js';
import { ProjectsRepository } from './projects.repository.js';

@Injectable()
export class UpdateProject {
  constructor(
    private readonly db: Database,
    private readonly projects: ProjectsRepository,
  ) {}

  async run({ projectId, ifMatch, ...change }: RequestOf<typeof updateProject>): Promise<Project> {
    return this.db.transaction(async (tx) => {
      const current = await this.projects.lock(tx, projectId);
      requireVersion(ifMatch, current);
      if (current.status !== 'active') throw new AppError('INVALID_TRANSITION', { detail: 'The project is archived.' });
      return toProject(await this.projects.update(tx, { ...current, ...change }));
    });
  }
}
