import { AppError } from '@questp/messages/language';
import type { CampaignRow } from '../campaigns/campaign.js';

/** INVALID_TRANSITION once a campaign is over: quests can no longer be added or published. */
export function requireOpen({ status }: CampaignRow): void {
  if (status === 'draft' || status === 'active') return;
  throw new AppError('INVALID_TRANSITION', { detail: `The campaign is ${status}.` });
}
