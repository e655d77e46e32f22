import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertIsDeliverTxSuccess, type DeliverTxResponse } from '@cosmjs/stargate';
import { PREFIX, testAccount } from '@questp/chain';
import { keyPairOf, startPlatformChain } from '@questp/deploy';
import { allocationFile, signTicket, sortAllocation, type PlannedAllocation } from '@questp/escrow-client';
import { connectSigning, keySigner, type ContractMessages } from '@questp/escrow-client/cosmjs';
import type { LocalChain } from '@questp/local-stack';
import { freePort } from '@questp/testing';
import { base64url, bech32 } from '@scure/base';
import { MsgMultiSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';

/** As the node's limits of a batch in the default configuration of the factory. */
const COMMIT_BATCH = 1_000;
const DISTRIBUTE_BATCH = 250;

const DENOM = 'uquest';
const WEIGHT = 1_000_000n;
/** The node takes no fee; more gas than any of the transactions takes. */
const FEE = { amount: [], gas: '200000000' };
const SECOND = 1_000_000_000n;
const LIFE_SECONDS = 10;

/** Transactions one after another. */
export interface Series {
  /** Entries or recipients in each. */
  batch: number;
  gas: number[];
  seconds: number;
}

/** A node with the contracts, whose escrow has so many entries to commit and to pay. */
export class EscrowNode {
  private constructor(
    private readonly folder: string,
    private readonly chain: LocalChain,
    private readonly operator: ContractMessages,
    private readonly owner: ContractMessages,
    readonly entries: readonly PlannedAllocation[],
    readonly escrow: string,
  ) {}

  static async start(count: number): Promise<EscrowNode> {
    const folder = await mkdtemp(join(tmpdir(), 'questp-bench-escrow-'));
    const chain = await startPlatformChain({
      ...{ directory: join(folder, 'chain'), logFile: join(folder, 'wasmd.log') },
      ...{ rpcPort: await freePort(), restPort: await freePort() },
      ...{ onLaunch: () => undefined, report: (line) => console.log(`  ${line}`) },
    });
    const { rpcUrl } = chain.addresses;
    const { privateKey } = await keyPairOf({ mnemonic: chain.mnemonics['escrow_operator'] ?? '' });
    const operator = await signerOf(rpcUrl, privateKey);
    const owner = await signerOf(rpcUrl, testAccount('alice').privateKey);
    const entries = sortAllocation(Array.from({ length: count }, (_, index) => entryOf(index)));
    return new EscrowNode(folder, chain, operator, owner, entries, await createEscrow(chain, owner, count));
  }

  get restUrl(): string {
    return this.chain.addresses.restUrl;
  }

  /** Options of the verify command. */
  async verifyOptions(): Promise<string[]> {
    const file = join(this.folder, 'allocation.json');
    await writeFile(file, JSON.stringify(allocationFile(this.entries)));
    const { factory, checksum } = this.chain.entry['escrow'] as { factory: string; checksum: string };
    const published = ['--factory', factory, '--checksum', checksum, '--admin', 'none'];
    return [this.escrow, '--node', this.restUrl, '--file', file, ...published];
  }

  /** Most gas of a block; undefined: the node has no limit. */
  async blockGas(): Promise<number | undefined> {
    const answer = await fetch(`${this.restUrl}/cosmos/consensus/v1/params`);
    const { params } = (await answer.json()) as { params: { block: { max_gas: string } } };
    const limit = Number(params.block.max_gas);
    return limit > 0 ? limit : undefined;
  }

  commit(): Promise<Series> {
    return series(COMMIT_BATCH, this.entries, (batch) => {
      const entries = batch.map(({ address, weight }) => ({ address, points: String(weight) }));
      return this.operator.client.execute(
        this.operator.sender,
        this.escrow,
        { commit_allocations: { version: 1, entries } },
        FEE,
      );
    });
  }

  /** Finalizes, waits for the end of the challenge window, and pays. */
  async distribute(): Promise<Series> {
    const escrow = this.operator.escrow(this.escrow);
    const { sha256 } = allocationFile(this.entries);
    await escrow.finalizeAllocations(
      {
        version: 1,
        expectedCount: this.entries.length,
        expectedTotalPoints: String(WEIGHT * BigInt(this.entries.length)),
        allocationSha256: sha256,
        allocationUri: 'https://quests.example/allocation.json',
      },
      FEE,
    );
    await this.untilPhase('distributing');
    const { client, sender } = this.operator;
    const message = { distribute: { limit: DISTRIBUTE_BATCH } };
    const paid = await series(DISTRIBUTE_BATCH, this.entries, () => client.execute(sender, this.escrow, message, FEE));
    await client.execute(sender, this.escrow, message, FEE);
    return paid;
  }

  /** The same payments by the bank alone, in as many transactions. */
  multiSend(): Promise<Series> {
    const { client, sender } = this.owner;
    const coins = (amount: bigint) => [{ denom: DENOM, amount: String(amount) }];
    return series(DISTRIBUTE_BATCH, this.entries, async (batch) => {
      const value = MsgMultiSend.fromPartial({
        inputs: [{ address: sender, coins: coins(WEIGHT * BigInt(batch.length)) }],
        outputs: batch.map(({ address }) => ({ address: newAddress(`multi-send ${address}`), coins: coins(WEIGHT) })),
      });
      const sent = await client.signAndBroadcast(sender, [{ typeUrl: MsgMultiSend.typeUrl, value }], FEE);
      assertIsDeliverTxSuccess(sent);
      return sent;
    });
  }

  /** Reads what the verify command reads, page by page, and compares nothing; returns seconds. */
  async readPlainly(): Promise<number> {
    const startedAt = performance.now();
    const get = async (path: string) => (await fetch(`${this.restUrl}${path}`)).json();
    let last: string | undefined;
    for (let read = 0; read < this.entries.length; read += PAGE) {
      const query = Buffer.from(JSON.stringify({ allocations: { start_after: last, limit: PAGE, version: 1 } }));
      const path = `/cosmwasm/wasm/v1/contract/${this.escrow}/smart/${base64url.encode(query)}`;
      const { data } = (await get(path)) as { data: { allocations: { address: string }[] } };
      last = data.allocations.at(-1)?.address;
    }
    const events = encodeURIComponent(`execute._contract_address='${this.escrow}'`);
    for (let [page, total] = [1, 1]; (page - 1) * TXS < total; page += 1) {
      const path = `/cosmos/tx/v1beta1/txs?query=${events}&order_by=ORDER_BY_ASC&page=${page}&limit=${TXS}`;
      total = Number(((await get(path)) as { total: string }).total);
    }
    return (performance.now() - startedAt) / 1_000;
  }

  async stop(): Promise<void> {
    for (const { client } of [this.operator, this.owner]) client.disconnect();
    await this.chain.process.stop();
    await rm(this.folder, { recursive: true });
  }

  private async untilPhase(wanted: string): Promise<void> {
    const query = { status: {} };
    for (;;) {
      const { phase } = (await this.operator.client.queryContractSmart(this.escrow, query)) as { phase: string };
      if (phase === wanted) return;
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}

/** Entries of a page of allocations, and transactions of a page, as libs/verify reads them. */
const PAGE = 100;
const TXS = 16;

const newAddress = (name: string): string =>
  bech32.encodeFromBytes(PREFIX, createHash('sha256').update(name).digest().subarray(0, 20));

const entryOf = (index: number): PlannedAllocation => ({
  address: newAddress(`bench earner ${index}`),
  weight: WEIGHT,
  dp: BigInt(index + 1),
});

const signerOf = async (rpc: string, privateKey: Uint8Array): Promise<ContractMessages> =>
  connectSigning(rpc, await keySigner(privateKey, PREFIX), { broadcastPollIntervalMs: 50 });

/** Creates an escrow that its operator can commit to, with exactly what the entries are paid. */
async function createEscrow(chain: LocalChain, owner: ContractMessages, count: number): Promise<string> {
  const { factory, chainId } = chain.addresses;
  const { codeId } = chain.entry['escrow'] as { codeId: number };
  const now = BigInt(Date.parse((await owner.client.getBlock()).header.time)) * 1_000_000n;
  const after = (seconds: number) => String(now + BigInt(seconds) * SECOND);
  const campaignId = randomUUID();
  const pool = String(WEIGHT * BigInt(count));
  const ticket = {
    ...{ v: 2, chain_id: chainId, factory, campaign_id: campaignId, funding_attempt: 1, owner: owner.sender },
    ...{ asset: { native: { denom: DENOM } }, min_funding: pool, starts_at: String(now), ends_at: after(LIFE_SECONDS) },
    ...{ fee_bps: 0, min_payout: '1', max_share_bps: 10_000, challenge_secs: 1, commit_window_secs: 3_600 },
    ...{ claim_window_secs: 3_600, escrow_code_id: codeId, escrow_admin: null, expires_at: after(600) },
  };
  const { privateKey } = await keyPairOf({ mnemonic: chain.mnemonics['escrow_ticket'] ?? '' });
  const message = { create_campaign: signTicket(ticket, privateKey) };
  await owner.client.execute(owner.sender, factory, message, FEE, '', [{ denom: DENOM, amount: pool }]);
  const query = { campaign: { campaign_id: campaignId } };
  const { escrow } = (await owner.client.queryContractSmart(factory, query)) as { escrow: string };
  await new Promise((done) => setTimeout(done, LIFE_SECONDS * 1_000));
  return escrow;
}

/** Sends a transaction per batch. */
async function series(
  batch: number,
  entries: readonly PlannedAllocation[],
  send: (batch: readonly PlannedAllocation[]) => Promise<Pick<DeliverTxResponse, 'gasUsed'>>,
): Promise<Series> {
  const startedAt = performance.now();
  const gas: number[] = [];
  for (let done = 0; done < entries.length; done += batch) {
    gas.push(Number((await send(entries.slice(done, done + batch))).gasUsed));
  }
  return { batch, gas, seconds: (performance.now() - startedAt) / 1_000 };
}
