import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { adminListProjects, getProject, listOwnProjects } from '@questp/messages/quests';
import { readPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toProject } from './project.js';
import { ProjectsRepository } from './projects.repository.js';

@Injectable()
export class ProjectsHandlers {
  constructor(private readonly projectsRepository: ProjectsRepository) {}

  @Rpc(listOwnProjects)
  async listOwn(request: RequestOf<typeof listOwnProjects>) {
    return readPage(
      request,
      (part) => this.projectsRepository.listOfMember({ ...request, ...part }),
      ({ sortKey }) => sortKey,
      (row) => ({ ...toProject(row), role: row.role }),
    );
  }

  @Rpc(getProject)
  async get({ projectId }: RequestOf<typeof getProject>) {
    return toProject(await this.projectsRepository.get(projectId));
  }

  @Rpc(adminListProjects)
  async adminList(request: RequestOf<typeof adminListProjects>) {
    return readPage(
      request,
      (part) => this.projectsRepository.list({ ...request, ...part }),
      ({ sortKey }) => sortKey,
      toProject,
    );
  }
}
