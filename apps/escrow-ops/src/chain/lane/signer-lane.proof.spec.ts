import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { chainMissing, locateWasmd, startChain, testAccount, type TestChain } from '@questp/chain';
import { chainOf } from '@questp/chains/testing';
import { readEscrowPublicKey, signWithEscrowKey } from '@questp/messages/integrations';
import { sql } from '@questp/postgres';
import { startTestService } from '@questp/service-kit/testing';
import { describeUnless, freePort } from '@questp/testing';
import { escrowOps } from '../../service.js';
import { LaneNodes } from './lane-nodes.js';
import { SignerLane, type LaneSetting, type LaneStep } from './signer-lane.js';
import { encodeSigned, encodeUnsigned } from './transaction.js';

const PROCESS = join(import.meta.dirname, '../../testing/token-process.fixture.mjs');
const operator = testAccount('operator');
const CHAIN_ID = 'questp-local-1';
const CAMPAIGN = '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2c01';

// CosmJS' signing client does not load in Jest below Node 24.9.
const MAKE_TOKEN = `
import { readFile } from 'node:fs/promises';
import { connect } from '@questp/deploy';
const { node, privateKey, wasm, owner } = JSON.parse(process.argv[1]);
const chain = await connect({ node, prefix: 'wasm', gasPrice: '0ustake', privateKey: Buffer.from(privateKey, 'hex') });
const { codeId } = await chain.store(await readFile(wasm));
const msg = { name: 'Points', symbol: 'PTS', decimals: 0, initial_balances: [{ address: owner, amount: '100000' }] };
console.log(await chain.instantiate({ codeId, msg, label: 'token', salt: Buffer.from('token') }));
`;

const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<{ stdout: string; signal: string | null }>((resolve, reject) => {
    const options = { cwd: import.meta.dirname, env: { ...process.env, NODE_OPTIONS: '', ...env } };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') reject(new Error(stderr));
      else resolve({ stdout, signal: error?.signal ?? null });
    });
  });

describeUnless(await chainMissing(), 'a signer lane on a real chain', () => {
  let home: string;
  let ports: { rpcPort: number; restPort: number };
  let chain: TestChain;
  let token: string;
  let service: Awaited<ReturnType<typeof startTestService<(typeof escrowOps)['definition']['config']>>>;
  let setting: LaneSetting;
  let recipient: string;
  let goal: number;

  const start = async () => {
    const coins = [{ denom: 'ustake', amount: '1000000000' }];
    const accounts = ['operator', 'alice'].map((name) => ({ address: testAccount(name).address, coins }));
    const directory = join(home, 'node');
    return await startChain({ ...ports, home: directory, chainId: CHAIN_ID, blockTimeMs: 300, accounts });
  };
  /** The message is a transfer: each execution has an effect that can be counted. */
  const message = () => ({
    campaignId: CAMPAIGN,
    contract: token,
    message: { transfer: { recipient, amount: '1' } },
  });
  const received = async () => {
    const query = Buffer.from(JSON.stringify({ balance: { address: recipient } })).toString('base64');
    const answer = await fetch(`${chain.rest}/cosmwasm/wasm/v1/contract/${token}/smart/${encodeURIComponent(query)}`);
    return Number(((await answer.json()) as { data: { balance: string } }).data.balance);
  };
  const step = () => service.get(SignerLane).step(setting);
  /** Steps until no message is left; errors of nodes are ignored. */
  async function settle(): Promise<LaneStep['state'][]> {
    const states: LaneStep['state'][] = [];
    while (states.at(-1) !== 'nothing') {
      const done = await step().catch(() => undefined);
      if (done) states.push(done.state);
      await sleep(100);
    }
    return states;
  }
  const untilSent = async () => {
    while ((await step()).state !== 'sent') await sleep(100);
  };
  const outcomes = async () =>
    (
      await service.db.rows<{ outcome: string | null }>(sql`
        SELECT outcome FROM signed_transaction WHERE contract = ${token} ORDER BY id`)
    ).map(({ outcome }) => outcome);
  const endLease = () => service.db.execute(sql`UPDATE signer_lane SET leased_until = '-infinity'`);

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'lane-'));
    ports = { rpcPort: await freePort(), restPort: await freePort() };
    chain = await start();
    const { contracts } = await locateWasmd(() => undefined);
    const alice = Buffer.from(testAccount('alice').privateKey).toString('hex');
    const given = { node: chain.rpc, privateKey: alice, wasm: contracts['cw20_base.wasm'], owner: operator.address };
    const made = await run(['--input-type=module', '--eval', MAKE_TOKEN, JSON.stringify(given)]);
    token = made.stdout.trim();
    service = await startTestService(escrowOps, { env: { EGRESS_NETWORKS: '127.0.0.1/32' } });
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const publicKey = base64(operator.publicKey);
    service.bus.answer(readEscrowPublicKey, () => ({ publicKey }));
    service.bus.answer(signWithEscrowKey, ({ bytes }) => {
      const signature = secp256k1.sign(Buffer.from(bytes, 'base64'), operator.privateKey);
      return { publicKey, signature: base64(signature) };
    });
    const endpoints = { ...chainOf(CHAIN_ID), rpcUrls: [chain.rpc], restUrls: [], configured: ['rpcUrls'] };
    setting = {
      chain: { ...endpoints, gasPrices: [{ denom: 'ustake', price: '0.025' }] },
      key: 'escrow_operator',
      node: service.get(LaneNodes).of(endpoints),
      next: async () => ((await received()) < goal ? message() : undefined),
    };
  }, 300_000);
  afterAll(async () => {
    await service.stop();
    await chain.stop();
    await rm(home, { recursive: true });
  });
  let stories = 0;
  beforeEach(() => {
    stories += 1;
    recipient = testAccount(`recipient ${stories}`).address;
  });

  it('sends each transfer once', async () => {
    goal = 5;
    await settle();
    expect(await received()).toBe(5);
    expect(await outcomes()).toEqual(new Array(5).fill('succeeded'));
  });

  it('sends again the transactions that a killed node lost', async () => {
    goal = 3;
    for (let kills = 0; kills < 3; kills += 1) {
      await untilSent();
      chain.process.signal('SIGKILL');
      await chain.process.exited();
      await expect(step()).rejects.toThrow();
      chain = await start();
      while ((await step().catch(() => undefined))?.state !== 'decided') await sleep(100);
    }
    await settle();
    expect(await received()).toBe(3);
  }, 300_000);

  it('waits for a node that is halted for a minute', async () => {
    goal = 2;
    await untilSent();
    chain.process.signal('SIGSTOP');
    const end = Date.now() + 60_000;
    let failed = 0;
    while (Date.now() < end) await step().catch(() => (failed += 1));
    expect(failed).toBeGreaterThan(5);
    chain.process.signal('SIGCONT');
    await settle();
    expect(await received()).toBe(2);
  }, 300_000);

  /** Sends a transaction with the key without the lane. @param after the sequence of the account */
  const sendOtherwise = async (after = 0) => {
    const { node } = setting;
    const account = await node.account(operator.address);
    const unsigned = encodeUnsigned({
      ...{ chainId: CHAIN_ID, signer: operator.address, publicKey: operator.publicKey, contract: token },
      ...{ accountNumber: account?.accountNumber ?? 0n, sequence: (account?.sequence ?? 0n) + BigInt(after) },
      message: { transfer: { recipient: testAccount('somebody else').address, amount: '1' } },
      timeoutHeight: (await node.height()) + 20,
      fee: { gasLimit: 300_000n, denom: 'ustake', amount: 7_500n },
    });
    await node.broadcast(encodeSigned(unsigned, secp256k1.sign(unsigned.signBytes, operator.privateKey)));
  };

  it('does not treat a sequence used in the mempool as a refusal', async () => {
    goal = 5;
    while ((await received()) < goal) {
      await sendOtherwise().catch(() => undefined);
      const done = await step().catch(() => undefined);
      expect(done?.state).not.toBe('refused');
    }
    await settle();
    expect(await received()).toBe(5);
  }, 300_000);

  it('continues after another process used the key', async () => {
    goal = 4;
    for (let used = 0; used < 3; used += 1) {
      await untilSent();
      await sendOtherwise(used % 2);
      while ((await step().catch(() => undefined))?.state !== 'decided') await sleep(100);
    }
    await settle();
    expect(await received()).toBe(4);
  }, 300_000);

  it.each(['before-sign', 'after-sign', 'after-persist', 'after-broadcast', 'before-confirm', 'after-confirm'])(
    'sends each transfer once when its process is killed %s',
    async (failpoint) => {
      goal = 3;
      const databaseUrl = service.database?.urlOf('escrow-ops');
      const privateKey = Buffer.from(operator.privateKey).toString('hex');
      const given = { databaseUrl, privateKey, chain: setting.chain, message: message(), recipient, goal };
      const work = (failpoints = '') =>
        run([PROCESS, JSON.stringify(given)], { FAILPOINTS_ENABLED: 'true', FAILPOINTS: failpoints });
      for (let kills = 0; kills < 2; kills += 1) {
        expect((await work(failpoint)).signal).toBe('SIGKILL');
        await endLease();
      }
      await Promise.all([work(), work()]);
      expect(await received()).toBe(3);
      expect(await outcomes()).not.toContain(null);
    },
    300_000,
  );
});
