import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Server } from 'node:http';
import { chainOf } from '@questp/chains/testing';
import { AppError } from '@questp/messages/language';
import { Database, sql } from '@questp/postgres';
import { createTestDatabase, type TestDatabase } from '@questp/testing';
import { CounterChain, serveChain, TIMED_OUT, WRONG_SEQUENCE } from './counter-chain.fixture.js';
import { HoldsRepository } from './holds.repository.js';
import type { LaneNode } from './lane-node.js';
import { LanesRepository } from './lanes.repository.js';
import { SignedTransactionsRepository } from './signed-transactions.repository.js';
import { SignerLane, type LaneSetting, type LaneStep } from './signer-lane.js';

const PROCESS = join(import.meta.dirname, 'lane-process.fixture.mjs');
const MESSAGE = {
  campaignId: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2c01',
  contract: 'wasm1contract',
  message: { add: {} },
};
const CHAIN = { ...chainOf('questp-local-1'), gasPrices: [{ denom: 'ustake', price: '0.025' }] };
/** The generator of the curve. */
const PUBLIC_KEY = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');

const TRANSACTION = {
  ...{ campaignId: MESSAGE.campaignId, contract: MESSAGE.contract, action: 'add', signer: 'wasm1signer', sequence: 0n },
  ...{ hash: 'AB'.repeat(32), bytes: new Uint8Array(1), timeoutHeight: 150 },
  ...{ gasLimit: 130_000n, feeDenom: 'ustake', feeAmount: 3_250n },
};

interface Logged {
  outcome: string | null;
  sequence: string;
  feeAmount: string;
  refusal: string | null;
}

describe('a signer lane', () => {
  let database: TestDatabase;
  let db: Database;
  let chain: CounterChain;
  let goal: number;
  let signed: number;
  let lane: SignerLane;

  const signer = {
    publicKey: () => Promise.resolve(PUBLIC_KEY),
    sign: () => {
      signed += 1;
      return Promise.resolve(new Uint8Array(64).fill(1));
    },
  };
  const newLane = () =>
    new SignerLane(db, new LanesRepository(db), new SignedTransactionsRepository(db, new HoldsRepository(db)), signer);
  const setting = (): LaneSetting => ({
    chain: CHAIN,
    key: 'escrow_operator',
    node: chain,
    next: () => Promise.resolve(chain.counter < goal ? MESSAGE : undefined),
  });
  /** With a node that answers some things differently. */
  const stepWith = (answers: Partial<LaneNode>) =>
    lane.step({ ...setting(), node: Object.assign(Object.create(chain) as LaneNode, answers) });
  const step = () => lane.step(setting());
  const states = async (count: number): Promise<LaneStep['state'][]> => {
    const all: LaneStep['state'][] = [];
    for (let done = 0; done < count; done += 1) all.push((await step()).state);
    return all;
  };
  const log = () =>
    db.rows<Logged>(sql`
      SELECT outcome, sequence::text, fee_amount::text, refusal FROM signed_transaction ORDER BY id`);
  const outcomes = async () => (await log()).map(({ outcome }) => outcome);
  const leased = async () => {
    const lease = await new LanesRepository(db).lease(CHAIN.chainId, 'escrow_operator');
    if (lease === undefined) throw new Error('the lane is leased');
    return { lease, transactions: new SignedTransactionsRepository(db, new HoldsRepository(db)) };
  };
  const endLease = () => db.execute(sql`UPDATE signer_lane SET leased_until = '-infinity'`);

  beforeAll(async () => {
    database = await createTestDatabase({ migrate: ['escrow-ops'] });
    db = new Database(database.urlOf('escrow-ops'), { schema: 'escrow', poolSize: 4 });
  });
  afterAll(async () => {
    await db.onApplicationShutdown();
    await database.drop();
  });
  beforeEach(async () => {
    await db.execute(sql`DELETE FROM signed_transaction`);
    await db.execute(sql`DELETE FROM notice`);
    await endLease();
    chain = new CounterChain();
    goal = 1;
    signed = 0;
    lane = newLane();
  });

  it('sends one transaction after another, each once it knows how the last one ended', async () => {
    goal = 2;
    expect(await states(2)).toEqual(['sent', 'open']);
    chain.makeBlock();
    expect(await states(2)).toEqual(['decided', 'sent']);
    chain.makeBlock();
    expect(await states(2)).toEqual(['decided', 'nothing']);
    expect(chain.counter).toBe(2);
    expect(await log()).toMatchObject([
      { outcome: 'succeeded', sequence: '0' },
      { outcome: 'succeeded', sequence: '1' },
    ]);
  });

  it('broadcasts the same bytes again while the mempool loses them, and signs no others', async () => {
    chain.faults.drops = true;
    for (let block = 0; block < 20; block += 1) {
      await step();
      chain.makeBlock();
    }
    chain.faults.drops = false;
    await step();
    chain.makeBlock();
    expect((await step()).state).toBe('decided');
    expect([signed, chain.counter, new Set(chain.broadcasts).size]).toEqual([1, 1, 1]);
    expect(chain.broadcasts.length).toBeGreaterThan(20);
  });

  it('builds another one only after the height of the first has passed everywhere', async () => {
    chain.faults.drops = true;
    await step();
    chain.makeBlocks(51);
    expect((await step()).state).toBe('open');
    expect(signed).toBe(1);
    chain.makeBlock();
    expect(await step()).toMatchObject({ state: 'decided', decision: { outcome: 'expired' } });
    chain.faults.drops = false;
    await step();
    chain.makeBlock();
    expect((await step()).state).toBe('decided');
    expect([await outcomes(), chain.counter]).toEqual([['expired', 'succeeded'], 1]);
  });

  it('pays twice and four times the price after transactions that no block included', async () => {
    chain.faults.refuses = { codespace: 'sdk', code: 13, log: 'insufficient fee' };
    for (let expired = 0; expired < 4; expired += 1) {
      await step();
      chain.makeBlocks(52);
      await step();
    }
    const logged = await log();
    expect(logged.map(({ feeAmount }) => Number(feeAmount))).toEqual([3_250, 6_500, 13_000, 13_000]);
    expect(logged[0]?.refusal).toBe('sdk 13: insufficient fee');
  });

  it('takes the sequence from the chain when another transaction of the account used it', async () => {
    chain.faults.drops = true;
    await step();
    chain.sequence = 4n;
    expect((await step()).state).toBe('open');
    chain.makeBlocks(2);
    expect(await step()).toMatchObject({ state: 'decided', decision: { outcome: 'replaced' } });
    chain.faults.drops = false;
    await step();
    chain.makeBlock();
    await step();
    expect(await log()).toMatchObject([
      { outcome: 'replaced', sequence: '0' },
      { outcome: 'succeeded', sequence: '4' },
    ]);
    expect(chain.counter).toBe(1);
  });

  it('waits for the index when the sequence is used before the transaction can be found', async () => {
    await step();
    chain.faults.hidesIncluded = true;
    chain.makeBlock();
    expect((await step()).state).toBe('open');
    chain.faults.hidesIncluded = false;
    chain.makeBlocks(5);
    expect(await step()).toMatchObject({ state: 'decided', decision: { outcome: 'succeeded' } });
    expect((await step()).state).toBe('nothing');
  });

  it('sends nothing twice on a chain that keeps no index', async () => {
    goal = 3;
    chain.faults.hidesIncluded = true;
    for (let block = 0; block < 20; block += 1) {
      await step();
      chain.makeBlock();
    }
    expect([chain.counter, signed]).toEqual([3, 3]);
    expect(await outcomes()).toEqual(['replaced', 'replaced', 'replaced']);
  });

  it('reads the contract after the sequence, so that it sees every transaction that used one before', async () => {
    const account = () => {
      chain.sequence += 1n;
      chain.counter += 1;
      return chain.account();
    };
    expect((await stepWith({ account })).state).toBe('nothing');
    expect(signed).toBe(0);
  });

  it('reads the sequence again when it moves between reading and simulation', async () => {
    const account = async () => {
      const before = await chain.account();
      chain.sequence += 1n;
      return before;
    };
    expect((await stepWith({ account })).state).toBe('stale');
    // It did what the lane was about to do, which the contract says instead.
    const simulate = () => Promise.resolve({ refusal: 'nothing to do' });
    expect((await stepWith({ account, simulate })).state).toBe('stale');
    expect((await step()).state).toBe('sent');
    expect(await log()).toMatchObject([{ sequence: '3' }]);
  });

  it('waits for a transaction of the account in the mempool, and takes its sequence for no refusal', async () => {
    const other = { hash: 'CD'.repeat(32), sequence: 0n, timeoutHeight: 150, message: '{"add":{}}' };
    chain.mempool.push(other);
    expect((await step()).state).toBe('stale');
    chain.makeBlock();
    // It did what the lane was about to do.
    expect((await step()).state).toBe('nothing');
    goal = 2;
    chain.mempool.push({ ...other, sequence: 1n, message: '{"other":{}}' });
    expect((await step()).state).toBe('stale');
    chain.makeBlock();
    expect((await step()).state).toBe('sent');
    expect(await log()).toMatchObject([{ sequence: '2' }]);
  });

  it('takes a contract that fails with the words of another sequence for a refusal', async () => {
    const refusal = 'failed to execute message; message index: 0: account sequence mismatch, expected 1, got 0';
    expect((await stepWith({ simulate: () => Promise.resolve({ refusal }) })).state).toBe('refused');
  });

  it('reads it again when it moves between simulation and broadcast', async () => {
    const simulate = async (bytes: Uint8Array) => {
      const answer = await chain.simulate(bytes);
      chain.sequence += 1n;
      return answer;
    };
    await stepWith({ simulate });
    expect((await log())[0]?.refusal).toContain(`sdk ${WRONG_SEQUENCE}`);
    await step();
    chain.makeBlocks(2);
    expect(await states(2)).toEqual(['decided', 'sent']);
    chain.makeBlock();
    await step();
    expect([await outcomes(), chain.counter]).toEqual([['replaced', 'succeeded'], 1]);
  });

  it('makes nothing of nodes that do not answer, and goes on afterwards', async () => {
    await step();
    chain.faults.silent = true;
    await expect(step()).rejects.toThrow('no node answers');
    chain.faults.silent = false;
    chain.makeBlock();
    expect((await step()).state).toBe('decided');
    chain.faults.silent = true;
    goal = 2;
    await expect(step()).rejects.toThrow('no node answers');
    expect([signed, chain.counter]).toEqual([1, 1]);
  });

  it('takes effect once though a node lies that the height has passed', async () => {
    await step();
    chain.faults.liesBy = 1_000;
    expect(await step()).toMatchObject({ state: 'decided', decision: { outcome: 'expired' } });
    chain.faults.liesBy = 0;
    // The first one is still in the mempool.
    expect((await step()).state).toBe('stale');
    for (let block = 0; block < 10; block += 1) {
      chain.makeBlock();
      await step();
    }
    expect([chain.counter, signed, await outcomes()]).toEqual([1, 1, ['expired']]);
  });

  it('converges after a node said a height that is long past', async () => {
    chain.faults.liesBy = -90;
    await step();
    expect((await log())[0]?.refusal).toContain(`sdk ${TIMED_OUT}`);
    chain.faults.liesBy = 0;
    expect(await states(2)).toEqual(['decided', 'sent']);
    chain.makeBlock();
    await step();
    expect([chain.counter, await outcomes()]).toEqual([1, ['expired', 'succeeded']]);
  });

  it('waits longer after each transaction that failed in a block', async () => {
    chain.faults.fails = true;
    await step();
    chain.makeBlock();
    expect(await step()).toMatchObject({ state: 'decided', decision: { outcome: 'failed', error: 'it failed' } });
    expect((await step()).state).toBe('paused');
    await db.execute(sql`UPDATE signed_transaction SET decided_at = decided_at - interval '11 seconds'`);
    await step();
    chain.makeBlock();
    await step();
    await db.execute(sql`UPDATE signed_transaction SET decided_at = decided_at - interval '11 seconds'`);
    expect((await step()).state).toBe('paused');
    expect(signed).toBe(2);
  });

  it('keeps a transaction open that failed without using its sequence', async () => {
    await step();
    const [pending] = chain.mempool;
    chain.included.set(pending?.hash ?? '', { height: 101, code: 5, gasUsed: 1n, log: 'insufficient funds' });
    expect((await step()).state).toBe('open');
    chain.makeBlock();
    expect(await step()).toMatchObject({ state: 'decided', decision: { outcome: 'succeeded' } });
    expect(chain.counter).toBe(1);
  });

  it('signs nothing that fails in a simulation, that needs too much gas, or that it cannot pay', async () => {
    const unauthorized = () => Promise.resolve({ refusal: 'unauthorized' });
    expect(await stepWith({ simulate: unauthorized })).toMatchObject({ state: 'refused', reason: 'unauthorized' });
    const large = () => Promise.resolve({ gasUsed: 50_000_000n });
    expect(await stepWith({ simulate: large })).toMatchObject({ state: 'refused', reason: 'it needs 50000000 gas' });
    chain.funds = 3_249n;
    expect(await step()).toMatchObject({ state: 'unfunded', needed: 3_250n, balance: 3_249n });
    chain.funds = 3_250n;
    expect(await step()).toMatchObject({ state: 'sent' });
    expect(await db.rows(sql`SELECT type, data, times FROM notice`)).toMatchObject([
      { type: 'escrow.balance_low', times: 2, data: { provider: 'escrow_operator', balance: '3250', fee: '3250' } },
    ]);
    expect(signed).toBe(1);
  });

  describe('with a daily limit of fees', () => {
    /** Each transaction costs 3,250. */
    const limited = (dailyFees: string) => ({
      ...setting(),
      chain: { ...CHAIN, gasPrices: [{ denom: 'ustake', price: '0.025', dailyFees }] },
    });
    const alerts = () => db.rows(sql`SELECT type, data FROM outbox WHERE type = 'escrow.fees_capped'`);
    const dayPasses = async () => {
      await db.execute(sql`UPDATE signed_transaction SET signed_at = signed_at - interval '1 day'`);
      await db.execute(sql`UPDATE signer_lane SET capped_on = capped_on - 1`);
    };
    beforeEach(async () => {
      await db.execute(sql`DELETE FROM outbox`);
      await db.execute(sql`UPDATE signer_lane SET capped_on = NULL`);
      goal = 10;
    });
    const sendUntil = async (state: LaneStep['state'], dailyFees: string) => {
      for (;;) {
        const done = await lane.step(limited(dailyFees));
        if (done.state === state) return done;
        chain.makeBlock();
      }
    };

    it('signs nothing beyond it, alerts operators once, and goes on the next day', async () => {
      const capped = await sendUntil('capped', '9749');
      expect(capped).toMatchObject({ message: MESSAGE });
      expect(await lane.step(limited('9749'))).toEqual(capped);
      expect([signed, chain.counter]).toEqual([2, 2]);
      const data = { chainId: CHAIN.chainId, provider: 'escrow_operator', denom: 'ustake', dailyFees: '9749' };
      expect(await alerts()).toEqual([{ type: 'escrow.fees_capped', data }]);
      await dayPasses();
      await sendUntil('capped', '9749');
      expect([signed, chain.counter, (await alerts()).length]).toEqual([4, 4, 2]);
    });

    it('counts transactions whatever became of them', async () => {
      chain.faults.drops = true;
      expect((await lane.step(limited('9749'))).state).toBe('sent');
      chain.makeBlocks(52);
      expect((await lane.step(limited('9749'))).state).toBe('decided');
      // The next one costs twice as much.
      expect((await lane.step(limited('9749'))).state).toBe('capped');
      expect((await lane.step(limited('9750'))).state).toBe('sent');
    });

    it('stores nothing beyond it, though it was signed', async () => {
      const { transactions, lease } = await leased();
      expect(await transactions.insert(lease, TRANSACTION, 3_249n)).toBeUndefined();
      expect(await transactions.insert(lease, TRANSACTION, 3_250n)).toMatchObject({ hash: TRANSACTION.hash });
    });

    it('waits when integrations has reached it', async () => {
      const reached = () => Promise.reject(new AppError('FEE_LIMIT_REACHED'));
      const refusing = { ...signer, sign: reached };
      lane = new SignerLane(
        db,
        new LanesRepository(db),
        new SignedTransactionsRepository(db, new HoldsRepository(db)),
        refusing,
      );
      expect((await step()).state).toBe('capped');
      expect([await log(), (await alerts()).length]).toEqual([[], 1]);
    });
  });

  it('alerts operators of an account that the chain does not know', async () => {
    expect(await stepWith({ account: () => Promise.resolve(undefined) })).toMatchObject({ state: 'unfunded' });
    expect(await db.rows(sql`SELECT data FROM notice`)).toMatchObject([{ data: { balance: '0', denom: 'ustake' } }]);
  });

  it('is worked on by one at a time', async () => {
    goal = 8;
    const others = [newLane(), newLane(), newLane()];
    for (let block = 0; chain.counter < goal && block < 100; block += 1) {
      await Promise.all(others.map((one) => one.step(setting())));
      if (block % 3 === 0) chain.makeBlock();
    }
    expect([chain.counter, signed, await outcomes()]).toEqual([8, 8, expect.arrayContaining(['succeeded'])]);
  });

  it.each(['open', 'decided'])(
    'drops what it signed after its lease ended and the next transaction is %s',
    async (reached) => {
      goal = 5;
      const balance = async () => {
        await endLease();
        chain.makeBlock();
        expect((await step()).state).toBe('sent');
        if (reached === 'decided') {
          chain.makeBlock();
          expect((await step()).state).toBe('decided');
        }
        return chain.funds;
      };
      expect((await stepWith({ balance })).state).toBe('busy');
      expect([signed, chain.broadcasts.length, await log()]).toMatchObject([2, 1, [{ sequence: '0' }]]);
    },
  );

  describe('whose processes are killed', () => {
    let server: Server;
    let url: string;

    const run = (failpoints = '') =>
      new Promise<NodeJS.Signals | null>((resolve, reject) => {
        const places = { databaseUrl: database.urlOf('escrow-ops'), chainUrl: url };
        const args = [PROCESS, JSON.stringify({ ...places, goal, chain: CHAIN, message: MESSAGE })];
        const env = { ...process.env, NODE_OPTIONS: '', FAILPOINTS_ENABLED: 'true', FAILPOINTS: failpoints };
        execFile(process.execPath, args, { env }, (error, _, stderr) => {
          if (error && error.signal !== 'SIGKILL') reject(new Error(stderr));
          else resolve(error?.signal ?? null);
        });
      });
    let blocks: NodeJS.Timeout;

    beforeEach(async () => {
      ({ server, url } = await serveChain(chain));
      blocks = setInterval(() => chain.makeBlock(), 50);
    });
    afterEach(async () => {
      clearInterval(blocks);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });

    it.each(['before-sign', 'after-sign', 'after-persist', 'after-broadcast', 'before-confirm', 'after-confirm'])(
      '%s, sends every message once',
      async (failpoint) => {
        goal = 3;
        expect(await run(failpoint)).toBe('SIGKILL');
        await endLease();
        expect(await run(failpoint)).toBe('SIGKILL');
        await endLease();
        expect(await run()).toBeNull();
        expect(chain.counter).toBe(3);
        const ended = await outcomes();
        expect(ended.filter((outcome) => outcome === 'succeeded')).toHaveLength(3);
        expect(ended).not.toContain(null);
      },
    );

    it('two at once, send every message once', async () => {
      goal = 6;
      await Promise.all([run(), run()]);
      // On a busy machine the blocks of a timeout can pass before a process has sent what it signed.
      const included = (await outcomes()).filter((outcome) => outcome !== 'expired');
      expect([chain.counter, included]).toEqual([6, new Array(6).fill('succeeded')]);
    });
  });
});
