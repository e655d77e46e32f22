import { testAccount } from '@questp/chain';
import { switchTransfers } from '@questp/chain/switch-transfers';
import { inParallel, type Gateways } from '@questp/players';
import { check, type Check } from '../checks.js';
import { agreementOf } from './agreement.js';
import { ChainAccount, giveCoins } from './chain-account.js';
import { PoolCampaign, type Plan, type PoolTerms } from './pool-campaign.js';
import { enterAll, openQuests, playAll, type PoolEarner } from './pool-earners.js';
import type { ChainAddresses } from '@questp/local-stack';

export interface Stage {
  gateways: Gateways;
  chain: ChainAddresses;
  apiUrl: string;
  earners: readonly PoolEarner[];
  /** Seconds in which the earners complete their quests. */
  playSeconds: number;
  report: (line: string) => void;
}

const ASSETS = {
  quest: { denom: 'uquest', symbol: 'QUEST', totalAmount: '1000000000' },
  stake: { denom: 'ustake', symbol: 'STAKE', totalAmount: '50000000' },
};
const DAY_S = 86_400;

/** Windows in which a busy machine sees what happens on the chain. */
const WINDOWS = { challengeSeconds: 30, claimWindowSeconds: 150 };

/** Earners who claim a failed payout; the operator makes the others again after a tenth of the claim window. */
const CLAIMS = 5;
/** Earners of the disputed campaign. */
const FEW = 5;

function datesFrom(startSeconds: number, seconds: number): Pick<PoolTerms, 'startsAt' | 'endsAt'> {
  const start = Date.now() + startSeconds * 1_000;
  return { startsAt: new Date(start), endsAt: new Date(start + seconds * 1_000) };
}

/** A campaign that everybody is paid from although the chain refuses transfers for a while. */
export async function paidStory({ gateways, chain, apiUrl, earners, playSeconds, report }: Stage): Promise<Check[]> {
  const terms = { slug: 'paid', ...ASSETS.quest, ...WINDOWS, ...datesFrom(0, playSeconds) };
  const campaign = await PoolCampaign.create(gateways, chain, terms);
  const questIds = await openQuests(campaign);
  await campaign.fund();
  report(`paid: ${terms.totalAmount} ${terms.denom} are in the escrow`);
  await playAll(earners, questIds);
  report(`paid: ${earners.length} earners have points`);
  await campaign.untilEnd();
  const plan = await campaign.approvedPlan();
  report(`paid: plan ${plan.version} with ${plan.entries} payouts is approved`);
  await campaign.untilPhase('challenge');
  await switchTransfers(transfersOf(chain), terms.denom, false);
  await campaign.until('a payout has failed', ({ payouts }) => payouts.failed > 0);
  await switchTransfers(transfersOf(chain), terms.denom, true);
  const { payouts } = await campaign.untilPhase('completed');
  report(`paid: the chain refused transfers: ${payouts.failed} of ${payouts.entries} payouts failed`);
  const claimed = await claimFailed(campaign, plan, earners);
  await campaign.until('every payout', ({ payouts: { paid } }) => paid === plan.entries);
  const agreement = await agreementOf(campaign, plan, earners, apiUrl);
  const { balance } = await campaign.until('the leftover has left', (escrow) => escrow.balance === '0');
  campaign.account.close();
  return [claimed, ...agreement, check('paid: the escrow is empty after the sweep', [], `balance ${balance}`)];
}

/** Some of the earners whose payout failed collect it before the operator makes it again. */
async function claimFailed(campaign: PoolCampaign, plan: Plan, earners: readonly PoolEarner[]): Promise<Check> {
  const { failed: count } = (await campaign.untilPhase('completed')).payouts;
  const failed = await campaign.payouts(plan, 'failed', count);
  const claiming = failed.slice(0, CLAIMS);
  const keys = new Map(earners.map(({ user, wallet }) => [user.id, wallet.privateKey]));
  await giveCoins(
    campaign.chain,
    claiming.flatMap(({ address }) => address ?? []),
    ['ustake'],
  );
  const wrong = await inParallel(claiming, CLAIMS, async ({ userId, amount }) => {
    const account = await ChainAccount.open(campaign.chain, keys.get(userId) ?? new Uint8Array(32));
    try {
      const before = await account.balance(campaign.terms.denom);
      await account.send(await campaign.message('claim', { sender: account.address }));
      const paid = (await account.balance(campaign.terms.denom)) - before;
      return paid === BigInt(amount ?? 0) ? [] : [`${userId} was paid ${paid} instead of ${amount}`];
    } finally {
      account.close();
    }
  });
  const problems = failed.length === 0 ? ['no payout failed'] : wrong.flat();
  return check('paid: earners claimed payouts that failed', problems, `${claiming.length} of ${failed.length}`);
}

/** A campaign whose owner disputes the first allocation, which the guardian rejects; the second one is paid. */
export async function disputedStory({ gateways, chain, apiUrl, playSeconds, report }: Stage): Promise<Check[]> {
  // Of its own: the others hold its coin for fees.
  const few = await enterAll(gateways, FEW);
  const terms = { slug: 'disputed', ...ASSETS.stake, ...WINDOWS, ...datesFrom(0, playSeconds) };
  const campaign = await PoolCampaign.create(gateways, chain, terms);
  const questIds = await openQuests(campaign);
  await campaign.fund();
  await playAll(few, questIds);
  await campaign.untilEnd();
  const first = await campaign.approvedPlan();
  await campaign.untilPhase('challenge');
  await campaign.account.send(
    await campaign.message('dispute', { reason: 'The points of the last hour are missing.' }),
  );
  const { address } = await campaign.untilPhase('disputed');
  report('disputed: the owner disputes the allocation');
  const guardian = await ChainAccount.open(chain, testAccount('guardian').privateKey);
  await guardian.escrow(address).resolveDispute({ decision: 'reject_allocation' });
  guardian.close();
  await campaign.until('a new version', ({ version }) => version > 1);
  report('disputed: the guardian has rejected it');
  const second = await campaign.approvedPlan(first.version);
  await campaign.untilPhase('completed');
  report(`disputed: ${second.entries} payouts of plan ${second.version}`);
  const agreement = await agreementOf(campaign, second, few, apiUrl);
  campaign.account.close();
  return agreement;
}

/** A campaign whose owner takes the pool back before it starts. */
export async function cancelledStory({ gateways, chain, report }: Stage): Promise<Check[]> {
  const terms = { slug: 'cancelled', ...ASSETS.stake, ...WINDOWS, ...datesFrom(DAY_S, DAY_S) };
  const campaign = await PoolCampaign.create(gateways, chain, terms);
  const before = await campaign.account.balance(terms.denom);
  await campaign.fund();
  const funded = await campaign.account.balance(terms.denom);
  await campaign.account.send(await campaign.message('cancel'));
  const { payouts } = await campaign.untilPhase('cancelled');
  const after = await campaign.account.balance(terms.denom);
  report('cancelled: the owner has the pool back');
  campaign.account.close();
  const isRight = before - funded === BigInt(terms.totalAmount) && after === before;
  const problems = isRight ? [] : [`the owner had ${before}, ${funded} after funding and ${after} at the end`];
  return [check('cancelled: the whole pool is back with its owner', problems, payouts.refundedTotal)];
}

const transfersOf = ({ home, chainId, rpcUrl: rpc, restUrl: rest }: ChainAddresses) => ({ home, chainId, rpc, rest });
