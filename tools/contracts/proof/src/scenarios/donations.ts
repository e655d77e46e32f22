import assert from 'node:assert/strict';
import { createCampaign } from '../scenario/campaign.js';
import { type Scenario } from '../scenario/scenario.js';

/** Coins that arrive without a message change no share: they leave with the owner's leftover. */
export const donationsChangeNoShare: Scenario = {
  name: 'donations',
  run: async (world) => {
    const { backend } = world;
    const donor = await backend.account('donor');
    const campaign = await createCampaign(world);
    const before = await campaign.balanceOf(campaign.owner);
    const donate = (amount: string): Promise<void> =>
      backend.send(donor, campaign.escrow, [{ denom: backend.denom, amount }]);

    await donate('70000');
    assert.equal((await campaign.status()).funded_total, '1000000');
    assert.equal((await campaign.status()).balance, '1070000');
    const points = [[backend.recipient('earner'), 3n]] as const;
    await campaign.untilEnded();
    await campaign.commit(points);
    await campaign.finalize(points);
    assert.equal((await campaign.status()).finalized?.gross_balance, '1000000');
    await donate('7');
    await campaign.untilDistributing();
    await campaign.distributeAll(10);

    await world.expectBalance(campaign.asset, backend.recipient('earner'), 950_000n);
    await world.expectBalance(campaign.asset, campaign.owner, before + 70_007n);
    await campaign.expectEmpty();
  },
};

/** Any account may send assets other than the pool's to the owner. */
export const strayAssetsReturn: Scenario = {
  name: 'stray-assets',
  run: async (world) => {
    const { backend } = world;
    const donor = await backend.account('donor');
    const campaign = await createCampaign(world);
    const token = await backend.createToken({ [donor]: 1000n });
    const coin = { native: { denom: backend.strayDenom } };
    const cw20 = { cw20: { address: token.address } };
    const coinBefore = await world.balance(coin, campaign.owner);
    await backend.send(donor, campaign.escrow, [{ denom: backend.strayDenom, amount: '55' }]);
    await world.execute(donor, token.address, { transfer: { recipient: campaign.escrow, amount: '66' } });

    await campaign.refused('pool_asset_not_stray', donor, { refund_stray_assets: { assets: [campaign.asset] } });
    await campaign.refused('duplicate_asset', donor, { refund_stray_assets: { assets: [coin, coin] } });
    await campaign.execute(donor, { refund_stray_assets: { assets: [coin, cw20] } });
    await world.expectBalance(coin, campaign.owner, coinBefore + 55n);
    await world.expectBalance(cw20, campaign.owner, 66n);
    assert.equal((await campaign.status()).balance, '1000000');
  },
};
