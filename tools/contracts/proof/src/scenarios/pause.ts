import assert from 'node:assert/strict';
import { type Campaign, createCampaign } from '../scenario/campaign.js';
import { type Scenario } from '../scenario/scenario.js';
import { SECOND, type World } from '../scenario/world.js';

type Pauser = (
  world: World,
  campaign: Campaign,
) => {
  pause: (seconds: number) => Promise<void>;
  unpause: () => Promise<void>;
};

/** An instance pause blocks what moves the campaign forward in every phase, and no way out. */
export const instancePauseInEveryPhase: Scenario = {
  name: 'instance-pause',
  run: (world) =>
    pauseInEveryPhase(world, (_, campaign) => ({
      pause: (seconds) => pauseContract(world, world.roles.guardian, campaign.escrow, seconds),
      unpause: async () => {
        await campaign.execute(world.roles.guardian, { unpause: {} });
      },
    })),
};

/** The same with the factory's global pause, which every escrow reads. */
export const globalPauseInEveryPhase: Scenario = {
  name: 'global-pause',
  run: (world) =>
    pauseInEveryPhase(world, () => ({
      pause: (seconds) => pauseContract(world, world.roles.guardian, world.factory, seconds),
      unpause: async () => {
        await world.execute(world.roles.admin, world.factory, { unpause: {} });
      },
    })),
};

/** While a global and an instance pause overlap, deadlines move by the time anything was paused, counted once. */
export const overlappingPauses: Scenario = {
  name: 'overlapping-pauses',
  run: async (world) => {
    const { backend, roles } = world;
    const campaign = await createCampaign(world, { endsIn: 60 });
    const before = await campaign.status();
    const start = await backend.now();
    await pauseContract(world, roles.pauser, campaign.escrow, 12);
    await pauseContract(world, roles.pauser, world.factory, 10);
    await campaign.refused('pause_rate_limited', roles.pauser, { pause: { until: await later(world, 30) } });
    await backend.waitUntil((await backend.now()) + SECOND);
    await world.execute(roles.guardian, world.factory, { unpause: {} });
    assert.equal((await campaign.status()).paused, true);
    await campaign.execute(roles.pauser, { unpause: {} });
    const end = await backend.now();

    const after = await campaign.status();
    assert.equal(after.paused, false);
    const moved = BigInt(after.deadlines.ends_at) - BigInt(before.deadlines.ends_at);
    assert.ok(moved >= SECOND && moved <= end - start, `${moved} ns of ${end - start} ns`);
    assert.equal(BigInt(after.frozen_secs), moved / SECOND);
    // 7 pauses of 60 s, less what this one took; what was lifted early is back.
    assert.ok(after.pauser_pause_left_secs < 420 && after.pauser_pause_left_secs >= 420 - 12);
    await campaign.topUp(campaign.owner, 1n);
  },
};

/** A pause ends without a call: the clock continues by itself. */
export const pauseRunsOut: Scenario = {
  name: 'pause-runs-out',
  run: async (world) => {
    const { backend, roles } = world;
    const campaign = await createCampaign(world, { endsIn: 60 });
    const before = await campaign.status();
    await pauseContract(world, roles.guardian, campaign.escrow, 3);
    const paused = await campaign.status();
    assert.equal(paused.paused, true);
    assert.ok(paused.paused_until);
    await backend.waitUntil(BigInt(paused.paused_until));
    const after = await campaign.status();
    assert.equal(after.paused, false);
    assert.equal(after.deadlines.ends_at, paused.deadlines.ends_at, 'the projection made while paused holds');
    assert.ok(BigInt(after.deadlines.ends_at) > BigInt(before.deadlines.ends_at));
    await campaign.execute(campaign.owner, { unpause: {} });
    assert.equal((await campaign.status()).deadlines.ends_at, after.deadlines.ends_at);
  },
};

async function pauseInEveryPhase(world: World, pauserOf: Pauser): Promise<void> {
  const { backend, roles } = world;
  const claimer = await backend.account('claimer');
  const campaign = await createCampaign(world, { startsIn: 6, endsIn: 9, challengeSecs: 6, maxShareBps: 5000 });
  const { pause, unpause } = pauserOf(world, campaign);
  const coin = [{ denom: backend.denom, amount: '1' }];
  const points = [
    [claimer, 1n],
    [backend.recipient('other'), 1n],
  ] as const;
  const version = (await campaign.status()).version;
  const entries = [{ address: claimer, points: '1' }];

  for (const phase of ['upcoming', 'active'] as const) {
    await campaign.expectPhase(phase);
    await pause(30);
    await campaign.refused('paused', campaign.owner, { top_up: {} }, coin);
    await unpause();
    await campaign.topUp(campaign.owner, 1n);
    if (phase === 'upcoming') await campaign.untilActive();
  }

  await campaign.untilEnded();
  await pause(30);
  await campaign.refused('paused', roles.operator, { commit_allocations: { version, entries } });
  await campaign.refused('paused', roles.operator, { reset_allocations: { version } });
  await unpause();
  await campaign.commit(points);
  await pause(30);
  await assert.rejects(campaign.finalize(points), /paused/);
  await unpause();
  await campaign.finalize(points);

  await pause(30);
  await campaign.execute(campaign.owner, { dispute: { reason: 'a pause does not silence the owner' } });
  const disputed = await campaign.expectPhase('disputed');
  assert.equal(disputed.paused, true);
  await campaign.execute(roles.guardian, { resolve_dispute: { decision: 'keep_allocation' } });
  await campaign.expectPhase('distributing');
  await campaign.refused('paused', claimer, { distribute: {} });
  await campaign.refused('paused', claimer, { claim: {} });
  await campaign.refused('paused', claimer, { retry_failed: { addresses: [claimer] } });
  await unpause();
  await campaign.execute(claimer, { claim: {} });
  await campaign.distributeAll(10);
  await campaign.expectEmpty();
}

async function pauseContract(world: World, sender: string, contract: string, seconds: number): Promise<void> {
  await world.execute(sender, contract, { pause: { until: await later(world, seconds) } });
}

/** The time `seconds` from now, as messages carry it. */
async function later(world: World, seconds: number): Promise<string> {
  return `${(await world.backend.now()) + BigInt(seconds) * SECOND}`;
}
