import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import type { EscrowSnapshot } from '@questp/messages/escrow';
import type { Tx } from '@questp/postgres';
import { PendingRepository } from '../../verification/attempts/pending.repository.js';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { PoolLocksRepository, type PoolOutcome } from './pool-locks.repository.js';

/**
 * Fixes pool and dates once an escrow is funded, until it is cancelled, and records until when decisions change payouts.
 * Events may come in any order.
 */
@Injectable()
export class PoolEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(
    private readonly poolLocksRepository: PoolLocksRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    pendingRepository: PendingRepository,
  ) {
    this.handlers = {
      'escrow.funded': (tx, { data }) => this.record(tx, data, 'funded'),
      'payout_schedule.changed': async (tx, { data, occurredAt }) => {
        await this.poolLocksRepository.schedule(tx, data, occurredAt);
        // Those that wait for a proof wait until then at most.
        await pendingRepository.makeCampaignDue(tx, data.campaignId);
      },
      'escrow.phase_changed': async (tx, { data }) => {
        if (data.escrow.phase === 'cancelled') await this.record(tx, data, 'cancelled');
      },
    };
  }

  private async record(tx: Tx, { campaignId, escrow }: EscrowSnapshot, outcome: PoolOutcome): Promise<void> {
    const { attempt, address } = escrow;
    const campaign = await this.poolLocksRepository.record(tx, campaignId, attempt, outcome);
    if (campaign === undefined) return;
    const { projectId, title } = campaign;
    const action = `campaign.pool_${outcome}` as const;
    const actor = { actorType: 'system', actorId: null } as const;
    await this.projectAuditRepository.add(tx, {
      projectId,
      action,
      subjectId: campaignId,
      details: { title, attempt, address },
      actor,
    });
  }
}
