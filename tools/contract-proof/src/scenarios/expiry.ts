import assert from 'node:assert/strict';
import { type Scenario } from '../scenario/scenario.js';

/** Nothing was finalized in time: anybody sends the pool back to the owner. */
export const expiredAndReclaimed: Scenario = {
  name: 'expired-and-reclaimed',
  run: async (world) => {
    const stranger = await world.backend.account('stranger');
    const campaign = await world.createCampaign({ commitWindowSecs: 4 });
    const before = await campaign.balanceOf(campaign.owner);
    const points = [[world.backend.recipient('earner'), 10n]] as const;
    await campaign.untilEnded();
    await campaign.commit(points);
    await campaign.refused('wrong_phase', stranger, { reclaim_expired: {} });
    await campaign.waitUntil((status) => status.deadlines.commit_deadline);
    await campaign.expectPhase('expired');
    await assert.rejects(campaign.finalize(points), /wrong_phase/);
    await campaign.refused('wrong_phase', world.roles.guardian, { cancel: {} });

    await campaign.execute(stranger, { reclaim_expired: {} });
    await campaign.expectPhase('expired');
    await world.expectBalance(campaign.asset, campaign.owner, before + 1_000_000n);
    await campaign.expectEmpty();
    await campaign.refused('nothing_to_send', stranger, { reclaim_expired: {} });
  },
};
