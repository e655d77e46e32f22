import { ListOfText, OneOf, Text, enumeration } from '../../language/fields/index.js';
import { CampaignMoved } from './campaigns.js';

/** Events of a campaign of which its participants and team are notified. */
export const ANNOUNCED_TYPES = enumeration('AnnouncedType', [
  'campaign.started',
  'campaign.ended',
  'campaign.budget_nearly_used',
  'campaign.budget_used',
]);
export type AnnouncedType = (typeof ANNOUNCED_TYPES)[number];

/** Maximum recipients per event. */
export const MAX_ANNOUNCED = 500;

export class CampaignAnnounced extends CampaignMoved {
  @OneOf(ANNOUNCED_TYPES)
  announced!: AnnouncedType;

  @Text({ max: 160 })
  campaignTitle!: string;

  @ListOfText({ max: MAX_ANNOUNCED, maxLength: 40, form: 'user_id' })
  userIds!: string[];
}
