import { randomUUID } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { testAccount } from '@questp/chain';
import { listPayoutPlans, listPayouts } from '@questp/messages/escrow';
import { readEscrowPublicKey, signWithEscrowKey } from '@questp/messages/integrations';
import { getProjectRole } from '@questp/messages/quests';
import { Database, newId, sql } from '@questp/postgres';
import { putChain, startTestService } from '@questp/service-kit/testing';
import { waitFor } from '@questp/testing';
import { EscrowAttemptsRepository } from '../chain/escrows/escrow-attempts.repository.js';
import { FollowEscrows } from '../chain/escrows/follow-escrows.js';
import { MakePayoutPlans } from '../plans/make-payout-plans.js';
import { WatchCampaigns } from '../plans/watch-campaigns.js';
import { escrowOps } from '../service.js';
import { DENOM, NodeChain } from './node-chain.fixture.js';

const chainId = 'questp-proof';
const userId = `svcuser_${'a'.repeat(32)}`;
/** Seconds within which a killed operator can be started again. */
const WINDOW = 600;
const key = testAccount('owner');
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const PUBLIC_KEY = { publicKey: base64(key.publicKey) };
const start = () =>
  startTestService(escrowOps, { env: { EGRESS_NETWORKS: '127.0.0.1/32', PAYOUT_REVIEW_SECONDS: '2' } });

/** The answers of integrations and quests-verify. */
export const publicKey = () => PUBLIC_KEY;
export const sign = ({ bytes }: { bytes: string }) => ({
  ...PUBLIC_KEY,
  signature: base64(secp256k1.sign(Buffer.from(bytes, 'base64'), key.privateKey)),
});

export interface NodeCampaign {
  projectId: string;
  campaignId: string;
  escrow: string;
  /** Of the pool; undefined for coins. */
  token: string | undefined;
}

/** A wasmd node with the service in this process, for campaigns from points to payouts. */
export class NodeStage {
  private constructor(
    readonly node: NodeChain,
    readonly service: Awaited<ReturnType<typeof start>>,
    private readonly quests: Database,
  ) {}

  static async open(): Promise<NodeStage> {
    const [node, service] = [await NodeChain.start(), await start()];
    const quests = new Database(service.database?.url ?? '', { schema: 'quests', poolSize: 2 });
    const gasPrices = [{ denom: DENOM, price: '0.025' }];
    await putChain(service, chainId, { bech32Prefix: 'wasm', rpcUrls: [node.chain.rpc], restUrls: [], gasPrices });
    service.bus.answer(getProjectRole, () => ({ role: 'project_admin' as const }));
    service.bus.answer(readEscrowPublicKey, publicKey);
    service.bus.answer(signWithEscrowKey, sign);
    return new NodeStage(node, service, quests);
  }

  async close(): Promise<void> {
    await this.quests.onApplicationShutdown();
    await this.service.stop();
    await this.node.chain.stop();
  }

  /** A funded campaign that ends soon, with earners of 1, 2, ... points. */
  async campaign(earners: number, token?: string): Promise<NodeCampaign> {
    const [projectId, campaignId] = [randomUUID(), newId()];
    await this.addCampaign({ projectId, campaignId }, earners, token);
    const signed = await this.node.createCampaign(campaignId, { starts: 4, ends: 12, window: WINDOW, token });
    const query = { campaign: { campaign_id: campaignId } };
    const entry: unknown = await this.node.client.queryContractSmart(this.node.factory, query);
    const { escrow } = entry as { escrow: string };
    const expiresAt = new Date(Date.now() + 3_600_000);
    await this.service.db.execute(sql`
      INSERT INTO ticket (id, campaign_id, attempt, project_id, user_id, bytes, signature, public_key, address, expires_at)
      VALUES (${newId()}, ${campaignId}, 1, ${projectId}, ${userId}, ${Buffer.from(signed.ticket, 'base64')}::bytea,
        ${Buffer.from(signed.signature, 'base64')}::bytea, ${Buffer.from(key.publicKey)}::bytea, ${escrow}, ${expiresAt})`);
    const { factory } = this.node;
    const attempt = { campaignId, attempt: 1, projectId, chainId, factory, address: escrow, expiresAt };
    await this.service.db.transaction((tx) => this.service.get(EscrowAttemptsRepository).open(tx, attempt));
    return { projectId, campaignId, escrow, token };
  }

  private async addCampaign(
    { projectId, campaignId }: Pick<NodeCampaign, 'projectId' | 'campaignId'>,
    earners: number,
    token?: string,
  ): Promise<void> {
    const pool = {
      ...{ mode: 'automatic', chainId, assetKind: token === undefined ? 'native' : 'cw20', denom: token ?? DENOM },
      ...{ symbol: 'QUEST', decimals: 6, totalAmount: '1000000', minPayout: null, maxPayout: null },
      ...{ maxShareBps: 10_000, forbiddenAddresses: [] },
    };
    await this.quests.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      await tx.execute(sql`INSERT INTO project (id, slug, name) VALUES (${projectId}, ${projectId}, 'Moon')`);
      await tx.execute(sql`
        INSERT INTO campaign (id, project_id, slug, title, status, reward_pool, ended_at)
        VALUES (${campaignId}, ${projectId}, 'launch', 'Launch', 'ended', ${JSON.stringify(pool)}::jsonb, now())`);
      for (let points = 1; points <= earners; points += 1) {
        const earner = `svcuser_${randomUUID().replaceAll('-', '')}`;
        const { address } = testAccount(`${campaignId} ${points}`);
        await tx.execute(sql`
          INSERT INTO earner (user_id, username, status, primary_wallet, wallets)
          VALUES (${earner}, ${earner.slice(8, 20)}, 'active', ${address}, ${JSON.stringify([{ chainId, address }])}::jsonb)`);
        await tx.execute(sql`
          INSERT INTO points_ledger (id, kind, submission_id, credit_no, project_id, campaign_id, quest_id, user_id,
            period_key, points, xp, created_at)
          VALUES (${newId()}, 'credit', ${newId()}, 1, ${projectId}, ${campaignId}, ${randomUUID()}, ${earner}, 'once',
            ${points}, 0, now() - interval '1 minute')`);
        await tx.execute(sql`
          INSERT INTO standing (scope_id, user_id, points, xp, completions, last_credit_at)
          VALUES (${campaignId}, ${earner}, ${points}, 0, 1, now())`);
      }
    });
  }

  /** Waits until the platform has approved the final plan, which is made when the chain shows the end of the campaign. */
  async approve({ projectId, campaignId }: NodeCampaign): Promise<void> {
    await waitFor(
      async () => {
        await this.hurry();
        await this.service.get(FollowEscrows).round();
        await this.service.get(WatchCampaigns).execute();
        await this.service.get(MakePayoutPlans).execute();
        const { items } = await this.service.call(listPayoutPlans, { projectId, campaignId, limit: 1 });
        return items.find(({ kind, status }) => kind === 'final' && status === 'approved');
      },
      { timeoutMs: 120_000, intervalMs: 300 },
    );
  }

  /** Makes every reading and every operation due. */
  async hurry(): Promise<void> {
    const owner = this.service.asOwner();
    await owner.execute(sql`UPDATE escrow_attempt SET due_at = now() - interval '1 second' WHERE lease IS NULL`);
    await owner.execute(
      sql`UPDATE escrow_operation SET next_look_at = now() - interval '1 second' WHERE lease IS NULL`,
    );
  }

  /** Code of the last decision. */
  async decision({ campaignId }: NodeCampaign): Promise<string | undefined> {
    const row = await this.service.db.row<{ code: string }>(
      sql`SELECT code FROM escrow_operation WHERE campaign_id = ${campaignId}`,
    );
    return row?.code;
  }

  /** Actions and outcomes of the stored transactions, in their order. */
  async sent({ campaignId }: NodeCampaign): Promise<string[]> {
    const rows = await this.service.db.rows<{ action: string; outcome: string | null }>(
      sql`SELECT action, outcome FROM signed_transaction WHERE campaign_id = ${campaignId} ORDER BY id`,
    );
    return rows.map(({ action, outcome }) => `${action} ${outcome ?? 'open'}`);
  }

  /** Hashes of the stored transactions that succeeded, and of those to the escrow that the chain has, each sorted. */
  async hashes({ campaignId, escrow }: NodeCampaign): Promise<{ stored: string[]; included: string[] }> {
    const rows = await this.service.db.rows<{ hash: string }>(
      sql`SELECT hash FROM signed_transaction WHERE campaign_id = ${campaignId} AND outcome = 'succeeded'`,
    );
    const found = await this.node.client.searchTx([{ key: 'execute._contract_address', value: escrow }]);
    const included = found.filter(({ code }) => code === 0).map(({ hash }) => hash);
    return { stored: rows.map(({ hash }) => hash).sort(), included: included.sort() };
  }

  /** The payouts of the approved plan, each with what its address has. */
  async payouts({ projectId, campaignId, token }: NodeCampaign) {
    const { items: plans } = await this.service.call(listPayoutPlans, { projectId, campaignId, limit: 1 });
    const page = { projectId, campaignId, planId: plans[0]?.id ?? '', limit: 100 };
    const payouts = [];
    for (let cursor: string | undefined; ;) {
      const { items, nextCursor } = await this.service.call(listPayouts, { ...page, ...(cursor && { cursor }) });
      // Sequentially: of many concurrent connections the node closes those that are idle afterwards.
      for (const { address, amount, status, txHash } of items)
        payouts.push({ amount, status, txHash, balance: await this.node.balance(address ?? '', token) });
      if (nextCursor === null) return payouts;
      cursor = nextCursor;
    }
  }
}
