import { events, newCampaign, SECOND } from './testing/world.fixture.js';

const ownerOf = (campaign: ReturnType<typeof newCampaign>): object =>
  campaign.chain.query<object>(campaign.escrow, { ownership: {} });

describe('ownership', () => {
  it('is transferred in two steps, and the registry is updated', () => {
    const campaign = newCampaign();
    const { owner, stranger, factory } = campaign.world;
    campaign.run(owner, { transfer_ownership: { new_owner: stranger } });
    expect(ownerOf(campaign)).toEqual({ owner, pending_owner: stranger, pending_expiry: null });
    const result = campaign.run(stranger, { accept_ownership: {} });
    expect(ownerOf(campaign)).toEqual({ owner: stranger, pending_owner: null, pending_expiry: null });
    expect(campaign.chain.query(factory, { campaign: { campaign_id: 'spring' } })).toMatchObject({ owner: stranger });
    expect(events(result, campaign.escrow)).toEqual([
      { action: 'accept_ownership', owner: stranger, previous_owner: owner },
    ]);
    expect(campaign.outcome(owner, { cancel: {} })).toBe('unauthorized');
    const before = campaign.balance(stranger);
    campaign.run(stranger, { cancel: {} });
    expect(campaign.balance(stranger)).toBe(before + 1_000_000n);
  });

  it('can be offered until an expiry', () => {
    const campaign = newCampaign();
    const { owner, stranger } = campaign.world;
    const offer = (seconds: bigint): object => ({
      transfer_ownership: { new_owner: stranger, expiry: String(campaign.chain.time + seconds * SECOND) },
    });
    expect(campaign.outcome(owner, offer(0n))).toBe('invalid_expiry');
    campaign.run(owner, offer(60n));
    campaign.chain.advance(60n * SECOND - 1n);
    const last = campaign.chain.snapshot();
    expect(campaign.outcome(stranger, { accept_ownership: {} })).toBe('ok');
    campaign.chain.restore(last);
    campaign.chain.advance(1n);
    expect(campaign.outcome(stranger, { accept_ownership: {} })).toBe('ownership_expired');
  });

  it('can be accepted by the pending owner only, and withdrawn by the owner', () => {
    const campaign = newCampaign();
    const { owner, stranger, guardian } = campaign.world;
    expect(campaign.outcome(stranger, { accept_ownership: {} })).toBe('no_pending_owner');
    expect(campaign.outcome(owner, { cancel_ownership_transfer: {} })).toBe('no_pending_owner');
    campaign.run(owner, { transfer_ownership: { new_owner: stranger } });
    expect(campaign.outcome(guardian, { accept_ownership: {} })).toBe('unauthorized');
    campaign.run(owner, { cancel_ownership_transfer: {} });
    expect(campaign.outcome(stranger, { accept_ownership: {} })).toBe('no_pending_owner');
  });

  it('is not offered to an invalid address', () => {
    const campaign = newCampaign();
    const { owner, stranger } = campaign.world;
    const transfer = { transfer_ownership: { new_owner: stranger.toUpperCase() } };
    expect(campaign.outcome(owner, transfer)).toBe('invalid_address');
  });

  it('cannot be transferred after the start of the campaign', () => {
    const campaign = newCampaign();
    const { owner, stranger } = campaign.world;
    campaign.run(owner, { transfer_ownership: { new_owner: stranger } });
    campaign.until(campaign.status().deadlines.starts_at);
    expect(campaign.outcome(stranger, { accept_ownership: {} })).toBe('wrong_phase');
    expect(campaign.outcome(owner, { cancel_ownership_transfer: {} })).toBe('ok');
  });
});
