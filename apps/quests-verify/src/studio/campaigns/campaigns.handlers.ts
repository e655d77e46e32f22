import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import {
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  getCampaign,
  getCampaignTotals,
  getProjectTotals,
  listCampaigns,
  moveCampaign,
  updateCampaign,
} from '@questp/messages/quests';
import { readPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toCampaign } from './campaign.js';
import { CampaignsRepository } from './campaigns.repository.js';
import { CreateCampaign } from './create-campaign.js';
import { DeleteCampaign } from './delete-campaign.js';
import { DuplicateCampaign } from './duplicate-campaign.js';
import { MoveCampaign } from './move-campaign.js';
import { UpdateCampaign } from './update-campaign.js';

@Injectable()
export class CampaignsHandlers {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly createCampaign: CreateCampaign,
    private readonly duplicateCampaign: DuplicateCampaign,
    private readonly updateCampaign: UpdateCampaign,
    private readonly deleteCampaign: DeleteCampaign,
    private readonly moveCampaign: MoveCampaign,
  ) {}

  @Rpc(createCampaign)
  async create(request: RequestOf<typeof createCampaign>) {
    return this.createCampaign.run(request);
  }

  @Rpc(listCampaigns)
  async list(request: RequestOf<typeof listCampaigns>) {
    return readPage(
      request,
      (part) => this.campaigns.list({ ...request, ...part }),
      ({ sortKey }) => sortKey,
      toCampaign,
    );
  }

  @Rpc(getCampaign)
  async get({ projectId, campaignId }: RequestOf<typeof getCampaign>) {
    return toCampaign(await this.campaigns.get(projectId, campaignId));
  }

  @Rpc(updateCampaign)
  async update(request: RequestOf<typeof updateCampaign>) {
    return this.updateCampaign.run(request);
  }

  @Rpc(duplicateCampaign)
  async duplicate(request: RequestOf<typeof duplicateCampaign>) {
    return this.duplicateCampaign.run(request);
  }

  @Rpc(deleteCampaign)
  async delete(request: RequestOf<typeof deleteCampaign>) {
    return this.deleteCampaign.run(request);
  }

  @Rpc(moveCampaign)
  async move(request: RequestOf<typeof moveCampaign>) {
    return this.moveCampaign.run(request);
  }

  @Rpc(getProjectTotals)
  async projectTotals({ projectId }: RequestOf<typeof getProjectTotals>) {
    return this.campaigns.projectTotals(projectId);
  }

  @Rpc(getCampaignTotals)
  async totals({ projectId, campaignId }: RequestOf<typeof getCampaignTotals>) {
    const { id } = await this.campaigns.get(projectId, campaignId);
    return this.campaigns.totals(id);
  }
}
