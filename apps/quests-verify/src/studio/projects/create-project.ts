import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { createProject, type Project } from '@questp/messages/quests';
import { Database, idempotent } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { usePicture } from '@questp/service-kit';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { EMPTY_PROFILE, toProject } from './project.js';
import { DailyLimits } from '../../shared/daily-limits.js';
import { ProjectsRepository } from './projects.repository.js';

@Injectable()
export class CreateProject {
  constructor(
    private readonly database: Database,
    private readonly projectsRepository: ProjectsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    private readonly dailyLimits: DailyLimits,
    private readonly bus: Bus,
  ) {}

  @Rpc(createProject)
  async execute({ userId, idempotency, ...draft }: RequestOf<typeof createProject>): Promise<Project> {
    await usePicture(this.bus, draft.logoUrl);
    return this.database.transaction((tx) =>
      idempotent(tx, idempotency, async () => {
        await this.dailyLimits.admit(tx, 'newProjects');
        const row = await this.projectsRepository.insert(tx, { ...EMPTY_PROFILE, ...draft }, userId);
        const details = { title: row.name };
        await this.projectAuditRepository.add(tx, {
          projectId: row.id,
          action: 'project.created',
          subjectId: row.id,
          details,
        });
        return toProject(row);
      }),
    );
  }
}
