import assert from 'node:assert/strict';
import { createCampaign } from '../scenario/campaign.js';
import { type Scenario } from '../scenario/scenario.js';

/** No allocation was finalized in time: any account can return the pool to the owner. */
export const expiredAndReclaimed: Scenario = {
  name: 'expired-and-reclaimed',
  run: async (world) => {
    const stranger = await world.backend.account('stranger');
    const campaign = await createCampaign(world, { commitWindowSecs: 4 });
    const before = await campaign.balanceOf(campaign.owner);
    const points = [[world.backend.recipient('earner'), 10n]] as const;
    await campaign.untilEnded();
    await campaign.commit(points);
    await campaign.refused('wrong_phase', stranger, { reclaim_expired: {} });
    await campaign.waitUntil((status) => status.deadlines.commit_deadline);
    await campaign.expectPhase('expired');
    await assert.rejects(campaign.finalize(points), /wrong_phase/);
    await campaign.refused('wrong_phase', campaign.owner, { cancel: {} });

    await campaign.execute(stranger, { reclaim_expired: {} });
    await campaign.expectPhase('expired');
    await world.expectBalance(campaign.asset, campaign.owner, before + 1_000_000n);
    await campaign.expectEmpty();
    await campaign.refused('nothing_to_send', stranger, { reclaim_expired: {} });
  },
};

/** The guardian cancels what has expired, reclaimed before or not, and the campaign is funded again. */
export const fundedAgainAfterExpiry: Scenario = {
  name: 'expired-and-funded-again',
  run: async (world) => {
    const stranger = await world.backend.account('stranger');
    for (const attempt of [1, 2]) {
      const campaign = await createCampaign(world, { id: 'late', attempt, commitWindowSecs: 2 });
      const before = await campaign.balanceOf(campaign.owner);
      await campaign.waitUntil((status) => status.deadlines.commit_deadline);
      await campaign.expectPhase('expired');
      if (attempt === 2) await campaign.execute(stranger, { reclaim_expired: {} });
      const next = { id: 'late', attempt: attempt + 1 };
      await assert.rejects(createCampaign(world, next), /funding_attempt_refused/);

      await campaign.refused('unauthorized', stranger, { cancel: {} });
      await campaign.execute(world.roles.guardian, { cancel: {} });
      const status = await campaign.expectPhase('cancelled');
      assert.equal(status.refunded_total, '1000000');
      assert.equal(status.fee_paid, '0');
      await world.expectBalance(campaign.asset, campaign.owner, before + 1_000_000n);
      await campaign.refused('wrong_phase', stranger, { reclaim_expired: {} });
    }
    await createCampaign(world, { id: 'late', attempt: 3 });
  },
};
