import assert from 'node:assert/strict';
import { type Asset } from '../scenario/backend.js';
import { type Scenario } from '../scenario/scenario.js';
import { createCampaign } from '../scenario/campaign.js';
import { type World } from '../scenario/world.js';

/** A planned pool: weights that sum to what can be distributed are paid to the unit, and the whole fee is due. */
export const happyPathNative: Scenario = {
  name: 'happy-path-native',
  run: (world) => happyPath(world, { native: { denom: world.backend.denom } }),
};

export const happyPathCw20: Scenario = {
  name: 'happy-path-cw20',
  run: async (world) => {
    const holders = [await world.backend.account('owner'), await world.backend.account('sponsor')];
    await happyPath(world, await world.approvedToken(holders));
  },
};

async function happyPath(world: World, asset: Asset): Promise<void> {
  const { backend, roles } = world;
  const sponsor = await backend.account('sponsor');
  const claimer = await backend.account('claimer');
  const campaign = await createCampaign(world, { asset, amount: 1_000_000n, startsIn: 5, endsIn: 9 });
  const ownerBefore = await campaign.balanceOf(campaign.owner);
  const claimerBefore = await campaign.balanceOf(claimer);

  await campaign.expectPhase('upcoming');
  await campaign.topUp(sponsor, 200_000n);
  await campaign.untilActive();
  await campaign.topUp(campaign.owner, 50_000n);
  await campaign.refused('wrong_phase', roles.operator, { reset_allocations: { version: 1 } });

  await campaign.untilEnded();
  const points = [
    [claimer, 500_000n],
    [backend.recipient('second'), 400_000n],
    [backend.recipient('contract', 32), 200_000n],
    [backend.recipient('fourth'), 87_500n],
  ] as const;
  await campaign.commit(points);
  await campaign.expectPhase('committing');
  await campaign.finalize(points);
  const { finalized } = await campaign.expectPhase('challenge');
  assert.equal(finalized?.gross_balance, '1250000');
  assert.equal(finalized.max_fee, '62500');
  assert.equal(finalized.distributable, '1187500');
  await campaign.refused('wrong_phase', sponsor, { distribute: {} });

  await campaign.untilDistributing();
  await campaign.execute(claimer, { claim: {} });
  assert.equal((await campaign.balanceOf(claimer)) - claimerBefore, 500_000n);
  await campaign.execute(sponsor, { distribute: { limit: 2 } });
  assert.equal((await campaign.expectPhase('distributing')).cursor, 2);
  await campaign.distributeAll(2);

  for (const [address, amount] of points.slice(1)) await world.expectBalance(asset, address, amount);
  await world.expectBalance(asset, roles.treasury, 62_500n);
  const completed = await campaign.expectPhase('completed');
  assert.equal(completed.paid_total, '1187500');
  assert.equal(completed.paid_count, 4);
  assert.equal(completed.fee_paid, '62500');
  assert.equal(completed.refunded_total, '0');
  await campaign.expectEmpty();
  assert.equal(await campaign.balanceOf(campaign.owner), ownerBefore - 50_000n);
  await campaign.refused('wrong_phase', sponsor, { distribute: {} });
}
