import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import {
  microsOf,
  mostMicros,
  type CredentialProvider,
  type FactCost,
  type Payer,
} from '@questp/messages/integrations';
import { Database } from '@questp/postgres';
import { FactFailure } from '../outbound/platform-fact.js';
import { ChargesRepository, NONE, type Account, type WindowUse } from './charges.repository.js';
import { isAdmitted, type Quota } from '../outbound/quota.js';

/** How long after a refusal for its share a project is admitted again at the earliest: a tenth of the window. */
const SHARE_WAIT = 0.1;
/** A check that waits for a budget is made due when the budget is raised; this is the fallback. */
const BUDGET_WAIT_MS = 3_600_000;

/** One request to a platform. */
export interface ChargedRequest {
  provider: CredentialProvider;
  /** Name of the platform in sentences. */
  title: string;
  cost: FactCost;
  /** The quota that the request uses; undefined: one that no other project uses. */
  quota: Quota | undefined;
  payer: Payer | undefined;
}

/** Counts an admitted request by the resources of its answer; undefined: the platform was not reached. */
export type Settle = (resources: number | undefined) => Promise<void>;

/**
 * Admits requests to platforms within the quotas of the platforms and the budgets of campaigns. A request is counted
 * before it is sent, with the most it can cost, and corrected by its answer: a crash in between counts too much for the
 * requests in flight, and never too little.
 */
@Injectable()
export class ChargeRequests {
  constructor(
    private readonly db: Database,
    private readonly charges: ChargesRepository,
  ) {}

  /** @throws FactFailure for a request that is not admitted; nothing is counted */
  async admit(request: ChargedRequest): Promise<Settle> {
    const { provider, cost, quota, payer } = request;
    const account = { provider, projectId: payer?.projectId ?? NONE, campaignId: payer?.campaignId ?? NONE };
    const budgetUsd = account.campaignId === NONE ? null : (payer?.budgetUsd ?? null);
    const amounts = { requests: 1, micros: mostMicros(cost) };
    const counted = await this.db
      .transaction(async (tx) => {
        const isPriced = amounts.micros > 0 && account.campaignId !== NONE;
        const [isCovered, use, day] = await Promise.all([
          isPriced ? this.charges.addToCampaign(tx, account, budgetUsd, amounts.micros) : true,
          quota && this.charges.addToQuota(tx, account, quota, amounts[quota.of]),
          this.charges.addToSpend(tx, account, amounts),
        ]);
        if (!isCovered) throw overBudget();
        if (quota && use) requireAdmitted(request.title, quota, use);
        return { day, startsAt: use?.startsAt };
      })
      .catch(async (error: unknown) => {
        const isOverBudget = error instanceof FactFailure && error.status === 'over_budget';
        if (isOverBudget && budgetUsd !== null) await this.reach(account, 'used', budgetUsd);
        throw error;
      });

    return async (resources) => {
      const micros = amounts.micros - microsOf(cost, resources ?? 0);
      const requests = resources === undefined ? amounts.requests : 0;
      const { day, startsAt } = counted;
      if (micros > 0 || requests > 0) {
        const rest = { requests, micros };
        const used = quota && startsAt && { startsAt, used: rest[quota.of] };
        await this.db.transaction((tx) => this.charges.takeBack(tx, account, { day, quota: used }, rest));
      }
      if (amounts.micros > 0 && budgetUsd !== null) await this.reach(account, 'nearly_used', budgetUsd);
    };
  }

  /** Publishes that a campaign has reached a level of its budget, once for each budget. */
  private async reach(account: Account, level: 'nearly_used' | 'used', budgetUsd: string): Promise<void> {
    const { projectId, campaignId } = account;
    await this.db.transaction(async (tx) => {
      if (!(await this.charges.reach(tx, account, level, budgetUsd))) return;
      await emit(tx, 'integration.budget_reached', campaignId, { projectId, campaignId, level, budgetUsd });
    });
  }
}

const overBudget = () =>
  new FactFailure(
    'over_budget',
    'The budget of the campaign for checks is used up; the check goes on when the team raises it.',
    new Date(Date.now() + BUDGET_WAIT_MS),
  );

/** @throws FactFailure */
function requireAdmitted(title: string, { most }: Quota, use: WindowUse): void {
  if (isAdmitted({ most, ...use })) return;
  const { total, startsAt, endsAt } = use;
  if (total > most) throw new FactFailure('unavailable', `The quota of the ${title} is used up for now.`, endsAt);
  const wait = (endsAt.getTime() - startsAt.getTime()) * SHARE_WAIT;
  const retryAt = new Date(Math.min(endsAt.getTime(), Date.now() + wait));
  throw new FactFailure('unavailable', `The project has used its share of the quota of the ${title} for now.`, retryAt);
}
