import { Controller } from '@nestjs/common';
import {
  discoverCampaign,
  discoverCampaignBySlug,
  discoverCampaigns,
  discoverProject,
  discoverProjects,
  discoverQuest,
  discoverQuestBySlug,
  discoverQuests,
  type PageRequest,
  type RequestOf,
} from '@questp/messages';
import { readPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toPublicProject } from '../projects/project.js';
import { DiscoverQuests } from './discover-quests.js';
import { DiscoverRepository } from './discover.repository.js';
import { toPublicCampaign } from './public-campaign.js';

@Controller()
export class DiscoverHandlers {
  constructor(
    private readonly discover: DiscoverRepository,
    private readonly discoverQuests: DiscoverQuests,
  ) {}

  @Rpc(discoverProjects)
  async projects(request: RequestOf<typeof discoverProjects>) {
    const read = (part: PageRequest) => this.discover.projects({ ...request, ...part });
    return readPage(request, read, ({ id }) => [id], toPublicProject);
  }

  @Rpc(discoverProject)
  async project({ slug }: RequestOf<typeof discoverProject>) {
    return toPublicProject(await this.discover.project(slug));
  }

  @Rpc(discoverCampaigns)
  async campaigns(request: RequestOf<typeof discoverCampaigns>) {
    const read = (part: PageRequest) => this.discover.campaigns({ ...request, ...part });
    return readPage(request, read, ({ id }) => [id], toPublicCampaign);
  }

  @Rpc(discoverCampaign)
  async campaign({ campaignId }: RequestOf<typeof discoverCampaign>) {
    return toPublicCampaign(await this.discover.campaign({ id: campaignId }));
  }

  @Rpc(discoverCampaignBySlug)
  async campaignBySlug({ slug, campaignSlug }: RequestOf<typeof discoverCampaignBySlug>) {
    return toPublicCampaign(await this.discover.campaign({ slug: campaignSlug, projectSlug: slug }));
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
