import { execFile } from 'node:child_process';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { serveChain, type CounterChain } from '../../testing/counter-chain.fixture.js';
import { CHAIN, LaneStage, MESSAGE } from '../../testing/signer-lane.fixture.js';

const PROCESS = join(import.meta.dirname, '../../testing/lane-process.fixture.mjs');

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

  it('one process at a time works on the lane', async () => {
    stage.goal = 8;
    const others = [stage.newLane(), stage.newLane(), stage.newLane()];
    for (let block = 0; chain.counter < stage.goal && block < 100; block += 1) {
      await Promise.all(others.map((one) => one.step(stage.setting())));
      if (block % 3 === 0) chain.makeBlock();
    }
    expect([chain.counter, stage.signed, await stage.outcomes()]).toEqual([
      8,
      8,
      expect.arrayContaining(['succeeded']),
    ]);
  });

  it.each(['open', 'decided'])(
    'discards a transaction signed after the end of the lease when the next transaction is %s',
    async (reached) => {
      stage.goal = 5;
      const balance = async () => {
        await stage.endLease();
        chain.makeBlock();
        expect((await stage.step()).state).toBe('sent');
        if (reached === 'decided') {
          chain.makeBlock();
          expect((await stage.step()).state).toBe('decided');
        }
        return chain.funds;
      };
      expect((await stage.stepWith({ balance })).state).toBe('busy');
      expect([stage.signed, chain.broadcasts.length, await stage.log()]).toMatchObject([2, 1, [{ sequence: '0' }]]);
    },
  );

  describe('whose processes are killed', () => {
    let server: Server;
    let url: string;

    const run = (failpoints = '') =>
      new Promise<NodeJS.Signals | null>((resolve, reject) => {
        const places = { databaseUrl: stage.database.urlOf('escrow-ops'), chainUrl: url };
        const args = [PROCESS, JSON.stringify({ ...places, goal: stage.goal, chain: CHAIN, message: MESSAGE })];
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
        stage.goal = 3;
        expect(await run(failpoint)).toBe('SIGKILL');
        await stage.endLease();
        expect(await run(failpoint)).toBe('SIGKILL');
        await stage.endLease();
        expect(await run()).toBeNull();
        expect(chain.counter).toBe(3);
        const ended = await stage.outcomes();
        expect(ended.filter((outcome) => outcome === 'succeeded')).toHaveLength(3);
        expect(ended).not.toContain(null);
      },
    );

    it('two concurrent processes that are killed send every message once', async () => {
      stage.goal = 6;
      await Promise.all([run(), run()]);
      // On a busy machine the blocks of a timeout can pass before a process has sent what it signed.
      const included = (await stage.outcomes()).filter((outcome) => outcome !== 'expired');
      expect([chain.counter, included]).toEqual([6, new Array(6).fill('succeeded')]);
    });
  });
});
