import { Injectable } from '@nestjs/common';
import type { Page, RequestOf } from '@questp/messages/language';
import {
  discoverCampaign,
  discoverCampaignBySlug,
  discoverCampaigns,
  type PublicCampaign,
} from '@questp/messages/quests';
import { readPage, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { DiscoverRepository, type CampaignSums, type PublicCampaignRow } from './discover.repository.js';
import { toPublicCampaign } from './public-campaign.js';

@Injectable()
export class DiscoverCampaigns {
  constructor(private readonly discoverRepository: DiscoverRepository) {}

  @Rpc(discoverCampaigns)
  page({ userId, ...request }: RequestOf<typeof discoverCampaigns>): Promise<Page<PublicCampaign>> {
    if (request.projectId === undefined && request.projectSlug === undefined) {
      return readPage(
        request,
        async (part) => this.withSums(await this.discoverRepository.campaignsOfAll({ ...request, ...part }), userId),
        ({ row: { start, projectId, id } }) => [start, projectId, id],
        ({ row, sums }) => toPublicCampaign(row, sums),
      );
    }
    return readPage(
      request,
      async (part) => this.withSums(await this.discoverRepository.campaigns({ ...request, ...part }), userId),
      ({ row: { id } }) => [id],
      ({ row, sums }) => toPublicCampaign(row, sums),
    );
  }

  @Rpc(discoverCampaign)
  async one({ campaignId, userId }: RequestOf<typeof discoverCampaign>): Promise<PublicCampaign> {
    return this.withOwnSums(await this.discoverRepository.campaign({ id: campaignId }), userId);
  }

  @Rpc(discoverCampaignBySlug)
  async bySlug({ slug, campaignSlug, userId }: RequestOf<typeof discoverCampaignBySlug>): Promise<PublicCampaign> {
    return this.withOwnSums(await this.discoverRepository.campaign({ slug: campaignSlug, projectSlug: slug }), userId);
  }

  private async withOwnSums(campaign: PublicCampaignRow, userId: string | undefined): Promise<PublicCampaign> {
    const { row, sums } = found((await this.withSums([campaign], userId))[0]);
    return toPublicCampaign(row, sums);
  }

  private async withSums<Row extends PublicCampaignRow>(
    rows: readonly Row[],
    userId: string | undefined,
  ): Promise<{ row: Row; sums: CampaignSums }[]> {
    const ids = rows.map(({ id }) => id);
    const sums = new Map((await this.discoverRepository.campaignSums(ids, userId)).map((sum) => [sum.id, sum]));
    return rows.map((row) => ({ row, sums: found(sums.get(row.id)) }));
  }
}
