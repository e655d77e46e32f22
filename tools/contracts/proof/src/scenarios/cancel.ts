import assert from 'node:assert/strict';
import { createCampaign } from '../scenario/campaign.js';
import { type Scenario } from '../scenario/scenario.js';

/** The owner cancels before the start: the whole balance returns, without a fee. */
export const cancelledByOwner: Scenario = {
  name: 'cancelled-by-owner',
  run: async (world) => {
    const sponsor = await world.backend.account('sponsor');
    const owner = await world.backend.account('owner');
    const before = await world.balance({ native: { denom: world.backend.denom } }, owner);
    const campaign = await createCampaign(world, { startsIn: 60, endsIn: 90 });
    await campaign.topUp(sponsor, 5_000n);
    await campaign.refused('unauthorized', sponsor, { cancel: {} });
    await campaign.execute(owner, { cancel: {} });
    const status = await campaign.expectPhase('cancelled');
    assert.equal(status.refunded_total, '1005000');
    assert.equal(status.fee_paid, '0');
    await campaign.expectEmpty();
    await world.expectBalance(campaign.asset, owner, before + 5_000n);
    await campaign.refused('wrong_phase', owner, { cancel: {} });
    await campaign.refused('nothing_to_send', sponsor, { sweep_leftover: {} });
  },
};

/** The guardian may cancel until the allocation is finalized, the owner no longer after the start. */
export const cancelledByGuardian: Scenario = {
  name: 'cancelled-by-guardian',
  run: async (world) => {
    const campaign = await createCampaign(world);
    const before = await campaign.balanceOf(campaign.owner);
    await campaign.refused('wrong_phase', campaign.owner, { cancel: {} });
    await campaign.untilEnded();
    await campaign.commit([[world.backend.recipient('earner'), 1n]]);
    await campaign.execute(world.roles.guardian, { cancel: {} });
    await campaign.expectPhase('cancelled');
    await world.expectBalance(campaign.asset, campaign.owner, before + 1_000_000n);
  },
};

/** A campaign is funded again only after the attempt before was cancelled; every attempt stays on record. */
export const fundedAgainAfterCancel: Scenario = {
  name: 'funded-again',
  run: async (world) => {
    const first = await createCampaign(world, { id: 'again', startsIn: 60, endsIn: 90 });
    await assert.rejects(createCampaign(world, { id: 'again', attempt: 2 }), /funding_attempt_refused/);
    await assert.rejects(createCampaign(world, { id: 'again', attempt: 1 }), /funding_attempt_refused/);
    await first.execute(first.owner, { cancel: {} });
    await assert.rejects(createCampaign(world, { id: 'again', attempt: 3 }), /funding_attempt_refused/);
    const second = await createCampaign(world, { id: 'again', attempt: 2 });
    assert.notEqual(second.escrow, first.escrow);
    const { attempts } = await world.backend.query<{ attempts: { funding_attempt: number; escrow: string }[] }>(
      world.factory,
      { campaign_attempts: { campaign_id: 'again' } },
    );
    assert.deepEqual(
      attempts.map(({ funding_attempt, escrow }) => [funding_attempt, escrow]),
      [
        [1, first.escrow],
        [2, second.escrow],
      ],
    );
  },
};
