import { Injectable } from '@nestjs/common';
import {
  listProjectSpend,
  listSpend,
  readCampaignSpend,
  toUsd,
  type CampaignSpend,
  type Spend,
} from '@questp/messages/integrations';
import type { Page, RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { ChargesRepository } from './charges.repository.js';
import { SpendRepository } from './spend.repository.js';

@Injectable()
export class SpendHandlers {
  constructor(
    private readonly spendRepository: SpendRepository,
    private readonly chargesRepository: ChargesRepository,
  ) {}

  @Rpc(listProjectSpend)
  ofProject(request: RequestOf<typeof listProjectSpend>): Promise<Page<Spend>> {
    return this.spendRepository.list(request);
  }

  @Rpc(listSpend)
  ofAll(request: RequestOf<typeof listSpend>): Promise<Page<Spend>> {
    return this.spendRepository.list(request);
  }

  @Rpc(readCampaignSpend)
  async ofCampaign({ campaignId }: RequestOf<typeof readCampaignSpend>): Promise<CampaignSpend> {
    return { spentUsd: toUsd(await this.chargesRepository.ofCampaign(campaignId)) };
  }
}
