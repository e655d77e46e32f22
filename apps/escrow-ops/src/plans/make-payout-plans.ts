import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { Database, type Sql, type Tx } from '@questp/postgres';
import { BackgroundWorker } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { EscrowStatesRepository } from '../chain/escrows/escrow-states.repository.js';
import { COMMIT_PHASES, escrowPool, settingsPool, toPlannedPool, type CampaignPool } from './campaign-pool.js';
import { CloseObjections } from './close-objections.js';
import { CampaignsRepository, type PublishedCampaign } from './campaigns.repository.js';
import { EarnersRepository, type CreditTimes } from './earners.repository.js';
import { dividePool } from './payout-plan.js';
import { PayoutPlansRepository } from './payout-plans.repository.js';
import { PayoutSchedulesRepository, type ScheduleRow } from './payout-schedules.repository.js';
import { PlanAnnouncementsRepository } from './plan-announcements.repository.js';
import { PlanHashes } from './plan-hashes.js';
import { PlanListsRepository } from './plan-lists.repository.js';
import type { PlanPool, PlanRow } from './plan-row.js';

const EVERY_MS = 2_000;
/** Operators are alerted if more than one in this many submissions is undecided. */
const UNDECIDED_PART = 5;
/** Previews of the team that are kept per campaign. */
const KEPT_PREVIEWS = 10;

/** The earners that a plan lists, and the credits that their points are the sum of. */
interface Listing {
  list: Sql;
  credits: Pick<PlanRow, 'asOf' | 'listReadAt' | 'ledgerCredits' | 'ledgerPosition'>;
}

/**
 * Makes the requested plans, and approves as the platform those whose time has come: in the transaction that reads the
 * list, so that an account which is suspended before is not paid. Every replica does so, and each plan is made once.
 */
@Injectable()
export class MakePayoutPlans extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly chainRegistry: ChainRegistry,
    private readonly escrowStatesRepository: EscrowStatesRepository,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly earnersRepository: EarnersRepository,
    private readonly payoutPlansRepository: PayoutPlansRepository,
    private readonly payoutSchedulesRepository: PayoutSchedulesRepository,
    private readonly planListsRepository: PlanListsRepository,
    private readonly planHashes: PlanHashes,
    private readonly planAnnouncementsRepository: PlanAnnouncementsRepository,
    private readonly closeObjections: CloseObjections,
  ) {
    super({ name: 'payout plans', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    await this.each(
      await this.payoutPlansRepository.allRequested(),
      ({ id }) => this.make(id),
      ({ id }) => ({ planId: id }),
    );
    return false;
  }

  private make(id: string): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.payoutPlansRepository.beginMaking(tx);
      const plan = await this.payoutPlansRepository.claim(tx, id);
      const campaign = plan && (await this.campaignsRepository.get(tx, plan.campaignId));
      if (plan === undefined || campaign === undefined) return;
      const schedule = await this.payoutSchedulesRepository.keep(tx, plan.campaignId);
      const pool = await this.poolOf(plan, campaign);
      if (pool === undefined) return;
      const listing = await (plan.listOf === null
        ? this.read(tx, plan, campaign, pool, schedule)
        : this.keep(tx, plan.listOf));
      if (listing !== undefined) await this.store(tx, plan, pool.pool, listing);
    });
  }

  /** Undefined: the pool cannot be divided now. */
  private async poolOf({ kind }: PlanRow, { id, rewardPool }: PublishedCampaign): Promise<CampaignPool | undefined> {
    if (rewardPool === null) return undefined;
    const chain = this.chainRegistry.get(rewardPool.chainId);
    if (rewardPool.mode === 'manual') return settingsPool(rewardPool, 0);
    const [state] = await this.escrowStatesRepository.ofCampaign(id, 1);
    const isFunded = state !== undefined && state.status.phase !== 'cancelled' && state.status.phase !== 'expired';
    if (!isFunded) return kind === 'preview' ? settingsPool(rewardPool, chain?.escrow?.feeBps ?? 0) : undefined;
    if (kind === 'final' && !COMMIT_PHASES.includes(state.status.phase)) return undefined;
    return escrowPool(rewardPool, state, chain?.escrow?.admin ?? null);
  }

  /** Lists the earners. Undefined: a merge of accounts is moving points. */
  private async read(
    tx: Tx,
    { id, kind }: PlanRow,
    campaign: PublishedCampaign,
    { pool, forbidden }: CampaignPool,
    schedule: ScheduleRow | undefined,
  ): Promise<Listing | undefined> {
    const chain = this.chainRegistry.get(pool.chainId);
    if (chain === undefined || (kind === 'final' && (await this.earnersRepository.isMerging(tx, campaign.id))))
      return undefined;
    const readAt = await this.payoutPlansRepository.now(tx);
    const times = timesOf(kind, schedule, readAt);
    if (times === undefined) return undefined;
    const inputs = { chain, chains: this.chainRegistry, forbidden };
    let [credited, position] = [0, ''];
    for await (const part of this.earnersRepository.counting(tx, campaign, times, pool.chainId)) {
      await this.planListsRepository.add(tx, id, part.earners, inputs);
      credited += part.credits;
      if (part.position > position) ({ position } = part);
    }
    const counted = { ledgerCredits: `${credited}`, ledgerPosition: position || null };
    return {
      list: this.planListsRepository.of(id),
      credits: { asOf: times.creditedBefore, listReadAt: readAt, ...counted },
    };
  }

  /** The list of an earlier plan. */
  private async keep(tx: Tx, planId: string): Promise<Listing> {
    const { asOf, listReadAt, ledgerCredits, ledgerPosition } = await this.payoutPlansRepository.byId(tx, planId);
    return {
      list: this.planListsRepository.kept(planId),
      credits: { asOf, listReadAt, ledgerCredits, ledgerPosition },
    };
  }

  private async store(tx: Tx, plan: PlanRow, pool: PlanPool, { list, credits }: Listing): Promise<void> {
    const { id, campaignId, kind } = plan;
    const divided = dividePool(await this.planListsRepository.groups(tx, list), toPlannedPool(pool));
    const { shares, entries, total, fee, leftover, isExact } = divided;
    const earners = await this.planListsRepository.divide(
      tx,
      id,
      list,
      shares,
      kind === 'final' ? 'pending' : 'projected',
    );
    const listSha256 = await this.planHashes.list(tx, id);
    const allocationSha256 = await this.planHashes.allocation(tx, id);
    const current = await this.payoutPlansRepository.current(tx, campaignId);
    if (current !== undefined && isSame(current, { ...plan, pool, asOf: credits.asOf, listSha256, allocationSha256 })) {
      await this.payoutPlansRepository.confirmList(tx, current.id);
      await this.payoutPlansRepository.drop(tx, id);
      return this.approve(tx, current);
    }
    await this.payoutPlansRepository.supersede(tx, campaignId);
    await this.payoutPlansRepository.update(tx, id, {
      ...{
        status: 'ready',
        plannedAt: await this.payoutPlansRepository.now(tx),
        pool,
        isExact,
        entries,
        earners,
        ...credits,
      },
      ...{ total: `${total}`, fee: `${fee}`, leftover: `${leftover}`, listSha256, allocationSha256 },
    });
    await this.planAnnouncementsRepository.begin(tx, id, current?.id ?? null);
    await this.payoutPlansRepository.dropPreviews(tx, campaignId, KEPT_PREVIEWS);
    await this.publish(tx, plan, 'ready');
    // No alert for a campaign whose freeze an operator moved.
    const isFrozen = kind === 'final' && current?.kind !== 'final' && plan.freezeMovedAt === null;
    if (isFrozen) await this.alertOfUndecided(tx, campaignId);
    await this.approve(tx, plan);
  }

  /** If its time has come. */
  private async approve(tx: Tx, plan: PlanRow): Promise<void> {
    if (!(await this.payoutPlansRepository.approveAsPlatform(tx, plan.id))) return;
    await this.planAnnouncementsRepository.resume(tx, plan.id);
    await this.closeObjections.execute(tx, plan.campaignId);
    await this.publish(tx, plan, 'approved');
  }

  /** Alerts operators of a list that froze with many submissions undecided. */
  private async alertOfUndecided(tx: Tx, campaignId: string): Promise<void> {
    const { submitted, undecided } = await this.payoutSchedulesRepository.progress(tx, campaignId);
    if (undecided * UNDECIDED_PART > submitted) {
      await emit(tx, 'payouts.undecided', campaignId, { campaignId, submitted, undecided });
    }
  }

  private async publish(tx: Tx, plan: PlanRow, status: 'ready' | 'approved'): Promise<void> {
    const { id: planId, campaignId, projectId, version, kind, approvesAt } = plan;
    const isAwaited = kind === 'final' && status === 'ready' && approvesAt !== null;
    const autoApproveAt = isAwaited ? approvesAt.toISOString() : undefined;
    const change = { projectId, campaignId, planId, version, kind, status, ...(autoApproveAt && { autoApproveAt }) };
    await emit(tx, 'payout_plan.changed', campaignId, change);
  }
}

/** Undefined: the list is not frozen yet. */
function timesOf(kind: PlanRow['kind'], schedule: ScheduleRow | undefined, now: Date): CreditTimes | undefined {
  const submittedBefore = schedule?.endedAt ?? null;
  if (kind === 'preview')
    return { submittedBefore, creditedBefore: now, creditedByOperatorsBefore: now, reversedBefore: now };
  if (schedule === undefined || schedule.freezesAt > now) return undefined;
  const { freezesAt, correctedUntil, operatorsUntil } = schedule;
  return {
    submittedBefore,
    creditedBefore: freezesAt,
    creditedByOperatorsBefore: latest(freezesAt, operatorsUntil),
    reversedBefore: latest(freezesAt, correctedUntil),
  };
}

const latest = (a: Date, b: Date | null): Date => (b === null || a > b ? a : b);

/** True if the list that the platform read again equals the list of the current plan. */
function isSame(current: PlanRow, next: PlanRow): boolean {
  const facts = ({ kind, asOf, pool, listSha256, allocationSha256 }: PlanRow) =>
    [
      kind,
      asOf?.getTime(),
      pool?.attempt,
      pool?.gross,
      listSha256?.toString('hex'),
      allocationSha256?.toString('hex'),
    ].join();
  return next.kind === 'final' && current.status === 'ready' && facts(current) === facts(next);
}
