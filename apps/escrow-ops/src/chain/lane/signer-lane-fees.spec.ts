import { AppError } from '@questp/messages/language';
import { sql } from '@questp/postgres';
import type { CounterChain } from '../../testing/counter-chain.fixture.js';
import { HoldsRepository } from './holds.repository.js';
import { LanesRepository } from './lanes.repository.js';
import { SignedTransactionsRepository } from './signed-transactions.repository.js';
import { CHAIN, LaneStage, MESSAGE } from '../../testing/signer-lane.fixture.js';
import type { LaneStep } from './signer-lane.js';

const TRANSACTION = {
  ...{ campaignId: MESSAGE.campaignId, contract: MESSAGE.contract, action: 'add', signer: 'wasm1signer', sequence: 0n },
  ...{ hash: 'AB'.repeat(32), bytes: new Uint8Array(1), timeoutHeight: 150, resets: 0 },
  ...{ gasLimit: 130_000n, feeDenom: 'ustake', feeAmount: 3_250n },
};

describe('a signer lane', () => {
  let stage: LaneStage;
  let chain: CounterChain;

  beforeAll(async () => {
    stage = await LaneStage.open();
  });
  afterAll(() => stage.close());
  beforeEach(async () => {
    chain = await stage.reset();
  });

  it('pays twice and four times the price after transactions that no block included', async () => {
    chain.faults.refuses = { codespace: 'sdk', code: 13, log: 'insufficient fee' };
    for (let expired = 0; expired < 4; expired += 1) {
      await stage.step();
      chain.makeBlocks(52);
      await stage.step();
    }
    const logged = await stage.log();
    expect(logged.map(({ feeAmount }) => Number(feeAmount))).toEqual([3_250, 6_500, 13_000, 13_000]);
    expect(logged[0]?.refusal).toBe('sdk 13: insufficient fee');
  });

  it('signs no message that fails in a simulation, needs too much gas or costs more than the balance', async () => {
    const unauthorized = () => Promise.resolve({ refusal: 'unauthorized' });
    expect(await stage.stepWith({ simulate: unauthorized })).toMatchObject({
      state: 'refused',
      reason: 'unauthorized',
    });
    const large = () => Promise.resolve({ gasUsed: 50_000_000n });
    expect(await stage.stepWith({ simulate: large })).toMatchObject({
      state: 'refused',
      reason: 'it needs 50000000 gas',
    });
    chain.funds = 3_249n;
    expect(await stage.step()).toMatchObject({ state: 'unfunded', needed: 3_250n, balance: 3_249n });
    chain.funds = 3_250n;
    expect(await stage.step()).toMatchObject({ state: 'sent' });
    expect(await stage.db.rows(sql`SELECT type, data, times FROM notice`)).toMatchObject([
      { type: 'escrow.balance_low', times: 2, data: { provider: 'escrow_operator', balance: '3250', fee: '3250' } },
    ]);
    expect(stage.signed).toBe(1);
  });

  it('does not send a return whose fee exceeds the returned amount in the same coin', async () => {
    const returning = (denom: string | null, amount: bigint) => ({
      ...stage.setting(),
      next: () => Promise.resolve({ ...MESSAGE, brings: { denom, amount } }),
    });
    expect(await stage.lane.step(returning('ustake', 3_250n))).toMatchObject({ state: 'unprofitable', cost: 3_250n });
    expect(stage.signed).toBe(0);
    // What a token is worth is not known.
    expect((await stage.lane.step(returning(null, 1n))).state).toBe('sent');
    chain.makeBlock();
    await stage.step();
    expect((await stage.lane.step(returning('ustake', 3_251n))).state).toBe('sent');
  });

  it('alerts operators of an account that the chain does not know', async () => {
    expect(await stage.stepWith({ account: () => Promise.resolve(undefined) })).toMatchObject({ state: 'unfunded' });
    expect(await stage.db.rows(sql`SELECT data FROM notice`)).toMatchObject([
      { data: { balance: '0', denom: 'ustake' } },
    ]);
  });

  describe('with a daily limit of fees', () => {
    /** Each transaction costs 3,250. */
    const limited = (dailyFees: string) => ({
      ...stage.setting(),
      chain: { ...CHAIN, gasPrices: [{ denom: 'ustake', price: '0.025', dailyFees }] },
    });
    const alerts = () => stage.db.rows(sql`SELECT type, data FROM outbox WHERE type = 'escrow.fees_capped'`);
    const dayPasses = async () => {
      await stage.db.execute(sql`UPDATE signed_transaction SET signed_at = signed_at - interval '1 day'`);
      await stage.db.execute(sql`UPDATE signer_lane SET capped_on = capped_on - 1`);
    };
    beforeEach(async () => {
      await stage.db.execute(sql`DELETE FROM outbox`);
      await stage.db.execute(sql`UPDATE signer_lane SET capped_on = NULL`);
      stage.goal = 10;
    });
    const sendUntil = async (state: LaneStep['state'], dailyFees: string) => {
      for (;;) {
        const done = await stage.lane.step(limited(dailyFees));
        if (done.state === state) return done;
        chain.makeBlock();
      }
    };

    it('stops signing at the limit, alerts operators once, and continues the next day', async () => {
      const capped = await sendUntil('capped', '9749');
      expect(capped).toMatchObject({ message: MESSAGE });
      expect(await stage.lane.step(limited('9749'))).toEqual(capped);
      expect([stage.signed, chain.counter]).toEqual([2, 2]);
      const data = { chainId: CHAIN.chainId, provider: 'escrow_operator', denom: 'ustake', dailyFees: '9749' };
      expect(await alerts()).toEqual([{ type: 'escrow.fees_capped', data }]);
      await dayPasses();
      await sendUntil('capped', '9749');
      expect([stage.signed, chain.counter, (await alerts()).length]).toEqual([4, 4, 2]);
    });

    it('keeps a quarter of the limit from messages that return a leftover', async () => {
      const limit = limited('13000');
      const returning = {
        ...limit,
        next: () => Promise.resolve({ ...MESSAGE, brings: { denom: 'ustake', amount: 1_000_000n } }),
      };
      for (let sent = 0; sent < 3; sent += 1) {
        expect((await stage.lane.step(returning)).state).toBe('sent');
        chain.makeBlock();
        expect((await stage.lane.step(returning)).state).toBe('decided');
      }
      expect((await stage.lane.step(returning)).state).toBe('reserved');
      expect(await alerts()).toEqual([]);
      expect((await stage.lane.step(limit)).state).toBe('sent');
    });

    it('counts signed transactions with any outcome', async () => {
      chain.faults.drops = true;
      expect((await stage.lane.step(limited('9749'))).state).toBe('sent');
      chain.makeBlocks(52);
      expect((await stage.lane.step(limited('9749'))).state).toBe('decided');
      // The next one costs twice as much.
      expect((await stage.lane.step(limited('9749'))).state).toBe('capped');
      expect((await stage.lane.step(limited('9750'))).state).toBe('sent');
    });

    it('stores no signed transaction that exceeds the limit', async () => {
      const lease = await new LanesRepository(stage.db).lease(CHAIN.chainId, 'escrow_operator');
      if (lease === undefined) throw new Error('the lane is leased');
      const transactions = new SignedTransactionsRepository(stage.db, new HoldsRepository(stage.db));
      expect(await transactions.insert(lease, TRANSACTION, 3_249n)).toBeUndefined();
      expect(await transactions.insert(lease, TRANSACTION, 3_250n)).toMatchObject({ hash: TRANSACTION.hash });
    });

    it('waits when integrations has reached its limit', async () => {
      stage.lane = stage.newLane(() => Promise.reject(new AppError('FEE_LIMIT_REACHED')));
      expect((await stage.step()).state).toBe('capped');
      expect([await stage.log(), (await alerts()).length]).toEqual([[], 1]);
    });
  });
});
