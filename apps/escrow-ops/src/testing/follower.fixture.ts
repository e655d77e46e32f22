import { createCampaign, type Campaign } from '@questp/contract-proof';
import { HostChain, HostNode, type ContractPair } from '@questp/contract-proof/host-node';
import { getCampaignEscrow, type CampaignEscrow } from '@questp/messages/escrow';
import type { EventType, EventTypes } from '@questp/messages/tables';
import { newId, raw, sql } from '@questp/postgres';
import { putChain, startTestService, type TestService } from '@questp/service-kit/testing';
import { EscrowAttemptsRepository } from '../chain/escrows/escrow-attempts.repository.js';
import { FollowEscrows } from '../chain/escrows/follow-escrows.js';
import { ChainHeads } from '../chain/nodes/chain-heads.js';
import { escrowOps } from '../service.js';

type EscrowOps = Awaited<ReturnType<typeof startTestService<(typeof escrowOps)['definition']['config']>>>;

/** Terms of a campaign. */
type CampaignOptions = NonNullable<Parameters<typeof createCampaign>[1]>;

/** The service beside nodes of a host chain. */
export class FollowerStage {
  readonly projectId = newId();
  nodes: HostNode[] = [];

  private constructor(
    readonly service: EscrowOps,
    private readonly count: number,
    private readonly endpoints: 'rpcUrls' | 'restUrls',
    public chain: HostChain,
  ) {}

  /** @param endpoints by which the service asks the nodes */
  static async open(
    count: number,
    endpoints: 'rpcUrls' | 'restUrls' = 'rpcUrls',
    timeoutMs = 2_000,
    contracts?: ContractPair,
  ): Promise<FollowerStage> {
    const chain = await HostChain.open(undefined, contracts);
    const env = { EGRESS_NETWORKS: '127.0.0.1/32', CHAIN_NODE_TIMEOUT_MS: String(timeoutMs) };
    const service = await startTestService(escrowOps, { env });
    const stage = new FollowerStage(service, count, endpoints, chain);
    await stage.renew();
    return stage;
  }

  /** New nodes, at other endpoints. */
  async replaceNodes(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    this.nodes = await Promise.all(Array.from({ length: this.count }, () => HostNode.start(this.chain)));
    const urls = this.nodes.map(({ url }) => url);
    await putChain(this.service, this.chain.chainId, { bech32Prefix: 'wasm', [this.endpoints]: urls });
  }

  /** New nodes, and no followed escrows. */
  async renew(): Promise<void> {
    await this.replaceNodes();
    for (const table of ['escrow_state', 'escrow_attempt', 'notice', 'chain_head'])
      await this.service.asOwner().execute(sql`DELETE FROM ${raw(table)}`);
  }

  async close(): Promise<void> {
    await this.service.stop();
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  /** Starts to follow an attempt, as issuing a ticket does. */
  async follow(campaignId: string, attempt = 1, service: TestService<unknown> = this.service): Promise<void> {
    const { chainId, world } = this.chain;
    const opened = {
      campaignId,
      attempt,
      projectId: this.projectId,
      chainId,
      factory: world.factory,
      address: 'wasm1x',
      expiresAt: new Date(Date.now() + 3_600_000),
    };
    await service.db.transaction((tx) => service.get(EscrowAttemptsRepository).open(tx, opened));
  }

  /** A campaign on the chain whose escrow is followed. */
  async campaign(options: CampaignOptions = {}): Promise<Campaign> {
    const id = options.id ?? newId();
    await this.follow(id, options.attempt);
    const campaign = await createCampaign(this.chain.world, { ...options, id });
    this.chain.mine();
    return campaign;
  }

  /** One reading of every escrow that is followed, after the next block. */
  async read({ mine = true }: { mine?: boolean } = {}): Promise<void> {
    if (mine) this.chain.mine();
    await this.makeDue();
    const followEscrows = this.service.get(FollowEscrows);
    while ((await followEscrows.round()) > 0);
  }

  /** Makes every reading due and discards the head. */
  async makeDue(): Promise<void> {
    await this.service.asOwner().execute(sql`UPDATE escrow_attempt SET due_at = now() - interval '1 second'`);
    this.service.get(ChainHeads)['kept'].clear();
  }

  show(campaignId: string): Promise<CampaignEscrow> {
    return this.service.call(getCampaignEscrow, { campaignId });
  }

  events<T extends EventType>(type: T, campaignId: string): Promise<EventTypes[T][]> {
    return this.service.events(type, campaignId);
  }

  /** Types of all events about a campaign, in their order. */
  async eventTypes(campaignId: string): Promise<string[]> {
    const rows = await this.service.db.rows<{ type: string }>(
      sql`SELECT type FROM outbox WHERE aggregate_id = ${campaignId} ORDER BY seq`,
    );
    return rows.map(({ type }) => type);
  }

  /** Reported faults by node ("all": of all nodes together). */
  async faults(): Promise<Record<string, string>> {
    const rows = await this.service.db.rows<{ aggregateId: string; fault: string }>(
      sql`SELECT aggregate_id, data ->> 'fault' AS fault FROM notice WHERE type = 'chain.node_faulty' ORDER BY 1`,
    );
    return Object.fromEntries(rows.map(({ aggregateId, fault }) => [aggregateId.split('/')[1] ?? '', fault] as const));
  }
}
