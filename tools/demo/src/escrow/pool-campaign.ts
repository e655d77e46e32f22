import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainAddresses } from '@questp/local-stack';
import { newWallet, Studio, type Body, type Gateways, type Person, type Schemas, signIn } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { allItems } from '../pages.js';
import { ChainAccount, giveCoins } from './chain-account.js';

const CAMPAIGN = '/v1/projects/{projectId}/campaigns/{campaignId}';
const DISCOVER = '/v1/discover/campaigns/{campaignId}';

/** Longest wait for what the platform or the chain does next, beside the windows of the campaign. */
const PATIENCE_MS = 180_000;

export type Escrow = Schemas['EscrowState'];
export type Plan = Schemas['PayoutPlan'];
export type Payout = Schemas['Payout'];

export interface PoolTerms {
  slug: string;
  denom: string;
  symbol: string;
  totalAmount: string;
  challengeSeconds: number;
  claimWindowSeconds: number;
  startsAt: Date;
  endsAt: Date;
}

/** A campaign of its own project whose pool is in an escrow on the local chain, and its owner. */
export class PoolCampaign {
  private constructor(
    readonly chain: ChainAddresses,
    readonly studio: Studio,
    readonly account: ChainAccount,
    readonly terms: PoolTerms,
  ) {}

  /** A draft whose owner holds coins. */
  static async create(gateways: Gateways, chain: ChainAddresses, terms: PoolTerms): Promise<PoolCampaign> {
    const owner = await signIn(gateways, { wallet: newWallet(chain.chainId) });
    const account = await ChainAccount.open(chain, owner.wallet.privateKey);
    await giveCoins(chain, [account.address], ['uquest', 'ustake']);
    return new PoolCampaign(chain, await newStudio(owner, chain, terms), account, terms);
  }

  get id(): string {
    return this.studio.campaign.id;
  }

  private get params() {
    return { path: { campaignId: this.id } };
  }

  /** The owner's wallet signs the message of a ticket, which creates the escrow with the pool. */
  async fund(): Promise<void> {
    const { client, inCampaign } = this.studio;
    const { message } = await unwrap(client.POST(`${CAMPAIGN}/escrow/ticket`, { params: inCampaign, body: {} }));
    if (message === null) throw new Error('The ticket has no message');
    await this.account.send(message);
    await this.until('the platform has seen the escrow', () => true);
  }

  /** Waits until the escrow is as `isReached` says, as the platform has read it from the chain. */
  until(what: string, isReached: (escrow: Escrow) => boolean): Promise<Escrow> {
    return waitFor(
      async () => {
        const { data } = await this.studio.client.GET(`${DISCOVER}/escrow`, { params: this.params });
        return data && isReached(data.current) && data.current;
      },
      { what: `${this.terms.slug}: ${what}`, timeoutMs: PATIENCE_MS, intervalMs: 500 },
    );
  }

  untilPhase(...phases: Escrow['phase'][]): Promise<Escrow> {
    return this.until(phases.join(' or '), ({ phase }) => phases.includes(phase));
  }

  /** A message to the escrow that a wallet only has to sign. */
  message(action: 'cancel' | 'dispute' | 'claim', query: { sender?: string; reason?: string } = {}) {
    const params = { path: { campaignId: this.id, action }, query };
    return unwrap(this.studio.client.GET(`${DISCOVER}/escrow/messages/{action}`, { params }));
  }

  /** The payouts of a plan by rank, or those of a status as soon as there are so many. */
  async payouts({ id: planId }: Plan, status?: Payout['status'], count = 0): Promise<Payout[]> {
    const { client, inCampaign } = this.studio;
    const path = { ...inCampaign.path, planId };
    const list = () =>
      allItems((cursor) => {
        const params = { path, query: { limit: 100, cursor, ...(status !== undefined && { status }) } };
        return unwrap(client.GET(`${CAMPAIGN}/payout-plans/{planId}/payouts`, { params }));
      });
    return waitFor(
      async () => {
        const rows = await list();
        return rows.length >= count && rows;
      },
      { what: `${this.terms.slug}: ${count} payouts`, timeoutMs: PATIENCE_MS, intervalMs: 500 },
    );
  }

  /** Waits until the campaign has ended. */
  async untilEnd(): Promise<void> {
    await sleep(Math.max(0, this.terms.endsAt.getTime() - Date.now()));
  }

  /** The final plan that follows on this version, which the platform makes and approves by itself. */
  approvedPlan(after = 0): Promise<Plan> {
    const { client, inCampaign } = this.studio;
    const params = { path: inCampaign.path, query: { kind: 'final' as const } };
    return waitFor(
      async () => {
        const { items } = await unwrap(client.GET(`${CAMPAIGN}/payout-plans`, { params }));
        return items.find(({ status, version }) => status === 'approved' && version > after);
      },
      { what: `${this.terms.slug}: an approved plan`, timeoutMs: PATIENCE_MS, intervalMs: 500 },
    );
  }
}

async function newStudio(owner: Person, chain: ChainAddresses, terms: PoolTerms): Promise<Studio> {
  const { slug, startsAt, endsAt, ...pool } = terms;
  const name = `${slug}-${Date.now().toString(36)}`;
  const project = await unwrap(owner.client.POST('/v1/projects', { body: { slug: name, name: 'Orbit rewards' } }));
  const rewardPool: Body<'createCampaign'>['rewardPool'] = {
    ...{ mode: 'automatic', chainId: chain.chainId, decimals: 6, minPayout: '1', maxPayout: null },
    ...{ commitWindowSeconds: 600, ...pool },
  };
  const dates = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
  const body = { slug, title: slug, rewardPool, ...dates };
  const params = { path: { projectId: project.id } };
  return new Studio(
    owner,
    project,
    await unwrap(owner.client.POST('/v1/projects/{projectId}/campaigns', { params, body })),
  );
}
