import {
  CODE,
  enterCode,
  newStudio,
  SECRET_CODE,
  signIn,
  type Person,
  type Schemas,
  type Studio,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import type { Target } from './target.js';

const CAMPAIGN = '/v1/projects/{projectId}/campaigns/{campaignId}';
const PLANS = `${CAMPAIGN}/payout-plans` as const;

/** A pool that the team pays by hand; a chain of the platform's list. */
export const POOL = {
  mode: 'manual' as const,
  ...{ chainId: 'cosmoshub-4', denom: 'uatom', symbol: 'ATOM', decimals: 6 },
  ...{ totalAmount: '1000000', minPayout: null, maxPayout: null },
};

/** A draft of a campaign with a pool. */
export async function campaignWithPool({ gateways }: Target): Promise<Studio> {
  const studio = await newStudio(await signIn(gateways), { draft: true });
  await unwrap(studio.client.PATCH(CAMPAIGN, { params: studio.inCampaign, body: { rewardPool: POOL } }));
  return studio;
}

/** An ended campaign whose final plan is approved: it pays the earners by hand. */
export interface PaidCampaign {
  studio: Studio;
  planId: string;
  /** Path of the plan. */
  plan: string;
}

export async function paidCampaign(target: Target, earners: readonly Person[]): Promise<PaidCampaign> {
  const studio = await campaignWithPool(target);
  const { inCampaign } = studio;
  const { id: questId } = await studio.quest('engagement_secret_code', SECRET_CODE);
  await unwrap(studio.activate());
  for (const earner of earners) await unwrap(enterCode(earner, questId, CODE));
  await unwrap(studio.end());
  const { id: planId } = await approvedPlan(studio);
  const { path } = inCampaign;
  return { studio, planId, plan: `/v1/projects/${path.projectId}/campaigns/${path.campaignId}/payout-plans/${planId}` };
}

/** The final plan, which the platform approves. */
const approvedPlan = ({ client, inCampaign: { path } }: Studio): Promise<Schemas['PayoutPlan']> =>
  waitFor(
    async () => {
      const { items } = await unwrap(client.GET(PLANS, { params: { path, query: { kind: 'final' } } }));
      return items.find(({ status }) => status === 'approved');
    },
    { what: 'the approved plan' },
  );

/** The payouts of the plan, by rank. */
export async function payoutsOf({ studio, planId }: PaidCampaign): Promise<Schemas['Payout'][]> {
  const path = { ...studio.inCampaign.path, planId };
  return (await unwrap(studio.client.GET(`${PLANS}/{planId}/payouts`, { params: { path } }))).items;
}

/** Archives the project at the end of an attack. */
export const archive = ({ client, inProject: params }: Studio) =>
  unwrap(client.POST('/v1/projects/{projectId}/archive', { params }));
