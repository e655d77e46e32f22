import assert from 'node:assert/strict';
import { createCampaign } from '../scenario/campaign.js';
import { type Scenario } from '../scenario/scenario.js';
import { SCENARIO_LIMITS } from '../scenario/world.js';

/** The bank refuses one recipient: all others are paid, its share stays reserved and then lapses to the owner. */
export const refusedRecipient: Scenario = {
  name: 'refused-recipient',
  run: async (world) => {
    const { backend, roles } = world;
    const blocked = await backend.blockedRecipient();
    const campaign = await createCampaign(world, { amount: 1_000_000n, claimWindowSecs: 8 });
    const before = await campaign.balanceOf(campaign.owner);
    const points = [
      [backend.recipient('before'), 300_000n],
      [blocked, 250_000n],
      [backend.recipient('after'), 400_000n],
    ] as const;
    await campaign.untilEnded();
    await campaign.commit(points);
    await campaign.finalize(points);
    await campaign.untilDistributing();
    await campaign.distributeAll(10);

    await world.expectBalance(campaign.asset, backend.recipient('before'), 300_000n);
    await world.expectBalance(campaign.asset, backend.recipient('after'), 400_000n);
    const completed = await campaign.expectPhase('completed');
    assert.equal(completed.failed_count, 1);
    assert.equal(completed.failed_outstanding, '250000');
    assert.equal(completed.balance, '250000');
    // The fee is taken on failed shares too: they are still the recipient's.
    await world.expectBalance(campaign.asset, roles.treasury, 50_000n);

    await campaign.execute(roles.operator, { retry_failed: { addresses: [blocked, backend.recipient('after')] } });
    assert.equal((await campaign.status()).failed_count, 1);
    await campaign.refused('claim_deadline_not_reached', roles.operator, { sweep_leftover: {} });
    await campaign.untilClaimsEnd();
    await campaign.refused('claim_deadline_passed', roles.operator, { retry_failed: { addresses: [blocked] } });
    await campaign.execute(roles.operator, { sweep_leftover: {} });
    await world.expectBalance(campaign.asset, campaign.owner, before + 250_000n);
    await campaign.expectEmpty();
    const swept = await campaign.status();
    assert.equal(swept.failed_count, 0);
    assert.equal(swept.failed_outstanding, '0');
    const entry = await backend.query<{ status: string }>(campaign.escrow, { allocation: { address: blocked } });
    assert.equal(entry.status, 'expired');
  },
};

/** A frozen denomination: every payout fails, and is retried or claimed after the thaw. */
export const frozenDenomination: Scenario = {
  name: 'frozen-denomination',
  run: async (world) => {
    const { backend, roles } = world;
    const owner = await backend.account('owner');
    const claimer = await backend.account('claimer');
    const denom = await world.freezableDenom(owner);
    const campaign = await createCampaign(world, { asset: { native: { denom } } });
    const points = [
      [claimer, 500_000n],
      [backend.recipient('retried'), 450_000n],
    ] as const;
    await campaign.untilEnded();
    await campaign.commit(points);
    await campaign.finalize(points);
    await campaign.untilDistributing();

    await backend.setTransfersEnabled(denom, false);
    await campaign.execute(roles.operator, { distribute: {} });
    assert.equal((await campaign.expectPhase('distributing')).failed_count, 2);
    const refusal = await backend.execute(claimer, campaign.escrow, { claim: {} });
    assert.equal(refusal.ok, false);

    await backend.setTransfersEnabled(denom, true);
    await campaign.execute(claimer, { claim: {} });
    await campaign.refused('already_paid', claimer, { claim: {} });
    await campaign.execute(roles.operator, { retry_failed: { addresses: [backend.recipient('retried')] } });
    await campaign.distributeAll(10);
    await world.expectBalance(campaign.asset, claimer, 500_000n);
    await world.expectBalance(campaign.asset, backend.recipient('retried'), 450_000n);
    await world.expectBalance(campaign.asset, roles.treasury, 50_000n);
    await campaign.expectEmpty();
  },
};

/** Payouts that are tried, and fail, only past the claim deadline: they can be retried, and are not the owner's at once. */
export const lateFailure: Scenario = {
  name: 'late-failure',
  run: async (world) => {
    const { backend, roles } = world;
    const owner = await backend.account('owner');
    // The reserve is kept this long after completion; a vote of governance takes a second or two of it.
    const limits = { ...SCENARIO_LIMITS, min_claim_window_secs: 20 };
    await world.execute(roles.admin, world.factory, { update_config: { limits } });
    const denom = await world.freezableDenom(owner);
    const campaign = await createCampaign(world, { asset: { native: { denom } }, claimWindowSecs: 20 });
    const [claimer, earner] = [await backend.account('claimer'), backend.recipient('earner')];
    const points = [
      [claimer, 500_000n],
      [earner, 450_000n],
    ] as const;
    await campaign.untilEnded();
    await campaign.commit(points);
    await campaign.finalize(points);
    await campaign.untilDistributing();
    await campaign.untilClaimsEnd();

    await backend.setTransfersEnabled(denom, false);
    await campaign.distributeAll(10);
    assert.equal((await campaign.expectPhase('completed')).failed_outstanding, '950000');
    await campaign.refused('claim_deadline_not_reached', owner, { sweep_leftover: {} });
    await backend.setTransfersEnabled(denom, true);
    await campaign.execute(claimer, { claim: {} });
    await campaign.execute(roles.operator, { retry_failed: { addresses: [earner] } });
    await world.expectBalance(campaign.asset, claimer, 500_000n);
    await world.expectBalance(campaign.asset, earner, 450_000n);

    await campaign.untilClaimsEnd();
    await campaign.refused('claim_deadline_passed', claimer, { claim: {} });
    await campaign.execute(roles.operator, { sweep_leftover: {} });
    await world.expectBalance(campaign.asset, roles.treasury, 50_000n);
    await campaign.expectEmpty();
  },
};

/** Treasury and owner cannot receive at completion: earners are paid all the same, and nothing is lost. */
export const frozenTreasuryAndOwner: Scenario = {
  name: 'frozen-treasury-and-owner',
  run: async (world) => {
    const { backend, roles } = world;
    const owner = await backend.account('owner');
    const denom = await world.freezableDenom(owner);
    const campaign = await createCampaign(world, {
      asset: { native: { denom } },
      maxShareBps: 5000,
      claimWindowSecs: 10,
    });
    const earner = backend.recipient('earner');
    await campaign.untilEnded();
    await campaign.commit([[earner, 1n]]);
    await campaign.finalize([[earner, 1n]]);
    await campaign.untilDistributing();
    await campaign.execute(roles.operator, { distribute: {} });

    await backend.setTransfersEnabled(denom, false);
    await campaign.execute(roles.operator, { distribute: {} });
    const completed = await campaign.expectPhase('completed');
    assert.equal(completed.fee_paid, '0');
    assert.equal(completed.refunded_total, '0');
    assert.equal(completed.balance, '525000');
    await world.expectBalance(campaign.asset, earner, 475_000n);

    await backend.setTransfersEnabled(denom, true);
    await campaign.untilClaimsEnd();
    await campaign.execute(roles.operator, { sweep_leftover: {} });
    await world.expectBalance(campaign.asset, roles.treasury, 25_000n);
    await world.expectBalance(campaign.asset, owner, 999_500_000n);
    await campaign.expectEmpty();
  },
};

/** A treasury the bank never pays does not keep the owner's leftover back; another treasury is paid later. */
export const refusedTreasury: Scenario = {
  name: 'refused-treasury',
  run: async (world) => {
    const { backend, roles } = world;
    const blocked = await backend.blockedRecipient();
    await world.execute(roles.admin, world.factory, { update_config: { treasury: blocked } });
    const campaign = await createCampaign(world, { maxShareBps: 5000, claimWindowSecs: 6 });
    const before = await campaign.balanceOf(campaign.owner);
    const earner = backend.recipient('earner');
    await campaign.untilEnded();
    await campaign.commit([[earner, 1n]]);
    await campaign.finalize([[earner, 1n]]);
    await campaign.untilDistributing();
    await campaign.distributeAll(10);
    await world.expectBalance(campaign.asset, campaign.owner, before + 500_000n);
    assert.equal((await campaign.expectPhase('completed')).balance, '25000');

    await world.execute(roles.admin, world.factory, { update_config: { treasury: roles.treasury } });
    await campaign.untilClaimsEnd();
    await campaign.execute(roles.operator, { sweep_leftover: {} });
    await world.expectBalance(campaign.asset, roles.treasury, 25_000n);
    await campaign.expectEmpty();
  },
};
