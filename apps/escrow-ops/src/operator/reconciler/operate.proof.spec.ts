/** @jest-environment ./jest.node-environment.js */
import { chainMissing } from '@questp/chain';
import { sql } from '@questp/postgres';
import { describeUnless, waitFor } from '@questp/testing';
import { FollowEscrows } from '../../chain/escrows/follow-escrows.js';
import { NodeStage } from '../../testing/node-stage.fixture.js';
import { DriveLanes } from './drive-lanes.js';
import { ReconcileEscrows } from './reconcile-escrows.js';

const EARNERS = 120;

describeUnless(await chainMissing(), 'the operator of escrows on a wasmd node', () => {
  let stage: NodeStage;
  beforeAll(async () => {
    stage = await NodeStage.open();
  }, 300_000);
  afterAll(() => stage.close());

  const round = async () => {
    await stage.hurry();
    await stage.service.get(FollowEscrows).round();
    await stage.service.get(ReconcileEscrows).round();
    await stage.service.get(DriveLanes).execute();
  };

  it.each([
    ['coins', () => Promise.resolve(undefined)],
    ['tokens (CW20)', () => stage.node.createToken()],
  ])(
    'pays a pool of %s from points to payouts, each earner exactly and with the transaction',
    async (_, createToken) => {
      const campaign = await stage.campaign(EARNERS, await createToken());
      await stage.approve(campaign);
      await waitFor(
        async () => {
          await round();
          return (await stage.decision(campaign)) === 'paid_out';
        },
        { timeoutMs: 240_000, intervalMs: 300 },
      );
      expect(await stage.sent(campaign)).toEqual([
        ...['commit_allocations succeeded', 'commit_allocations succeeded', 'finalize_allocations succeeded'],
        ...['distribute succeeded', 'distribute succeeded', 'distribute succeeded'],
      ]);
      const { campaignId } = campaign;
      expect(
        await stage.service.db.rows(sql`SELECT last_error FROM escrow_operation WHERE campaign_id = ${campaignId}`),
      ).toEqual([{ lastError: null }]);
      const payouts = await stage.payouts(campaign);
      expect(payouts).toHaveLength(EARNERS);
      for (const { amount, balance, status, txHash } of payouts)
        expect([balance, status, txHash]).toEqual([amount, 'paid', expect.stringMatching(/^[0-9A-F]{64}$/)]);
      expect(payouts.reduce((sum, { balance }) => sum + BigInt(balance), 0n)).toBe(1_000_000n);
    },
    600_000,
  );
});
