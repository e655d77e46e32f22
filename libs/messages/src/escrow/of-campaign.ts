import { PageRequest } from '../language/contract/paging.js';
import { Count, Id, combine } from '../language/fields/index.js';

export const PLAN_ID = {
  description: 'Id of the payout plan',
  example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b11',
} as const;

/** Members of a message about a campaign. */
export class OfCampaign {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;
}

export class CampaignPageRequest extends combine(PageRequest, OfCampaign) {}

export class OfPlan extends OfCampaign {
  @Id(PLAN_ID)
  planId!: string;
}

export class OfPlanVersion extends OfPlan {
  @Count({ description: 'Version of the plan', example: 1 })
  version!: number;
}
