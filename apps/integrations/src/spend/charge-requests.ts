import { Inject, Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import {
  microsOf,
  mostMicros,
  type CredentialProvider,
  type FactCost,
  type Payer,
} from '@questp/messages/integrations';
import { Database } from '@questp/postgres';
import { CONFIG, count, type ConfigOf } from '@questp/service';
import { FactFailure } from '../description/platform-fact.js';
import { ChargesRepository, NONE, type Account, type WindowUse } from './charges.repository.js';
import { isAdmitted, isEarnerAdmitted, type Quota } from '../description/quota.js';

/** Fraction of the window after which a project that has used its share may try again. */
const SHARE_WAIT = 0.1;
/** Fallback: a raised budget makes the waiting checks due at once. */
const BUDGET_WAIT_MS = 3_600_000;

/** One request to a platform. */
export interface ChargedRequest {
  provider: CredentialProvider;
  /** Name of the platform in sentences. */
  title: string;
  cost: FactCost;
  /** Quota that all projects share; undefined: the request uses none. */
  quota: Quota | undefined;
  payer: Payer | undefined;
  /** Earner whose attempt needs the request; undefined if there is none. */
  userId: string | undefined;
}

export const SPEND_CONFIG = {
  CAMPAIGN_CHECK_BUDGET_USD: count({
    desc: 'US dollars that the checks of a campaign may cost whose team sets no budget of its own',
    default: 100,
  }),
};

/** Corrects the count of a request by the resources in its answer; undefined: the platform was not reached. */
export type Settle = (resources: number | undefined) => Promise<void>;

/**
 * Admits requests to platforms within the quotas of the platforms and the budgets of campaigns. A request is counted
 * at its highest cost before it is sent, and corrected by its answer. After a crash the requests in flight stay counted
 * at their highest cost; a cost is never counted too low.
 */
@Injectable()
export class ChargeRequests {
  constructor(
    private readonly database: Database,
    private readonly chargesRepository: ChargesRepository,
    @Inject(CONFIG) private readonly config: ConfigOf<typeof SPEND_CONFIG>,
  ) {}

  /** @throws FactFailure for a request that is not admitted; nothing is counted */
  async admit(request: ChargedRequest): Promise<Settle> {
    const { cost, quota } = request;
    const account = accountOf(request);
    const budgetUsd = request.payer?.budgetUsd ?? String(this.config.CAMPAIGN_CHECK_BUDGET_USD);
    const amounts = { requests: 1, micros: mostMicros(cost) };
    const isBudgeted = amounts.micros > 0 && account.campaignId !== NONE;
    const counted = await this.database
      .transaction(async (tx) => {
        const [isCovered, use, day] = await Promise.all([
          isBudgeted ? this.chargesRepository.addToCampaign(tx, account, budgetUsd, amounts.micros) : true,
          quota && this.chargesRepository.addToQuota(tx, account, quota, amounts[quota.of]),
          this.chargesRepository.addToSpend(tx, account, amounts),
        ]);
        if (!isCovered) throw overBudget();
        if (quota && use) requireAdmitted(request.title, quota, use, amounts[quota.of]);
        return { day, startsAt: use?.startsAt };
      })
      .catch(async (error: unknown) => {
        const isOverBudget = error instanceof FactFailure && error.status === 'over_budget';
        if (isOverBudget) await this.reach(account, 'used', budgetUsd);
        throw error;
      });

    return async (resources) => {
      const micros = amounts.micros - microsOf(cost, resources ?? 0);
      const requests = resources === undefined ? amounts.requests : 0;
      const { day, startsAt } = counted;
      if (micros > 0 || requests > 0) {
        const rest = { requests, micros };
        const used = quota && startsAt && { startsAt, used: rest[quota.of] };
        await this.database.transaction((tx) =>
          this.chargesRepository.takeBack(tx, account, { day, quota: used }, rest),
        );
      }
      if (isBudgeted) await this.reach(account, 'nearly_used', budgetUsd);
    };
  }

  /** Publishes that a campaign has reached a level of its budget, once per level and budget. */
  private async reach(account: Account, level: 'nearly_used' | 'used', budgetUsd: string): Promise<void> {
    const { projectId, campaignId } = account;
    await this.database.transaction(async (tx) => {
      if (!(await this.chargesRepository.reach(tx, account, level, budgetUsd))) return;
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

function accountOf({ provider, payer, userId }: ChargedRequest): Account {
  const owner = payer && (payer.ownerId === undefined ? `project ${payer.projectId}` : `owner ${payer.ownerId}`);
  return {
    provider,
    projectId: payer?.projectId ?? NONE,
    campaignId: payer?.campaignId ?? NONE,
    owner,
    earner: userId === undefined ? undefined : `earner ${userId}`,
  };
}

/**
 * @param amount of the request, which `use` includes
 * @throws FactFailure
 */
function requireAdmitted(title: string, { most }: Quota, use: WindowUse, amount: number): void {
  const { total, startsAt, endsAt, ofEarner } = use;
  if (!isEarnerAdmitted(most, ofEarner - amount)) {
    const spent = `Checks of your account have used their share of the quota of the ${title}.`;
    throw new FactFailure('unavailable', spent, endsAt);
  }
  if (isAdmitted({ most, ...use })) return;
  if (total > most) throw new FactFailure('unavailable', `The quota of the ${title} is used up.`, endsAt);
  const wait = (endsAt.getTime() - startsAt.getTime()) * SHARE_WAIT;
  const retryAt = new Date(Math.min(endsAt.getTime(), Date.now() + wait));
  throw new FactFailure('unavailable', `The team has used its share of the quota of the ${title}.`, retryAt);
}
