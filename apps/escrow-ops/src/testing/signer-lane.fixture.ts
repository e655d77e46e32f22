import { chainOf } from '@questp/chains/testing';
import { Database, sql } from '@questp/postgres';
import { createTestDatabase, type TestDatabase } from '@questp/testing';
import { CounterChain } from './counter-chain.fixture.js';
import { HoldsRepository } from '../chain/lane/holds.repository.js';
import type { LaneNode } from '../chain/lane/lane-node.js';
import type { LaneSigner } from '../chain/lane/lane-signer.js';
import { LanesRepository } from '../chain/lane/lanes.repository.js';
import { SignedTransactionsRepository } from '../chain/lane/signed-transactions.repository.js';
import { SignerLane, type LaneSetting, type LaneStep } from '../chain/lane/signer-lane.js';

export const MESSAGE = {
  campaignId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2c01',
  contract: 'wasm1contract',
  message: { add: {} },
};
export const CHAIN = { ...chainOf('questp-local-1'), gasPrices: [{ denom: 'ustake', price: '0.025' }] };
/** The generator of the curve. */
const PUBLIC_KEY = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');

interface Logged {
  outcome: string | null;
  sequence: string;
  feeAmount: string;
  refusal: string | null;
}

/** A lane that increases the counter of a chain until it has reached the goal. */
export class LaneStage {
  chain = new CounterChain();
  goal = 1;
  /** Transactions signed. */
  signed = 0;
  lane: SignerLane;

  private constructor(
    readonly database: TestDatabase,
    readonly db: Database,
  ) {
    this.lane = this.newLane();
  }

  static async open(): Promise<LaneStage> {
    const database = await createTestDatabase({ migrate: ['escrow-ops'] });
    return new LaneStage(database, new Database(database.urlOf('escrow-ops'), { schema: 'escrow', poolSize: 4 }));
  }

  async close(): Promise<void> {
    await this.db.onApplicationShutdown();
    await this.database.drop();
  }

  /** A new chain without transactions. */
  async reset(): Promise<CounterChain> {
    await this.db.execute(sql`DELETE FROM signed_transaction`);
    await this.db.execute(sql`DELETE FROM notice`);
    await this.endLease();
    this.chain = new CounterChain();
    this.goal = 1;
    this.signed = 0;
    this.lane = this.newLane();
    return this.chain;
  }

  /** As another replica has it. */
  newLane(sign: LaneSigner['sign'] = () => this.sign()): SignerLane {
    const transactions = new SignedTransactionsRepository(this.db, new HoldsRepository(this.db));
    const signer = { publicKey: () => Promise.resolve(PUBLIC_KEY), sign };
    return new SignerLane(this.db, new LanesRepository(this.db), transactions, signer);
  }

  setting(): LaneSetting {
    return {
      chain: CHAIN,
      key: 'escrow_operator',
      node: this.chain,
      next: () => Promise.resolve(this.chain.counter < this.goal ? MESSAGE : undefined),
    };
  }

  step(): Promise<LaneStep> {
    return this.lane.step(this.setting());
  }

  /** A step with a node that answers some requests differently. */
  stepWith(answers: Partial<LaneNode>): Promise<LaneStep> {
    return this.lane.step({
      ...this.setting(),
      node: Object.assign(Object.create(this.chain) as LaneNode, answers),
    });
  }

  async states(count: number): Promise<LaneStep['state'][]> {
    const all: LaneStep['state'][] = [];
    for (let done = 0; done < count; done += 1) all.push((await this.step()).state);
    return all;
  }

  log(): Promise<Logged[]> {
    return this.db.rows<Logged>(sql`
      SELECT outcome, sequence::text, fee_amount::text, refusal FROM signed_transaction ORDER BY id`);
  }

  async outcomes(): Promise<(string | null)[]> {
    return (await this.log()).map(({ outcome }) => outcome);
  }

  async endLease(): Promise<void> {
    await this.db.execute(sql`UPDATE signer_lane SET leased_until = '-infinity'`);
  }

  private sign(): Promise<Uint8Array> {
    this.signed += 1;
    return Promise.resolve(new Uint8Array(64).fill(1));
  }
}
