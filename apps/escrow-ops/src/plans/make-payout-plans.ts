import { Inject, Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { allocationSha256 } from '@questp/escrow-client';
import { Database, sql, type Tx } from '@questp/postgres';
import { BackgroundWorker, LOGGER, type Logger } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { EscrowStatesRepository } from '../chain/escrows/escrow-states.repository.js';
import { COMMIT_PHASES, escrowPool, settingsPool, toPlannedPool, type CampaignPool } from './campaign-pool.js';
import { CampaignsRepository, type PublishedCampaign } from './campaigns.repository.js';
import { EarnersRepository } from './earners.repository.js';
import { listHash } from './list-hash.js';
import { dividePool, listEarners, type ListedEarner } from './payout-plan.js';
import { PayoutPlansRepository } from './payout-plans.repository.js';
import { toListedEarner } from './payout-row.js';
import { PayoutsRepository } from './payouts.repository.js';
import type { PlanPool, PlanRow } from './plan-row.js';

const EVERY_MS = 2_000;
/** Previews of the team that are kept, per campaign. */
const KEPT_PREVIEWS = 10;

/** Earners, and the credits that their points are the sum of. */
interface List {
  earners: ListedEarner[];
  credits: Pick<PlanRow, 'asOf' | 'ledgerCredits' | 'ledgerPosition'>;
}

/** Makes the requested plans. Every replica does so, and each plan is made once. */
@Injectable()
export class MakePayoutPlans extends BackgroundWorker {
  constructor(
    private readonly db: Database,
    private readonly chains: ChainRegistry,
    private readonly escrows: EscrowStatesRepository,
    private readonly campaigns: CampaignsRepository,
    private readonly earners: EarnersRepository,
    private readonly plans: PayoutPlansRepository,
    private readonly payouts: PayoutsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ name: 'payout plans', logger, idleMs: EVERY_MS, failedMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    for (const { id } of await this.plans.allRequested()) await this.make(id);
    return false;
  }

  private make(id: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      // The lists of a plan are read page by page.
      await tx.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`);
      // Dividing takes seconds for 100,000 earners, and longer on a busy machine.
      await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '5min'`);
      const plan = await this.plans.claim(tx, id);
      const campaign = plan && (await this.campaigns.get(tx, plan.campaignId));
      if (plan === undefined || campaign === undefined) return;
      const pool = await this.poolOf(plan, campaign);
      if (pool === undefined) return;
      const list = await (plan.listOf === null ? this.read(tx, plan, campaign, pool) : this.keep(tx, plan.listOf));
      if (list !== undefined) await this.store(tx, plan, pool.pool, list);
    });
  }

  /** Undefined: it cannot be divided now. */
  private async poolOf({ kind }: PlanRow, { id, rewardPool }: PublishedCampaign): Promise<CampaignPool | undefined> {
    if (rewardPool === null) return undefined;
    const chain = this.chains.get(rewardPool.chainId);
    if (rewardPool.mode === 'manual') return settingsPool(rewardPool, 0);
    const [state] = await this.escrows.ofCampaign(id, 1);
    const isFunded = state !== undefined && state.status.phase !== 'cancelled' && state.status.phase !== 'expired';
    if (!isFunded) return kind === 'preview' ? settingsPool(rewardPool, chain?.escrow?.feeBps ?? 0) : undefined;
    if (kind === 'final' && !COMMIT_PHASES.includes(state.status.phase)) return undefined;
    return escrowPool(rewardPool, state, chain?.escrow?.admin ?? null);
  }

  /** Reads the earners. Undefined: a merge of accounts is moving points. */
  private async read(
    tx: Tx,
    { kind }: PlanRow,
    campaign: PublishedCampaign,
    { pool, forbidden }: CampaignPool,
  ): Promise<List | undefined> {
    const chain = this.chains.get(pool.chainId);
    if (chain === undefined || (kind === 'final' && (await this.earners.isMerging(tx, campaign.id)))) return undefined;
    const asOf = (kind === 'final' && campaign.endedAt) || (await now(tx));
    const { earners, credits, position } = await this.earners.asOf(tx, campaign, asOf);
    return {
      earners: listEarners({ earners, chain, chains: this.chains, forbidden }),
      credits: { asOf, ledgerCredits: `${credits}`, ledgerPosition: position },
    };
  }

  /** The list of an earlier plan. */
  private async keep(tx: Tx, planId: string): Promise<List> {
    const { asOf, ledgerCredits, ledgerPosition } = await this.plans.byId(tx, planId);
    const earners: ListedEarner[] = [];
    for (;;) {
      const rows = await this.payouts.after(tx, planId, earners.length);
      if (rows.length === 0) return { earners, credits: { asOf, ledgerCredits, ledgerPosition } };
      earners.push(...rows.map(toListedEarner));
    }
  }

  private async store(tx: Tx, plan: PlanRow, pool: PlanPool, { earners, credits }: List): Promise<void> {
    const { id, campaignId, projectId, version, kind } = plan;
    const { rows, entries, total, fee, leftover, isExact } = dividePool(earners, toPlannedPool(pool));
    const allocation = rows.flatMap(({ payout, amount }) =>
      payout === null || amount === null ? [] : [{ address: payout.address, weight: amount }],
    );
    await this.payouts.insert(tx, id, rows, kind === 'final' ? 'pending' : 'projected');
    await this.plans.supersede(tx, campaignId);
    await this.plans.update(tx, id, {
      ...{ status: 'ready', plannedAt: await now(tx), pool, isExact, entries, earners: rows.length, ...credits },
      ...{ total: `${total}`, fee: `${fee}`, leftover: `${leftover}`, listSha256: listHash(earners) },
      allocationSha256: entries === 0 ? null : Buffer.from(allocationSha256(allocation), 'hex'),
    });
    await this.plans.dropPreviews(tx, campaignId, KEPT_PREVIEWS);
    await emit(tx, 'payout_plan.changed', campaignId, { projectId, campaignId, version, kind, status: 'ready' });
  }
}

/** The time of the transaction, by the clock of the database. */
async function now(tx: Tx): Promise<Date> {
  const row = await tx.row<{ now: Date }>(sql`SELECT now() AS now`);
  return row?.now ?? new Date();
}
