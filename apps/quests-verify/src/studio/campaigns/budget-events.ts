import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { queueAnnouncement } from '../announcements/queue-announcement.js';
import { CampaignsRepository } from './campaigns.repository.js';

/** Announces to the team that the budget of a campaign is used. */
@Injectable()
export class BudgetEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(campaignsRepository: CampaignsRepository) {
    this.handlers = {
      'integration.budget_reached': async (tx, { data: { projectId, campaignId, level, budgetUsd } }) => {
        // Integrations may report a budget that the team has changed since, or of a campaign that was deleted.
        if (!(await campaignsRepository.hasBudget(tx, campaignId, budgetUsd))) return;
        await queueAnnouncement(tx, `campaign.budget_${level}`, { projectId, campaignId });
      },
    };
  }
}
