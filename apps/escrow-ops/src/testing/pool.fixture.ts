import type { ContractPair } from '@questp/contract-proof/host-node';
import { ticketDigest } from '@questp/escrow-client';
import { issueTicket, type FundingTicket } from '@questp/messages/escrow';
import { signWithEscrowKey, type EscrowDeployment } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { lockPool, type LockedPool } from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import { putChain, startTestService, type TestService } from '@questp/service-kit/testing';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { escrowOps } from '../service.js';
import { FollowerStage } from './follower.fixture.js';

/** Key of the ticket signer of factories on the contract host. */
const TICKET_KEY = new Uint8Array(32).fill(7);
const TICKET_SIGNER = Buffer.from(secp256k1.getPublicKey(TICKET_KEY)).toString('base64');
const DAY_MS = 86_400_000;
/** Long, because many concurrent requests share the thread with the node. */
const TIMEOUT_MS = 5_000;

type Change = Partial<LockedPool> & { pool?: Partial<LockedPool['rewardPool']> };

/** The service beside a host chain, with stand-ins of quests-verify and the vault. */
export class PoolStage {
  readonly projectId = newId();
  readonly userId = `svcuser_${'a'.repeat(32)}`;
  /** The answer of quests-verify for each campaign. */
  readonly pools = new Map<string, LockedPool>();
  /** Requests to sign. */
  signed = 0;
  /** Runs once the vault has signed. */
  afterSigning: () => void = () => undefined;
  /** Key with which the vault signs. */
  key = TICKET_KEY;

  private constructor(
    readonly stage: FollowerStage,
    readonly owner: string,
  ) {}

  static async open(
    nodes = 1,
    endpoints: 'rpcUrls' | 'restUrls' = 'rpcUrls',
    contracts?: ContractPair,
  ): Promise<PoolStage> {
    const stage = await FollowerStage.open(nodes, endpoints, TIMEOUT_MS, contracts);
    const pools = new PoolStage(stage, await stage.chain.backend.account('owner'));
    pools.standIn(stage.service);
    await pools.deploy();
    return pools;
  }

  get service() {
    return this.stage.service;
  }

  get world() {
    return this.stage.chain.world;
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  /** Another replica on the same database. */
  async beside(): Promise<TestService<unknown>> {
    const env = { EGRESS_NETWORKS: '127.0.0.1/32', CHAIN_NODE_TIMEOUT_MS: String(TIMEOUT_MS) };
    const replica = await startTestService(escrowOps, { env, beside: this.service });
    this.standIn(replica);
    return replica;
  }

  /** The deployment as operators recorded it. */
  async deploy(change: Partial<EscrowDeployment> = {}, network: 'testnet' | 'mainnet' = 'testnet'): Promise<void> {
    const { escrowCodeId, escrowChecksum } = this.stage.chain.backend.contracts;
    const escrow: EscrowDeployment = {
      factory: this.world.factory,
      codeId: escrowCodeId,
      checksum: escrowChecksum,
      admin: null,
      contractVersion: '0.1.0',
      ticketSigner: TICKET_SIGNER,
      feeBps: 500,
      released: false,
      ...change,
    };
    await putChain(this.service, this.stage.chain.chainId, { network, escrow });
  }

  /** A campaign whose pool can be funded; returns its id. */
  campaign({ pool, ...change }: Change = {}): string {
    const id = newId();
    const now = Date.now();
    const time = (ms: number) => new Date(now + ms).toISOString();
    this.pools.set(id, {
      rewardPool: {
        ...{ mode: 'automatic', chainId: this.stage.chain.chainId, assetKind: 'native', denom: 'uquest' },
        ...{ symbol: 'QUEST', decimals: 6, totalAmount: '1000000', minPayout: '10', maxPayout: null },
        ...{ maxShareBps: 10_000, challengeSeconds: 60, commitWindowSeconds: 600, claimWindowSeconds: 600 },
        forbiddenAddresses: [],
        ...pool,
      },
      ...{ startsAt: time(DAY_MS), endsAt: time(2 * DAY_MS), lockedAt: time(0), lockedUntil: time(4_500_000) },
      ...{ feeBps: 500, wallets: [this.owner] },
      ...change,
    });
    return id;
  }

  issue(
    campaignId: string,
    change: Partial<RequestOf<typeof issueTicket>> = {},
    service: TestService<unknown> = this.service,
  ): Promise<FundingTicket> {
    const { projectId, userId } = this;
    return service.call(issueTicket, { projectId, campaignId, userId, ...change });
  }

  /** Sends the message of a ticket as its owner, as a wallet does; returns the error of a refusal. */
  async send({ message }: Pick<FundingTicket, 'message'>): Promise<string | undefined> {
    if (message === null) throw new Error('The ticket has no message');
    const { sender, contract, msg, funds } = message.amino['value'] as Execution;
    const result = await this.stage.chain.backend.execute(sender, contract, msg, funds);
    this.stage.chain.mine();
    return result.ok ? undefined : result.error;
  }

  /** Makes every ticket expired. */
  async expire(campaignId: string): Promise<void> {
    await this.service.db.execute(sql`UPDATE ticket SET expires_at = now() WHERE campaign_id = ${campaignId}`);
  }

  private standIn({ bus }: Pick<TestService<unknown>, 'bus'>): void {
    bus.answer(lockPool, ({ campaignId }) => this.pools.get(campaignId) as LockedPool);
    bus.answer(signWithEscrowKey, ({ bytes }) => {
      this.signed += 1;
      const digest = ticketDigest(Buffer.from(bytes, 'base64'));
      const signature = secp256k1.sign(digest, this.key, { prehash: false, lowS: true });
      this.afterSigning();
      return {
        signature: Buffer.from(signature).toString('base64'),
        publicKey: Buffer.from(secp256k1.getPublicKey(this.key)).toString('base64'),
      };
    });
  }
}

interface Execution {
  sender: string;
  contract: string;
  msg: object;
  funds: { denom: string; amount: string }[];
}
