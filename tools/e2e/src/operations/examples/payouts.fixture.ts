import { HOST_CHAIN } from '@questp/contract-proof/host-node';
import { enterCode, CODE, newStudio, type Person, type Schemas, SECRET_CODE, type Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { escrowChain } from '../../support/escrow-chain.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';

const CAMPAIGN = '/v1/projects/{projectId}/campaigns/{campaignId}';
const PLAN = `${CAMPAIGN}/payout-plans/{planId}`;

/** A pool that the team pays by hand. */
const POOL = {
  mode: 'manual' as const,
  ...{ chainId: HOST_CHAIN.chainId, symbol: 'QUEST', decimals: 6 },
  ...{ totalAmount: '1000000', minPayout: null, maxPayout: null },
};

/** A draft of a campaign with a pool that the team pays by hand. */
export async function newPaidStudio(): Promise<Studio> {
  const studio = await newStudio(await e2e.signIn(), { draft: true });
  const rewardPool = { ...POOL, denom: escrowChain.denom };
  await unwrap(studio.client.PATCH(CAMPAIGN, { params: studio.inCampaign, body: { rewardPool } }));
  return studio;
}

/** An ended campaign with an approved final plan, which has the earner's payout, and an earlier preview. */
export interface PaidCampaign {
  studio: Studio;
  earner: Person;
  /** Of the earner. */
  address: string;
  planId: string;
  previewId: string;
}

export async function paidCampaign(): Promise<PaidCampaign> {
  const studio = await newPaidStudio();
  const earner = await e2e.signIn();
  const address = await escrowChain.linkWallet(earner);
  const { id: questId } = await studio.quest('engagement_secret_code', SECRET_CODE);
  await unwrap(studio.client.POST(`${CAMPAIGN}/payout-plans`, { params: studio.inCampaign }));
  const { id: previewId } = await planOf(studio, 'preview', 'ready');
  await unwrap(studio.activate());
  await unwrap(enterCode(earner, questId, CODE));
  await unwrap(studio.end());
  return { studio, earner, address, planId: await approvedPlan(studio), previewId };
}

/** A paid campaign with a batch of its payouts, and the hash of the transaction that paid it. */
export interface PaidBatch extends PaidCampaign {
  batchId: string;
  /** Account that paid. */
  sender: string;
  txHash: string;
}

export async function paidBatch(): Promise<PaidBatch> {
  const campaign = await paidCampaign();
  const { studio, planId } = campaign;
  const path = { ...studio.inCampaign.path, planId };
  const { id: batchId } = await unwrap(studio.client.POST(`${PLAN}/batches`, { params: { path }, body: { most: 10 } }));
  const sender = await escrowChain.linkWallet(studio.owner);
  const params = { path: { ...path, batchId }, query: { sender } };
  const { messages } = await unwrap(studio.client.GET(`${PLAN}/batches/{batchId}/messages`, { params }));
  const [message] = messages;
  if (message === undefined) throw new Error('The batch has no message');
  return { ...campaign, batchId, sender, txHash: escrowChain.send(message) };
}

/** Imports the transaction that paid the batch; returns the id of the import once the payout is recorded as paid. */
export async function importedPayment({ studio, planId, txHash }: PaidBatch): Promise<string> {
  const path = { ...studio.inCampaign.path, planId };
  const body = { payments: [{ txHash }] };
  const { id: importId } = await unwrap(studio.client.POST(`${PLAN}/payment-imports`, { params: { path }, body }));
  const params = { path: { ...path, importId } };
  await waitFor(
    async () => (await unwrap(studio.client.GET(`${PLAN}/payment-imports/{importId}`, { params }))).paid === 1,
    { what: 'the payment to be recorded', timeoutMs: 60_000 },
  );
  return importId;
}

/** Seconds for which a campaign with an escrow lasts: enough to fund its pool and to earn in it. */
const LASTS_SECONDS = 30;

/**
 * An ended campaign whose pool is in an escrow, with an approved plan; its allocation is public.
 * @param meanwhile is done before the end
 */
export async function allocatedCampaign(
  meanwhile: (studio: Studio) => Promise<unknown> = () => Promise.resolve(),
): Promise<{ studio: Studio; planId: string }> {
  const [owner, earner] = await Promise.all([e2e.signIn(), e2e.signIn()]);
  await escrowChain.linkWallet(earner);
  const studio = await escrowChain.campaign(owner, await e2e.superAdmin(), 0, LASTS_SECONDS / 86_400);
  const { id: questId } = await studio.quest('engagement_secret_code', SECRET_CODE);
  await unwrap(studio.activate());
  await escrowChain.fund(studio);
  await unwrap(enterCode(earner, questId, CODE));
  await meanwhile(studio);
  return { studio, planId: await approvedPlan(studio) };
}

/** An ended campaign whose list of payouts is frozen and is approved tomorrow, with a submission that it counts. */
export async function frozenCampaign(): Promise<{ studio: Studio; planId: string; submissionId: string }> {
  const studio = await newPaidStudio();
  const earner = await e2e.signIn();
  await escrowChain.linkWallet(earner);
  const { id: questId } = await studio.quest('engagement_secret_code', SECRET_CODE);
  await unwrap(studio.activate());
  const { submissionId } = await unwrap(enterCode(earner, questId, CODE));
  await unwrap(studio.end());
  const frozen = () =>
    e2e.sql(
      `UPDATE escrow.payout_schedule SET freezes_at = date_trunc('milliseconds', now()),
         approves_at = date_trunc('milliseconds', now()) + interval '1 day' WHERE campaign_id = $1 RETURNING 1`,
      [studio.campaign.id],
    );
  await waitFor(async () => (await frozen()).length === 1, { what: 'the schedule' });
  return { studio, planId: (await planOf(studio, 'final', 'ready')).id, submissionId };
}

/** An ended campaign whose list of payouts freezes tomorrow and is approved in three days. */
export async function freezingCampaign(): Promise<Studio> {
  const studio = await newPaidStudio();
  await studio.quest('engagement_secret_code', SECRET_CODE);
  await unwrap(studio.activate());
  await unwrap(studio.end());
  const later = () =>
    e2e.sql(
      `UPDATE escrow.payout_schedule SET freezes_at = date_trunc('milliseconds', now()) + interval '1 day',
         approves_at = date_trunc('milliseconds', now()) + interval '3 days' WHERE campaign_id = $1 RETURNING 1`,
      [studio.campaign.id],
    );
  await waitFor(async () => (await later()).length === 1, { what: 'the schedule' });
  return studio;
}

/** The id of the final plan, which the platform approves. */
const approvedPlan = async (studio: Studio): Promise<string> => (await planOf(studio, 'final', 'approved')).id;

function planOf(
  { client, inCampaign: { path } }: Studio,
  kind: Schemas['PayoutPlan']['kind'],
  wanted: Schemas['PayoutPlan']['status'],
): Promise<Schemas['PayoutPlan']> {
  return waitFor(
    async () => {
      const { items } = await unwrap(client.GET(`${CAMPAIGN}/payout-plans`, { params: { path, query: { kind } } }));
      return items.find(({ status }) => status === wanted);
    },
    { what: `a ${kind} plan`, timeoutMs: (LASTS_SECONDS + 60) * 1_000 },
  );
}
