import { Injectable } from '@nestjs/common';
import type { PageRequest, RequestOf } from '@questp/messages/language';
import { discoverProject, discoverProjects } from '@questp/messages/quests';
import { readPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toPublicProject } from '../studio/projects/project.js';
import { DiscoverRepository } from './discover.repository.js';

@Injectable()
export class DiscoverProjects {
  constructor(private readonly discoverRepository: DiscoverRepository) {}

  @Rpc(discoverProjects)
  async page(request: RequestOf<typeof discoverProjects>) {
    const read = (part: PageRequest) => this.discoverRepository.projects({ ...request, ...part });
    return readPage(request, read, ({ start, id }) => [start, id], toPublicProject);
  }

  @Rpc(discoverProject)
  async one({ slug }: RequestOf<typeof discoverProject>) {
    return toPublicProject(await this.discoverRepository.project(slug));
  }
}
