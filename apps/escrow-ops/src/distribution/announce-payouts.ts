import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { MAX_PAYOUTS_ANNOUNCED, PAYOUT_ANNOUNCEMENTS } from '@questp/messages/escrow';
import { Database, iso, type Tx } from '@questp/postgres';
import { BackgroundWorker, RowTurns } from '@questp/service';
import {
  PayoutAnnouncementsRepository,
  type AnnouncedPlan,
  type AnnouncedRow,
} from './payout-announcements.repository.js';

const EVERY_MS = 2_000;

/**
 * Notifies earners of the payouts of previews after the end, of final lists and of approved plans, page by page: each page is marked and published in one transaction,
 * so that a crash loses none and repeats none. A superseded plan is not announced any further.
 */
@Injectable()
export class AnnouncePayouts extends BackgroundWorker {
  private readonly turns = new RowTurns();

  constructor(
    private readonly database: Database,
    private readonly payoutAnnouncementsRepository: PayoutAnnouncementsRepository,
  ) {
    super({ name: 'payout announcements', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    // Without a transaction, because every idle replica repeats this query.
    if (!(await this.payoutAnnouncementsRepository.areDue())) return false;
    return this.turns.run((passedOver, onTaken) =>
      this.database.transaction(async (tx) => {
        const plan = await this.payoutAnnouncementsRepository.take(tx, passedOver);
        if (plan === undefined) return false;
        onTaken(plan.id);
        if (plan.status !== 'approved' && plan.status !== 'ready')
          await this.payoutAnnouncementsRepository.end(tx, plan);
        else await this.announce(tx, plan);
        return true;
      }, 'payout.announcements'),
    );
  }

  private async announce(tx: Tx, plan: AnnouncedPlan): Promise<void> {
    const rows = await this.payoutAnnouncementsRepository.mark(tx, plan, MAX_PAYOUTS_ANNOUNCED);
    if (rows.length === 0) return this.payoutAnnouncementsRepository.pause(tx, plan);
    await this.payoutAnnouncementsRepository.continue(tx, plan);
    await this.publish(tx, plan, rows);
  }

  private async publish(
    tx: Tx,
    {
      id: planId,
      campaignId,
      projectId,
      version,
      status,
      pool,
      claimDeadline,
      approvesAt,
      movedFreezeAt,
    }: AnnouncedPlan,
    rows: AnnouncedRow[],
  ): Promise<void> {
    const { chainId, denom, symbol, decimals } = pool;
    const plan = { projectId, campaignId, planId, version, chainId, denom, symbol, decimals };
    for (const announced of PAYOUT_ANNOUNCEMENTS) {
      const payouts = rows.flatMap(({ kind, ...payout }) => (kind === announced ? [payout] : []));
      const isFailed = announced === 'failed' || announced === 'claim_ending';
      const deadlines = {
        claimDeadline: isFailed ? iso(claimDeadline) : null,
        autoApproveAt: status === 'ready' ? iso(approvesAt) : null,
        ...(announced === 'interim' && movedFreezeAt !== null && { movedFreezeAt: iso(movedFreezeAt) }),
      };
      const change = { ...plan, announced, ...deadlines, payouts };
      if (payouts.length > 0) await emit(tx, 'payouts.announced', campaignId, change);
    }
  }
}
