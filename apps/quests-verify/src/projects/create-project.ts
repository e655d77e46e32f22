import { Injectable } from '@nestjs/common';
import type { createProject, Project, RequestOf } from '@questp/messages';
import { Database, idempotent } from '@questp/postgres';
import { EMPTY_PROFILE, toProject } from './project.js';
import { ProjectsRepository } from './projects.repository.js';

@Injectable()
export class CreateProject {
  constructor(
    private readonly db: Database,
    private readonly projects: ProjectsRepository,
  ) {}

  async run({ userId, idempotency, ...draft }: RequestOf<typeof createProject>): Promise<Project> {
    return this.db.transaction((tx) =>
      idempotent(tx, idempotency, async () =>
        toProject(await this.projects.insert(tx, { ...EMPTY_PROFILE, ...draft }, userId)),
      ),
    );
  }
}
