import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { addressOf } from '@questp/chains';
import type { ChainSnapshot } from '@questp/contract-host';
import type { ContractPair } from '@questp/contract-proof/host-node';
import type { EscrowStatusResponse } from '@questp/message-schema';
import { readEscrowPublicKey } from '@questp/messages/integrations';
import { getProjectRole } from '@questp/messages/quests';
import { approvePayoutPlan, listPayoutPlans, listPayouts, type PayoutPlan } from '@questp/messages/escrow';
import { Database, newId, raw, sql } from '@questp/postgres';
import { putChain, type TestService } from '@questp/service-kit/testing';
import { FollowEscrows } from '../chain/escrows/follow-escrows.js';
import { LaneNodes } from '../chain/lane/lane-nodes.js';
import { ChainHeads } from '../chain/nodes/chain-heads.js';
import { DriveLanes } from '../operator/reconciler/drive-lanes.js';
import { ReconcileEscrows } from '../operator/reconciler/reconcile-escrows.js';
import { MakePayoutPlans } from '../plans/make-payout-plans.js';
import { SchedulePayouts } from '../plans/schedule-payouts.js';
import { WatchCampaigns } from '../plans/watch-campaigns.js';
import { HostLane } from './host-lane.fixture.js';
import { PoolStage } from './pool.fixture.js';

/** The generator of the curve, compressed. */
export const PUBLIC_KEY = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
/** Address of the key of the operator. */
export const OPERATOR = addressOf({ bech32Prefix: 'wasm', keyAlgorithm: 'secp256k1' }, PUBLIC_KEY);

export type StoryCampaign = { campaignId: string; escrow: string };

/** The whole service with a host chain, for stories from points to payouts. */
export class OperatorStage {
  readonly lane: HostLane;
  private readonly beginning: ChainSnapshot;

  private constructor(
    readonly pools: PoolStage,
    private readonly quests: Database,
  ) {
    this.lane = new HostLane(this.chain);
    this.beginning = this.chain.backend.chain.snapshot();
  }

  /** @param contracts by default those built from the sources */
  static async open(contracts?: ContractPair): Promise<OperatorStage> {
    const pools = await PoolStage.open(1, 'rpcUrls', contracts);
    const { service, world } = pools;
    const quests = new Database(service.database?.url ?? '', { schema: 'quests', poolSize: 2 });
    await putChain(service, pools.stage.chain.chainId, { gasPrices: [{ denom: 'uquest', price: '0.025' }] });
    await world.execute(world.roles.admin, world.factory, { update_config: { operator: OPERATOR } });
    // It pays for its transactions.
    pools.stage.chain.backend.chain.bank.mint(OPERATOR, 'uquest', 10n ** 12n);
    const stage = new OperatorStage(pools, quests);
    stage.standIn(service);
    await quests.execute(sql`
      INSERT INTO project (id, slug, name) VALUES (${stage.projectId}, ${stage.projectId}, 'Moon')`);
    return stage;
  }

  /** The initial chain, without operations. */
  async renew(): Promise<void> {
    this.chain.backend.chain.restore(this.beginning);
    this.chain.mine();
    this.lane.forget();
    this.lane.drops = false;
    for (const node of this.nodes) node.behave();
    for (const table of ['escrow_operation', 'escrow_state', 'escrow_attempt', 'notice'])
      await this.service.asOwner().execute(sql`DELETE FROM ${raw(table)}`);
  }

  /** The answers of other services, and the nodes of the lane. */
  standIn(service: TestService<unknown>): void {
    const { bus } = service;
    bus.answer(getProjectRole, () => ({ role: 'project_admin' as const }));
    bus.answer(readEscrowPublicKey, () => ({ publicKey: PUBLIC_KEY.toString('base64') }));
    jest.spyOn(service.get(LaneNodes), 'of').mockImplementation(() => this.lane);
  }

  get service() {
    return this.pools.service;
  }

  get chain() {
    return this.pools.stage.chain;
  }

  get world() {
    return this.pools.world;
  }

  get projectId() {
    return this.pools.projectId;
  }

  async close(): Promise<void> {
    await this.quests.onApplicationShutdown();
    await this.pools.close();
  }

  /** A campaign whose escrow is funded by its ticket. */
  async campaign(pool: Parameters<PoolStage['campaign']>[0] = {}): Promise<StoryCampaign> {
    const campaignId = this.pools.campaign(pool);
    const settings = this.pools.pools.get(campaignId)?.rewardPool;
    await this.quests.execute(sql`
      INSERT INTO campaign (id, project_id, slug, title, status, reward_pool)
      VALUES (${campaignId}, ${this.projectId}, ${campaignId}, 'Launch', 'active', ${JSON.stringify(settings)}::jsonb)`);
    const ticket = await this.pools.issue(campaignId);
    const error = await this.pools.send(ticket);
    if (error !== undefined) throw new Error(error);
    const { escrow } = await this.world.backend.query<{ escrow: string }>(this.world.factory, {
      campaign: { campaign_id: campaignId },
    });
    return { campaignId, escrow };
  }

  /** Earners with points, each with the wallet. */
  async earners({ campaignId }: StoryCampaign, points: Readonly<Record<string, number>>): Promise<void> {
    for (const [address, count] of Object.entries(points)) await this.earner(campaignId, address, count);
  }

  async earner(campaignId: string, address: string | null, points: number, status = 'active'): Promise<string> {
    const userId = `svcuser_${randomUUID().replaceAll('-', '')}`;
    const wallets = address === null ? [] : [{ chainId: this.chain.chainId, address }];
    await this.quests.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      await tx.execute(sql`
        INSERT INTO earner (user_id, username, status, primary_wallet, wallets)
        VALUES (${userId}, ${userId.slice(8, 20)}, ${status}, ${address}, ${JSON.stringify(wallets)}::jsonb)`);
      await tx.execute(sql`
        INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
          period_key, points, xp, created_at)
        VALUES (${newId()}, 'credit', ${newId()}, 1, ${this.projectId}, ${campaignId}, ${randomUUID()}, ${userId},
          'once', ${points}, 0, now() - interval '1 day')`);
      await tx.execute(sql`
        INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at)
        VALUES (${campaignId}, ${userId}, ${points}, 0, 1, now())`);
    });
    return userId;
  }

  /** Ends the campaign on the chain and on the platform. */
  async end({ campaignId, escrow }: StoryCampaign): Promise<void> {
    await this.waitUntil(escrow, ({ deadlines }) => deadlines.ends_at);
    await this.quests.execute(sql`UPDATE campaign SET status = 'ended', ended_at = now() WHERE id = ${campaignId}`);
    await this.follow();
  }

  async waitUntil(
    escrow: string,
    deadline: (status: EscrowStatusResponse) => string | null | undefined,
  ): Promise<void> {
    await this.world.backend.waitUntil(BigInt(deadline(await this.status(escrow)) ?? 0));
    this.chain.mine();
  }

  status(escrow: string): Promise<EscrowStatusResponse> {
    return this.world.backend.query<EscrowStatusResponse>(escrow, { status: {} });
  }

  /** Reads the chain once and makes the plans that follow from it. */
  async follow(service: TestService<unknown> = this.service): Promise<void> {
    await this.service.asOwner().execute(sql`UPDATE escrow_attempt SET due_at = now() - interval '1 second'`);
    service.get(ChainHeads)['kept'].clear();
    await service.get(FollowEscrows).round();
    const schedules = service.get(SchedulePayouts);
    for (const { campaignId } of await schedules.due()) await schedules.execute(campaignId);
    // The chain of the host has its own time: here the list was frozen long enough ago that the team may approve it.
    await this.service.asOwner().execute(sql`
      UPDATE payout_schedule SET ended_at = now() - interval '15 hours', freezes_at = date_trunc('milliseconds', now()) - interval '13 hours',
        approves_at = now() + interval '1 day'
      WHERE ended_at NOT BETWEEN now() - interval '16 hours' AND now() - interval '14 hours'`);
    // A preview was requested before the times were changed.
    await service.get(MakePayoutPlans).execute();
    await service.get(WatchCampaigns).execute();
    await service.get(MakePayoutPlans).execute();
  }

  async approve(campaign: StoryCampaign): Promise<void> {
    const [plan] = await this.plans(campaign);
    const { projectId } = this;
    const { campaignId } = campaign;
    const { userId } = this.pools;
    await this.service.call(approvePayoutPlan, { projectId, campaignId, planId: plan?.id ?? '', userId });
  }

  /** Runs the operator for the given number of seconds. */
  async operate(rounds = 30, service: TestService<unknown> = this.service): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await this.look(service);
      service.get(ChainHeads)['kept'].clear();
      await service.get(DriveLanes).execute();
    }
  }

  /** Reads the chain and decides what comes next, without sending it. */
  async look(service: TestService<unknown> = this.service): Promise<void> {
    await this.service.asOwner().execute(sql`UPDATE escrow_operation SET next_look_at = now() - interval '1 second'`);
    await this.follow(service);
    await service.get(ReconcileEscrows).round();
  }

  /** The last decision. */
  async decision({ campaignId }: StoryCampaign): Promise<string> {
    const row = await this.service.db.row<{ code: string }>(
      sql`SELECT code FROM escrow_operation WHERE campaign_id = ${campaignId} ORDER BY attempt DESC LIMIT 1`,
    );
    return row?.code ?? '';
  }

  /** Names of the messages in blocks. */
  get sent(): string[] {
    return this.lane.messages.map((message) => Object.keys(message)[0] ?? '');
  }

  /** Lets time pass on the chain. */
  async pass(seconds: number): Promise<void> {
    const { backend } = this.world;
    await backend.waitUntil((await backend.now()) + BigInt(seconds) * 1_000_000_000n);
    this.chain.mine();
  }

  get nodes() {
    return this.pools.stage.nodes;
  }

  /** Latest first. */
  async plans({ campaignId }: StoryCampaign): Promise<PayoutPlan[]> {
    return (await this.service.call(listPayoutPlans, { projectId: this.projectId, campaignId, limit: 10 })).items;
  }

  /** Rows of the current plan. */
  async payouts(campaign: StoryCampaign) {
    const [plan] = await this.plans(campaign);
    const { projectId } = this;
    const { campaignId } = campaign;
    const page = { projectId, campaignId, planId: plan?.id ?? '', limit: 100 };
    return (await this.service.call(listPayouts, page)).items;
  }

  balanceOf(address: string): Promise<bigint> {
    return this.world.balance({ native: { denom: 'uquest' } }, address);
  }
}
