import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Caller,
  enterCode,
  CODE,
  newStudio,
  type Person,
  type Schemas,
  SECRET_CODE,
  type Studio,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { escrowChain } from '../../support/escrow-chain.fixture.js';

const CAMPAIGN = '/v1/projects/{projectId}/campaigns/{campaignId}';

/** A pool that the team pays by hand. */
const POOL = {
  mode: 'manual' as const,
  ...{ chainId: 'cosmoshub-4', denom: 'uatom', symbol: 'ATOM', decimals: 6 },
  ...{ totalAmount: '1000000', minPayout: null, maxPayout: null },
};

/** A draft of a campaign with a pool that the team pays by hand. */
export async function newPaidStudio(owner: Person): Promise<Studio> {
  const studio = await newStudio(owner, { draft: true });
  await unwrap(studio.client.PATCH(CAMPAIGN, { params: studio.inCampaign, body: { rewardPool: POOL } }));
  return studio;
}

/** An ended campaign with an approved final plan, which has the earner's payout, and an earlier preview. */
export interface PaidCampaign {
  studio: Studio;
  earner: Person;
  planId: string;
  previewId: string;
}

export async function paidCampaign(owner: Person, earner: Person): Promise<PaidCampaign> {
  const studio = await newPaidStudio(owner);
  const { id: questId } = await studio.quest('engagement_secret_code', SECRET_CODE);
  await unwrap(studio.client.POST(`${CAMPAIGN}/payout-plans`, { params: studio.inCampaign }));
  const { id: previewId } = await readyPlan(studio, 'preview');
  await unwrap(studio.activate());
  await unwrap(enterCode(earner, questId, CODE));
  await unwrap(studio.end());
  return { studio, earner, planId: await approvedPlan(studio), previewId };
}

/** Seconds for which a campaign with an escrow lasts: enough to fund its pool and to earn in it. */
const LASTS_SECONDS = 30;

/** An ended campaign whose pool is in an escrow, with an approved plan; its allocation is public. */
export async function allocatedCampaign(owner: Person, earner: Person, admin: Caller): Promise<Studio> {
  const studio = await escrowChain.campaign(owner, admin, 0, LASTS_SECONDS / 86_400);
  const { id: questId } = await studio.quest('engagement_secret_code', SECRET_CODE);
  await unwrap(studio.activate());
  await escrowChain.fund(studio);
  await unwrap(enterCode(earner, questId, CODE));
  await sleep(LASTS_SECONDS * 1_000);
  escrowChain.mine();
  await approvedPlan(studio);
  return studio;
}

/** The id of the final plan, approved. */
async function approvedPlan(studio: Studio): Promise<string> {
  const { id: planId } = await readyPlan(studio, 'final');
  const path = { ...studio.inCampaign.path, planId };
  await unwrap(studio.client.POST(`${CAMPAIGN}/payout-plans/{planId}/approve`, { params: { path } }));
  return planId;
}

function readyPlan(
  { client, inCampaign: { path } }: Studio,
  kind: Schemas['PayoutPlan']['kind'],
): Promise<Schemas['PayoutPlan']> {
  return waitFor(
    async () => {
      const { items } = await unwrap(client.GET(`${CAMPAIGN}/payout-plans`, { params: { path, query: { kind } } }));
      return items.find(({ status }) => status === 'ready');
    },
    { what: `a ${kind} plan`, timeoutMs: 60_000 },
  );
}
