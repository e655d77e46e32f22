import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import {
  adminListProjects,
  archiveProject,
  createProject,
  getProject,
  listOwnProjects,
  updateProject,
} from '@questp/messages/quests';
import { readPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ArchiveProject } from './archive-project.js';
import { CreateProject } from './create-project.js';
import { toProject } from './project.js';
import { ProjectsRepository } from './projects.repository.js';
import { UpdateProject } from './update-project.js';

@Injectable()
export class ProjectsHandlers {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly createProject: CreateProject,
    private readonly updateProject: UpdateProject,
    private readonly archiveProject: ArchiveProject,
  ) {}

  @Rpc(createProject)
  async create(request: RequestOf<typeof createProject>) {
    return this.createProject.run(request);
  }

  @Rpc(listOwnProjects)
  async listOwn(request: RequestOf<typeof listOwnProjects>) {
    return readPage(
      request,
      (part) => this.projects.listOfMember({ ...request, ...part }),
      ({ sortKey }) => sortKey,
      (row) => ({ ...toProject(row), role: row.role }),
    );
  }

  @Rpc(getProject)
  async get({ projectId }: RequestOf<typeof getProject>) {
    return toProject(await this.projects.get(projectId));
  }

  @Rpc(updateProject)
  async update(request: RequestOf<typeof updateProject>) {
    return this.updateProject.run(request);
  }

  @Rpc(archiveProject)
  async archive(request: RequestOf<typeof archiveProject>) {
    return this.archiveProject.run(request);
  }

  @Rpc(adminListProjects)
  async adminList(request: RequestOf<typeof adminListProjects>) {
    return readPage(
      request,
      (part) => this.projects.list({ ...request, ...part }),
      ({ sortKey }) => sortKey,
      toProject,
    );
  }
}
