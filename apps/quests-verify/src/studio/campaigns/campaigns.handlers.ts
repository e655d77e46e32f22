import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { readCampaignSpend } from '@questp/messages/integrations';
import {
  getCampaign,
  getCampaignBudget,
  getCampaignTotals,
  getProjectTotals,
  listCampaigns,
  type CampaignBudget,
} from '@questp/messages/quests';
import { readPage } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { toCampaign } from './campaign.js';
import { CampaignsRepository } from './campaigns.repository.js';

@Injectable()
export class CampaignsHandlers {
  constructor(
    private readonly campaignsRepository: CampaignsRepository,
    private readonly bus: Bus,
  ) {}

  @Rpc(listCampaigns)
  async list(request: RequestOf<typeof listCampaigns>) {
    return readPage(
      request,
      (part) => this.campaignsRepository.list({ ...request, ...part }),
      ({ sortKey }) => sortKey,
      toCampaign,
    );
  }

  @Rpc(getCampaign)
  async get({ projectId, campaignId }: RequestOf<typeof getCampaign>) {
    return toCampaign(await this.campaignsRepository.get(projectId, campaignId));
  }

  @Rpc(getProjectTotals)
  async projectTotals({ projectId }: RequestOf<typeof getProjectTotals>) {
    return this.campaignsRepository.projectTotals(projectId);
  }

  @Rpc(getCampaignBudget)
  async budget({ projectId, campaignId }: RequestOf<typeof getCampaignBudget>): Promise<CampaignBudget> {
    const { id, checkBudgetUsd } = await this.campaignsRepository.get(projectId, campaignId);
    return { checkBudgetUsd, ...(await this.bus.call(readCampaignSpend, { campaignId: id })) };
  }

  @Rpc(getCampaignTotals)
  async totals({ projectId, campaignId }: RequestOf<typeof getCampaignTotals>) {
    const { id } = await this.campaignsRepository.get(projectId, campaignId);
    return this.campaignsRepository.totals(id);
  }
}
