/** @jest-environment ./jest.node-environment.js */
import { setTimeout as sleep } from 'node:timers/promises';
import { chainMissing, testAccount } from '@questp/chain';
import { readEscrowPublicKey, signWithEscrowKey } from '@questp/messages/integrations';
import { sql } from '@questp/postgres';
import { Bus, createLogger, type Failpoint } from '@questp/service';
import { describeUnless, startNats, startService, waitFor, type TestNats, type TestService } from '@questp/testing';
import { DENOM } from '../../testing/node-chain.fixture.js';
import { NodeStage, publicKey, sign, type NodeCampaign } from '../../testing/node-stage.fixture.js';

const EARNERS = 120;
const NONE = { FAILPOINTS_ENABLED: 'false', FAILPOINTS: '' };
const FAILPOINTS: readonly Failpoint[] = [
  ...(['before-sign', 'after-sign', 'after-persist', 'after-broadcast', 'before-confirm', 'after-confirm'] as const),
];
const HALT_MS = 60_000;

/** Processes of the whole service on a wasmd node; a stand-in for integrations signs. */
describeUnless(await chainMissing(), 'processes of escrow-ops that operate escrows on a wasmd node', () => {
  let stage: NodeStage;
  let nats: TestNats;
  let integrations: Bus;
  let first: TestService;
  let second: TestService;
  let campaign: NodeCampaign;

  const launch = () =>
    startService('escrow-ops', {
      DATABASE_URL: stage.service.database?.urlOf('escrow-ops'),
      NATS_URL: nats.urlOf('escrow-ops'),
      EGRESS_NETWORKS: '127.0.0.1/32',
      LOG_LEVEL: 'error',
    });
  const stop = () => Promise.all([first.stop(), second.stop()]);

  beforeAll(async () => {
    [stage, nats] = await Promise.all([NodeStage.open(), startNats()]);
    integrations = new Bus(nats.url, 'integrations', createLogger('integrations', 'error'));
    await integrations.connect();
    const { connection } = integrations;
    connection.subscribe(readEscrowPublicKey.subject, {
      callback: (_, message) => void message.respond(JSON.stringify({ ok: publicKey() })),
    });
    connection.subscribe(signWithEscrowKey.subject, {
      callback: (_, message) => void message.respond(JSON.stringify({ ok: sign(message.json()) })),
    });
    [first, second] = await Promise.all([launch(), launch()]);
  }, 300_000);
  afterAll(async () => {
    await stop();
    await integrations.close();
    await stage.close();
    await nats.stop();
  });
  beforeEach(async () => {
    await stop();
    campaign = await stage.campaign(EARNERS);
    await stage.approve(campaign);
  }, 180_000);

  /** Until a state is reached; what would be due within seconds is due at once. */
  const until = (reached: () => boolean | Promise<boolean>) =>
    waitFor(
      async () => {
        await stage.hurry();
        return await reached();
      },
      { timeoutMs: 180_000, intervalMs: 250 },
    );
  const lane = (leasedUntil: 'infinity' | '-infinity') =>
    stage.service.asOwner().execute(sql`
      INSERT INTO signer_lane (chain_id, key, leased_until)
      VALUES ('questp-proof', 'escrow_operator', ${leasedUntil}::timestamptz)
      ON CONFLICT (chain_id, key) DO UPDATE SET leased_until = EXCLUDED.leased_until`);
  /** The leases of a killed process end after a minute or two. */
  const endLeases = async () => {
    await lane('-infinity');
    await stage.service.asOwner().execute(sql`UPDATE escrow_operation SET lease = NULL`);
    await stage.service.asOwner().execute(sql`UPDATE escrow_attempt SET lease = NULL`);
  };
  /** Starts a process that kills itself at the failpoint, and waits for that. */
  const killedAt = async (failpoint: Failpoint) => {
    await lane('infinity');
    await first.restart({ FAILPOINTS_ENABLED: 'true', FAILPOINTS: failpoint });
    let hasEnded = false;
    void first.exited().then(() => (hasEnded = true));
    await endLeases();
    await until(() => hasEnded);
    await endLeases();
  };
  const hasSent = async (action: string) => (await stage.sent(campaign)).some((sent) => sent.startsWith(action));

  const isPaidOut = async () => {
    const row = await stage.service.db.row<{ paid: number }>(sql`
      SELECT count(*)::int AS paid FROM payout JOIN payout_plan p ON p.id = plan_id
      WHERE p.campaign_id = ${campaign.campaignId} AND payout.status = 'paid'`);
    return row?.paid === EARNERS && (await stage.decision(campaign)) === 'paid_out';
  };
  const expectPaidOnce = async () => {
    // The follower sees the last payment before the lane has confirmed its transaction.
    await until(async () => !(await stage.sent(campaign)).some((sent) => sent.endsWith(' open')));
    const payouts = await stage.payouts(campaign);
    expect(payouts).toHaveLength(EARNERS);
    for (const { amount, balance, status, txHash } of payouts)
      expect([balance, status, txHash]).toEqual([amount, 'paid', expect.stringMatching(/^[0-9A-F]{64}$/)]);
    expect(payouts.reduce((sum, { balance }) => sum + BigInt(balance), 0n)).toBe(1_000_000n);
    const { stored, included } = await stage.hashes(campaign);
    expect(stored).toEqual(included);
  };

  it('operators that are killed at every point of a commit and a distribution pay each earner once', async () => {
    for (const failpoint of FAILPOINTS) await killedAt(failpoint);
    expect(await hasSent('finalize_allocations')).toBe(false);
    while (!(await stage.sent(campaign)).includes('finalize_allocations succeeded')) await killedAt('after-confirm');
    expect(await hasSent('distribute')).toBe(false);
    for (const failpoint of FAILPOINTS) await killedAt(failpoint);
    await first.restart(NONE);
    await until(isPaidOut);
    await expectPaidOnce();
  }, 600_000);

  it('two concurrent operators pay each earner once while other processes use the key', async () => {
    await lane('infinity');
    await Promise.all([first.restart(NONE), second.restart(NONE)]);
    await endLeases();
    for (const action of ['commit_allocations', 'distribute']) {
      await until(() => hasSent(action));
      // Refused if an operator uses the sequence first.
      await stage.node.client
        .sendTokens(stage.node.owner, testAccount(action).address, [{ denom: DENOM, amount: '1' }], {
          ...{ amount: [], gas: '200000' },
        })
        .catch(() => undefined);
    }
    await until(isPaidOut);
    await expectPaidOnce();
  }, 600_000);

  it('operators pay each earner once when the node is halted for a minute during the distribution', async () => {
    await lane('infinity');
    await first.restart(NONE);
    await endLeases();
    await until(() => hasSent('distribute'));
    stage.node.chain.process.signal('SIGSTOP');
    await sleep(HALT_MS);
    expect(await stage.decision(campaign)).not.toBe('paid_out');
    stage.node.chain.process.signal('SIGCONT');
    await until(isPaidOut);
    await expectPaidOnce();
  }, 600_000);
});
