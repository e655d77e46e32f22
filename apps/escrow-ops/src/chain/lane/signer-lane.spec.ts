import { sql } from '@questp/postgres';
import { TIMED_OUT, WRONG_SEQUENCE, type CounterChain } from '../../testing/counter-chain.fixture.js';
import { LaneStage } from '../../testing/signer-lane.fixture.js';

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

  it('sends a transaction only after the outcome of the last one is known', async () => {
    stage.goal = 2;
    expect(await stage.states(2)).toEqual(['sent', 'open']);
    chain.makeBlock();
    expect(await stage.states(2)).toEqual(['decided', 'sent']);
    chain.makeBlock();
    expect(await stage.states(2)).toEqual(['decided', 'nothing']);
    expect(chain.counter).toBe(2);
    expect(await stage.log()).toMatchObject([
      { outcome: 'succeeded', sequence: '0' },
      { outcome: 'succeeded', sequence: '1' },
    ]);
  });

  it('broadcasts the same bytes again when the mempool loses them, and signs no other transaction', async () => {
    chain.faults.drops = true;
    for (let block = 0; block < 20; block += 1) {
      await stage.step();
      chain.makeBlock();
    }
    chain.faults.drops = false;
    await stage.step();
    chain.makeBlock();
    expect((await stage.step()).state).toBe('decided');
    expect([stage.signed, chain.counter, new Set(chain.broadcasts).size]).toEqual([1, 1, 1]);
    expect(chain.broadcasts.length).toBeGreaterThan(20);
  });

  it('builds the next transaction only after the timeout height of the first has passed on every node', async () => {
    chain.faults.drops = true;
    await stage.step();
    chain.makeBlocks(51);
    expect((await stage.step()).state).toBe('open');
    expect(stage.signed).toBe(1);
    chain.makeBlock();
    expect(await stage.step()).toMatchObject({ state: 'decided', decision: { outcome: 'expired' } });
    chain.faults.drops = false;
    await stage.step();
    chain.makeBlock();
    expect((await stage.step()).state).toBe('decided');
    expect([await stage.outcomes(), chain.counter]).toEqual([['expired', 'succeeded'], 1]);
  });

  it('gives up a transaction after a reset of the chain, although the new chain is far lower', async () => {
    chain.faults.drops = true;
    await stage.step();
    chain.reset();
    chain.faults.drops = false;
    expect(await stage.step()).toMatchObject({ state: 'decided', decision: { outcome: 'expired' } });
    expect((await stage.step()).state).toBe('sent');
    chain.makeBlock();
    expect((await stage.step()).state).toBe('decided');
    expect(chain.counter).toBe(1);
  });

  it('takes the sequence from the chain when another transaction of the account used it', async () => {
    chain.faults.drops = true;
    await stage.step();
    chain.sequence = 4n;
    expect((await stage.step()).state).toBe('open');
    chain.makeBlocks(2);
    expect(await stage.step()).toMatchObject({ state: 'decided', decision: { outcome: 'replaced' } });
    chain.faults.drops = false;
    await stage.step();
    chain.makeBlock();
    await stage.step();
    expect(await stage.log()).toMatchObject([
      { outcome: 'replaced', sequence: '0' },
      { outcome: 'succeeded', sequence: '4' },
    ]);
    expect(chain.counter).toBe(1);
  });

  it('waits for the index when the sequence is used before the transaction can be found', async () => {
    await stage.step();
    chain.faults.hidesIncluded = true;
    chain.makeBlock();
    expect((await stage.step()).state).toBe('open');
    chain.faults.hidesIncluded = false;
    chain.makeBlocks(5);
    expect(await stage.step()).toMatchObject({ state: 'decided', decision: { outcome: 'succeeded' } });
    expect((await stage.step()).state).toBe('nothing');
  });

  it('sends no transaction twice on a chain without an index', async () => {
    stage.goal = 3;
    chain.faults.hidesIncluded = true;
    for (let block = 0; block < 20; block += 1) {
      await stage.step();
      chain.makeBlock();
    }
    expect([chain.counter, stage.signed]).toEqual([3, 3]);
    expect(await stage.outcomes()).toEqual(['replaced', 'replaced', 'replaced']);
  });

  it('reads the contract after the sequence, so that it sees every transaction that used one before', async () => {
    const account = () => {
      chain.sequence += 1n;
      chain.counter += 1;
      return chain.account();
    };
    expect((await stage.stepWith({ account })).state).toBe('nothing');
    expect(stage.signed).toBe(0);
  });

  it('reads the sequence again when it moves between reading and simulation', async () => {
    const account = async () => {
      const before = await chain.account();
      chain.sequence += 1n;
      return before;
    };
    expect((await stage.stepWith({ account })).state).toBe('stale');
    // The transaction had the effect of the next message, as the contract shows.
    const simulate = () => Promise.resolve({ refusal: 'nothing to do' });
    expect((await stage.stepWith({ account, simulate })).state).toBe('stale');
    expect((await stage.step()).state).toBe('sent');
    expect(await stage.log()).toMatchObject([{ sequence: '3' }]);
  });

  it('waits for a transaction of the account in the mempool, and does not treat its sequence as a refusal', async () => {
    const other = { hash: 'CD'.repeat(32), sequence: 0n, timeoutHeight: 150, message: '{"add":{}}' };
    chain.mempool.push(other);
    expect((await stage.step()).state).toBe('stale');
    chain.makeBlock();
    // It did what the lane was about to do.
    expect((await stage.step()).state).toBe('nothing');
    stage.goal = 2;
    chain.mempool.push({ ...other, sequence: 1n, message: '{"other":{}}' });
    expect((await stage.step()).state).toBe('stale');
    chain.makeBlock();
    expect((await stage.step()).state).toBe('sent');
    expect(await stage.log()).toMatchObject([{ sequence: '2' }]);
  });

  it('treats a contract error with the words of a sequence mismatch as a refusal', async () => {
    const refusal = 'failed to execute message; message index: 0: account sequence mismatch, expected 1, got 0';
    expect((await stage.stepWith({ simulate: () => Promise.resolve({ refusal }) })).state).toBe('refused');
  });

  it('reads the sequence again when it moves between simulation and broadcast', async () => {
    const simulate = async (bytes: Uint8Array) => {
      const answer = await chain.simulate(bytes);
      chain.sequence += 1n;
      return answer;
    };
    await stage.stepWith({ simulate });
    expect((await stage.log())[0]?.refusal).toContain(`sdk ${WRONG_SEQUENCE}`);
    await stage.step();
    chain.makeBlocks(2);
    expect(await stage.states(2)).toEqual(['decided', 'sent']);
    chain.makeBlock();
    await stage.step();
    expect([await stage.outcomes(), chain.counter]).toEqual([['replaced', 'succeeded'], 1]);
  });

  it('changes nothing while nodes do not answer, and continues afterwards', async () => {
    await stage.step();
    chain.faults.silent = true;
    await expect(stage.step()).rejects.toThrow('no node answers');
    chain.faults.silent = false;
    chain.makeBlock();
    expect((await stage.step()).state).toBe('decided');
    chain.faults.silent = true;
    stage.goal = 2;
    await expect(stage.step()).rejects.toThrow('no node answers');
    expect([stage.signed, chain.counter]).toEqual([1, 1]);
  });

  it('a message takes effect once when a node wrongly reports that the timeout height has passed', async () => {
    await stage.step();
    chain.faults.liesBy = 1_000;
    expect(await stage.step()).toMatchObject({ state: 'decided', decision: { outcome: 'expired' } });
    chain.faults.liesBy = 0;
    // The first one is still in the mempool.
    expect((await stage.step()).state).toBe('stale');
    for (let block = 0; block < 10; block += 1) {
      chain.makeBlock();
      await stage.step();
    }
    expect([chain.counter, stage.signed, await stage.outcomes()]).toEqual([1, 1, ['expired']]);
  });

  it('converges after a node reported an old height', async () => {
    chain.faults.liesBy = -90;
    await stage.step();
    expect((await stage.log())[0]?.refusal).toContain(`sdk ${TIMED_OUT}`);
    chain.faults.liesBy = 0;
    expect(await stage.states(2)).toEqual(['decided', 'sent']);
    chain.makeBlock();
    await stage.step();
    expect([chain.counter, await stage.outcomes()]).toEqual([1, ['expired', 'succeeded']]);
  });

  it('waits longer after each transaction that failed in a block', async () => {
    chain.faults.fails = true;
    await stage.step();
    chain.makeBlock();
    expect(await stage.step()).toMatchObject({ state: 'decided', decision: { outcome: 'failed', error: 'it failed' } });
    expect((await stage.step()).state).toBe('paused');
    await stage.db.execute(sql`UPDATE signed_transaction SET decided_at = decided_at - interval '11 seconds'`);
    await stage.step();
    chain.makeBlock();
    await stage.step();
    await stage.db.execute(sql`UPDATE signed_transaction SET decided_at = decided_at - interval '11 seconds'`);
    expect((await stage.step()).state).toBe('paused');
    expect(stage.signed).toBe(2);
  });

  it('keeps a failed transaction open if it did not use its sequence', async () => {
    await stage.step();
    const [pending] = chain.mempool;
    chain.included.set(pending?.hash ?? '', { height: 101, code: 5, gasUsed: 1n, log: 'insufficient funds' });
    expect((await stage.step()).state).toBe('open');
    chain.makeBlock();
    expect(await stage.step()).toMatchObject({ state: 'decided', decision: { outcome: 'succeeded' } });
    expect(chain.counter).toBe(1);
  });
});
