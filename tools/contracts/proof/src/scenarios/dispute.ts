import assert from 'node:assert/strict';
import { type Campaign, createCampaign } from '../scenario/campaign.js';
import { type Scenario } from '../scenario/scenario.js';
import { type World } from '../scenario/world.js';

/** The owner disputes, the guardian keeps the allocation: payouts start at once. */
export const disputeKept: Scenario = {
  name: 'dispute-kept',
  run: async (world) => {
    const campaign = await finalizedCampaign(world);
    await campaign.refused('unauthorized', world.roles.guardian, { dispute: { reason: 'not mine to raise' } });
    await campaign.execute(campaign.owner, { dispute: { reason: 'the second earner cheated' } });
    const { dispute } = await campaign.expectPhase('disputed');
    assert.equal(dispute?.reason, 'the second earner cheated');
    assert.equal(dispute.resolved_at, null);
    await campaign.refused('wrong_phase', campaign.owner, { distribute: {} });
    await campaign.refused('unauthorized', campaign.owner, { resolve_dispute: { decision: 'reject_allocation' } });

    await campaign.execute(world.roles.guardian, { resolve_dispute: { decision: 'keep_allocation' } });
    await campaign.expectPhase('distributing');
    await campaign.refused('wrong_phase', world.roles.guardian, { reject_allocations: { reason: 'too late' } });
    await campaign.distributeAll(10);
    await world.expectBalance(campaign.asset, world.backend.recipient('first'), 600_000n);
    await world.expectBalance(campaign.asset, world.backend.recipient('second'), 350_000n);
  },
};

/** The guardian rejects a disputed allocation; another one is committed and paid. */
export const disputeRejected: Scenario = {
  name: 'dispute-rejected',
  run: async (world) => {
    const campaign = await finalizedCampaign(world);
    const before = await campaign.status();
    await campaign.execute(campaign.owner, { dispute: { reason: 'the list is wrong' } });
    await campaign.execute(world.roles.guardian, { resolve_dispute: { decision: 'reject_allocation' } });
    const ended = await campaign.expectPhase('ended');
    assert.equal(ended.version, before.version + 1);
    assert.equal(ended.entry_count, 0);
    assert.equal(ended.finalized, null);
    assert.equal(ended.dispute, null);
    await campaign.refused('wrong_version', world.roles.operator, {
      commit_allocations: {
        version: before.version,
        entries: [{ address: world.backend.recipient('first'), points: '1' }],
      },
    });
    await expectDiscarded(world, campaign, before.version);
    await payCorrectedAllocation(world, campaign);
  },
};

/** The guardian rejects in the challenge window without a dispute. */
export const rejectedByGuardian: Scenario = {
  name: 'rejected-by-guardian',
  run: async (world) => {
    const campaign = await finalizedCampaign(world);
    await campaign.refused('unauthorized', campaign.owner, { reject_allocations: { reason: 'mine' } });
    await campaign.execute(world.roles.guardian, { reject_allocations: { reason: 'an earner is missing' } });
    await campaign.expectPhase('ended');
    await payCorrectedAllocation(world, campaign);
  },
};

/** The dispute is not resolved: the allocation is kept when it expires. */
export const disputeTimedOut: Scenario = {
  name: 'dispute-timed-out',
  run: async (world) => {
    const campaign = await finalizedCampaign(world);
    await campaign.execute(campaign.owner, { dispute: { reason: 'stalling' } });
    await campaign.waitUntil((status) => status.dispute?.expires_at);
    await campaign.expectPhase('distributing');
    await campaign.refused('wrong_phase', world.roles.guardian, { resolve_dispute: { decision: 'reject_allocation' } });
    await campaign.distributeAll(10);
    await world.expectBalance(campaign.asset, world.backend.recipient('first'), 600_000n);
  },
};

async function finalizedCampaign(world: World): Promise<Campaign> {
  // Long enough for a dispute on a busy machine.
  const campaign = await createCampaign(world, { challengeSecs: 30 });
  const points = [
    [world.backend.recipient('first'), 600_000n],
    [world.backend.recipient('second'), 350_000n],
  ] as const;
  await campaign.untilEnded();
  await campaign.commit(points);
  await campaign.finalize(points);
  await campaign.expectPhase('challenge');
  return campaign;
}

async function expectDiscarded(world: World, campaign: Campaign, version: number): Promise<void> {
  const page = await world.backend.query<{ allocations: { points: string; status: string; amount: string | null }[] }>(
    campaign.escrow,
    { allocations: { version } },
  );
  assert.deepEqual(
    page.allocations.map(({ status, amount }) => ({ status, amount })),
    [
      { status: 'discarded', amount: null },
      { status: 'discarded', amount: null },
    ],
  );
}

/** Commits the first earner alone and lets the guardian's keep decision of a new dispute start the payout. */
async function payCorrectedAllocation(world: World, campaign: Campaign): Promise<void> {
  const points = [[world.backend.recipient('first'), 950_000n]] as const;
  await campaign.commit(points);
  await campaign.finalize(points);
  await campaign.execute(campaign.owner, { dispute: { reason: 'once per version' } });
  await campaign.execute(world.roles.guardian, { resolve_dispute: { decision: 'keep_allocation' } });
  await campaign.distributeAll(10);
  await world.expectBalance(campaign.asset, world.backend.recipient('first'), 950_000n);
  await world.expectBalance(campaign.asset, world.backend.recipient('second'), 0n);
  await campaign.expectEmpty();
}
