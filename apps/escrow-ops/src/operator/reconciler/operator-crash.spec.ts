import { readEscrowPublicKey, signWithEscrowKey } from '@questp/messages/integrations';
import { newId, raw, sql } from '@questp/postgres';
import { Bus, createLogger, type Failpoint } from '@questp/service';
import { startNats, startService, waitFor, type TestNats } from '@questp/testing';
import { OperatorStage, PUBLIC_KEY, type StoryCampaign } from '../../testing/operator.fixture.js';

const DAY = 86_400n * 1_000_000_000n;
const FAILPOINTS: readonly Failpoint[] = ['before-sign', 'after-sign', 'after-persist'];

/** Processes of the whole service beside a host chain; a stand-in for integrations signs. */
describe('an operator of escrows that is killed', () => {
  let stage: OperatorStage;
  let nats: TestNats;
  let integrations: Bus;

  beforeAll(async () => {
    [stage, nats] = await Promise.all([OperatorStage.open(), startNats()]);
    integrations = new Bus(nats.url, 'integrations', createLogger('integrations', 'error'));
    await integrations.connect();
    const ok = { publicKey: PUBLIC_KEY.toString('base64'), signature: Buffer.alloc(64, 1).toString('base64') };
    for (const { subject } of [readEscrowPublicKey, signWithEscrowKey]) {
      const callback = (_: unknown, message: { respond: (data: string) => boolean }) =>
        void message.respond(JSON.stringify({ ok }));
      integrations.connection.subscribe(subject, { callback });
    }
  }, 120_000);
  afterAll(async () => {
    await integrations.close();
    await stage.close();
    await nats.stop();
  });
  beforeEach(() => stage.renew());

  const leaseLane = (until: 'infinity' | '-infinity') =>
    stage.service.asOwner().execute(sql`
      INSERT INTO signer_lane (chain_id, key, leased_until)
      VALUES (${stage.chain.chainId}, 'escrow_operator', ${until}::timestamptz)
      ON CONFLICT (chain_id, key) DO UPDATE SET leased_until = EXCLUDED.leased_until`);
  /** The leases of a killed process end after a minute or two. */
  const endLeases = async () => {
    await leaseLane('-infinity');
    for (const table of ['escrow_operation', 'escrow_attempt'])
      await stage.service.asOwner().execute(sql`UPDATE ${raw(table)} SET lease = NULL`);
  };
  /** Has a process work until it kills itself at the failpoint. */
  const killedAt = async (failpoint: Failpoint) => {
    await leaseLane('infinity');
    const operator = await startService('escrow-ops', {
      DATABASE_URL: stage.service.database?.urlOf('escrow-ops'),
      NATS_URL: nats.urlOf('escrow-ops'),
      EGRESS_NETWORKS: '127.0.0.1/32',
      LOG_LEVEL: 'error',
      FAILPOINTS_ENABLED: 'true',
      FAILPOINTS: failpoint,
    });
    let hasEnded = false;
    void operator.exited().then(() => (hasEnded = true));
    await leaseLane('-infinity');
    try {
      await waitFor(() => hasEnded, { what: `the end at ${failpoint}` });
    } finally {
      await operator.stop();
    }
    await endLeases();
  };
  /** Messages since the last call, with the decision at that time. */
  const sentAfterwards = async (campaign: StoryCampaign) => {
    await stage.operate(4);
    const sent = stage.sent;
    stage.lane.forget();
    return [...sent, await stage.decision(campaign)];
  };

  it.each(FAILPOINTS)(
    '%s, sends what it repeats only after a pause without that pause',
    async (failpoint) => {
      const campaign = await stage.campaign();
      const blocked = await stage.world.backend.blockedRecipient();
      await stage.earners(campaign, { [blocked]: 1, [stage.world.backend.recipient(`paid ${newId()}`)]: 3 });
      await stage.end(campaign);
      await stage.approve(campaign);
      await stage.operate(8);
      await stage.waitUntil(campaign.escrow, ({ finalized }) => finalized?.challenge_ends_at);
      await stage.operate(6);
      expect(await stage.decision(campaign)).toBe('retry_later');

      // The payout to the blocked address fails again.
      await stage.pass(61);
      await stage.look();
      stage.lane.forget();
      await killedAt(failpoint);
      expect(await sentAfterwards(campaign)).toEqual(['retry_failed', 'retry_later']);

      await stage.waitUntil(campaign.escrow, ({ deadlines }) => deadlines.claim_deadline);
      const { completed_at } = await stage.status(campaign.escrow);
      await stage.world.backend.waitUntil(BigInt(completed_at ?? 0) + DAY);
      stage.chain.mine();
      await stage.look();
      await killedAt(failpoint);
      expect(await sentAfterwards(campaign)).toEqual(['sweep_leftover', 'reserve_lapsed']);
    },
    180_000,
  );
});
