import assert from 'node:assert/strict';
import { type Campaign, createCampaign } from '../scenario/campaign.js';
import { type Scenario } from '../scenario/scenario.js';
import { type World } from '../scenario/world.js';

/** The largest amount a contract can name, and a gift it cannot name at once. */
const LARGEST = 2n ** 128n - 1n;
const GIFT = 2n ** 128n + 5n;

/** Gifts of any size in the denomination of the pool change neither a cancellation, a reclaim nor the payouts. */
export const largeGiftLocksNothing: Scenario = {
  name: 'large-gift',
  run: async (world) => {
    const { backend, roles } = world;
    const owner = await backend.account('owner');
    const asset = { native: { denom: await world.freezableDenom(owner, 2n ** 130n) } };
    const before = await world.balance(asset, owner);

    const cancelled = await gifted(world, await createCampaign(world, { asset, startsIn: 60, endsIn: 90 }));
    await cancelled.execute(owner, { cancel: {} });
    assert.equal((await cancelled.expectPhase('cancelled')).refunded_total, `${LARGEST}`);
    await sendOut(world, cancelled, { sweep_leftover: {} });

    const expired = await gifted(world, await createCampaign(world, { asset, commitWindowSecs: 1 }));
    await expired.waitUntil((status) => status.deadlines.commit_deadline);
    await sendOut(world, expired, { reclaim_expired: {} });
    await world.expectBalance(asset, owner, before);

    const paid = await gifted(world, await createCampaign(world, { asset, claimWindowSecs: 5 }));
    const points = [[backend.recipient('earner'), 3n]] as const;
    await paid.untilEnded();
    await paid.commit(points);
    await paid.finalize(points);
    assert.equal((await paid.status()).finalized?.gross_balance, '1000000');
    await paid.untilDistributing();
    await paid.distributeAll(10);
    await paid.untilClaimsEnd();
    await sendOut(world, paid, { sweep_leftover: {} });
    await world.expectBalance(asset, backend.recipient('earner'), 950_000n);
    await world.expectBalance(asset, roles.treasury, 50_000n);
    await world.expectBalance(asset, owner, before - 1_000_000n);
  },
};

/** The campaign with a gift from its owner, which shows as the largest amount there is. */
async function gifted(world: World, campaign: Campaign): Promise<Campaign> {
  if (!('native' in campaign.asset)) throw new Error('the pool is one of coins');
  const { denom } = campaign.asset.native;
  await world.backend.send(campaign.owner, campaign.escrow, [{ denom, amount: `${GIFT}` }]);
  const { balance, funded_total } = await campaign.status();
  assert.deepEqual({ balance, funded_total }, { balance: `${LARGEST}`, funded_total: '1000000' });
  return campaign;
}

/** Sends what one message can name, as often as there is something left. */
async function sendOut(world: World, campaign: Campaign, message: object): Promise<void> {
  while ((await campaign.balanceOf(campaign.escrow)) > 0n) await campaign.execute(world.roles.operator, message);
}
