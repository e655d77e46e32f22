import assert from 'node:assert/strict';
import { createCampaign } from '../scenario/campaign.js';
import { type Scenario } from '../scenario/scenario.js';

/** A cap on one share and a smallest payout: the unpaid rest goes back, and the fee is taken on the paid amounts. */
export const cappedAndSkippedShares: Scenario = {
  name: 'capped-and-skipped-shares',
  run: async (world) => {
    const { backend, roles } = world;
    const campaign = await createCampaign(world, { amount: 1_000_003n, maxShareBps: 4000, minPayout: 1000n });
    const ownerBefore = await campaign.balanceOf(campaign.owner);
    const capped = backend.recipient('capped');
    const ordinary = backend.recipient('ordinary');
    const tiny = backend.recipient('tiny');
    const points = [
      [capped, 7000n],
      [ordinary, 2991n],
      [tiny, 9n],
    ] as const;

    await campaign.untilEnded();
    await campaign.commit(points);
    await campaign.finalize(points);
    await campaign.untilDistributing();
    await campaign.distributeAll(10);

    // gross 1,000,003; fee reserve floor(5 %) = 50,000; distributable 950,003; cap floor(40 %) = 380,001.
    await world.expectBalance(campaign.asset, capped, 380_001n);
    // floor(2,991 * 950,003 / 10,000)
    await world.expectBalance(campaign.asset, ordinary, 284_145n);
    await world.expectBalance(campaign.asset, tiny, 0n);
    // floor(50,000 * (380,001 + 284,145) / 950,003)
    await world.expectBalance(campaign.asset, roles.treasury, 34_954n);
    const status = await campaign.expectPhase('completed');
    assert.equal(status.skipped_count, 1);
    assert.equal(status.skipped_total, '855');
    assert.equal(status.refunded_total, `${1_000_003 - 380_001 - 284_145 - 34_954}`);
    assert.equal((await campaign.balanceOf(campaign.owner)) - ownerBefore, BigInt(status.refunded_total));
    await campaign.expectEmpty();
  },
};
