import assert from 'node:assert/strict';
import { createCampaign } from '../scenario/campaign.js';
import { type Scenario } from '../scenario/scenario.js';

interface Entry {
  owner: string;
  escrow: string;
}

/** Ownership moves in two steps before the start; the registry follows, and the new owner has the owner's rights. */
export const ownershipTransferred: Scenario = {
  name: 'ownership',
  run: async (world) => {
    const { backend } = world;
    const heir = await backend.account('heir');
    const campaign = await createCampaign(world, { startsIn: 60, endsIn: 90 });
    const { owner } = campaign;
    const campaigns = async (of: string): Promise<string[]> => {
      const page = await backend.query<{ campaigns: Entry[] }>(world.factory, { campaigns_by_owner: { owner: of } });
      return page.campaigns.map(({ escrow }) => escrow);
    };

    await campaign.refused('unauthorized', heir, { transfer_ownership: { new_owner: heir } });
    await campaign.refused('no_pending_owner', heir, { accept_ownership: {} });
    await campaign.execute(owner, { transfer_ownership: { new_owner: heir } });
    assert.deepEqual(await backend.query(campaign.escrow, { ownership: {} }), {
      owner,
      pending_owner: heir,
      pending_expiry: null,
    });
    await campaign.execute(owner, { cancel_ownership_transfer: {} });
    await campaign.refused('no_pending_owner', heir, { accept_ownership: {} });
    await campaign.execute(owner, { transfer_ownership: { new_owner: heir } });
    assert.deepEqual(await campaigns(owner), [campaign.escrow]);

    await campaign.execute(heir, { accept_ownership: {} });
    assert.deepEqual(await campaigns(owner), []);
    assert.deepEqual(await campaigns(heir), [campaign.escrow]);
    const entry = await backend.query<Entry>(world.factory, { campaign: { campaign_id: campaign.id } });
    assert.equal(entry.owner, heir);
    await world.execute(owner, world.factory, { sync_campaign_owner: { campaign_id: campaign.id } });
    assert.deepEqual(await campaigns(heir), [campaign.escrow]);

    await campaign.refused('unauthorized', owner, { cancel: {} });
    const before = await campaign.balanceOf(heir);
    await campaign.execute(heir, { cancel: {} });
    await world.expectBalance(campaign.asset, heir, before + 1_000_000n);
  },
};
