import { Injectable } from '@nestjs/common';
import type { PageRequest, RequestOf } from '@questp/messages/language';
import {
  discoverCampaign,
  discoverCampaignBySlug,
  discoverCampaigns,
  discoverProject,
  discoverProjects,
  discoverQuest,
  discoverQuestBySlug,
  discoverQuests,
} from '@questp/messages/quests';
import { readPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toPublicProject } from '../studio/projects/project.js';
import { DiscoverCampaigns } from './discover-campaigns.js';
import { DiscoverQuests } from './discover-quests.js';
import { DiscoverRepository } from './discover.repository.js';

@Injectable()
export class DiscoverHandlers {
  constructor(
    private readonly discover: DiscoverRepository,
    private readonly discoverCampaigns: DiscoverCampaigns,
    private readonly discoverQuests: DiscoverQuests,
  ) {}

  @Rpc(discoverProjects)
  async projects(request: RequestOf<typeof discoverProjects>) {
    const read = (part: PageRequest) => this.discover.projects({ ...request, ...part });
    return readPage(request, read, ({ start, id }) => [start, id], toPublicProject);
  }

  @Rpc(discoverProject)
  async project({ slug }: RequestOf<typeof discoverProject>) {
    return toPublicProject(await this.discover.project(slug));
  }

  @Rpc(discoverCampaigns)
  async campaigns(request: RequestOf<typeof discoverCampaigns>) {
    return this.discoverCampaigns.page(request);
  }

  @Rpc(discoverCampaign)
  async campaign(request: RequestOf<typeof discoverCampaign>) {
    return this.discoverCampaigns.one(request);
  }

  @Rpc(discoverCampaignBySlug)
  async campaignBySlug(request: RequestOf<typeof discoverCampaignBySlug>) {
    return this.discoverCampaigns.bySlug(request);
  }

  @Rpc(discoverQuestBySlug)
  async questBySlug(request: RequestOf<typeof discoverQuestBySlug>) {
    return this.discoverQuests.bySlug(request);
  }

  @Rpc(discoverQuests)
  async quests(request: RequestOf<typeof discoverQuests>) {
    return this.discoverQuests.page(request);
  }

  @Rpc(discoverQuest)
  async quest(request: RequestOf<typeof discoverQuest>) {
    return this.discoverQuests.one(request);
  }
}
