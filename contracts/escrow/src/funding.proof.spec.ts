import { coins, DENOM, events, newCampaign, SECOND, World } from './testing/world.fixture.js';

const topUp = { top_up: {} };

describe('an escrow', () => {
  it('holds the funds of its creation', () => {
    const campaign = newCampaign({ funding: 5_000n });
    expect(campaign.status()).toMatchObject({ phase: 'upcoming', funded_total: '5000', balance: '5000', version: 1 });
  });

  it('returns its parameters and roles', () => {
    const campaign = newCampaign();
    const { world, chain } = campaign;
    expect(chain.query(campaign.escrow, { config: {} })).toMatchObject({
      campaign_id: 'spring',
      funding_attempt: 1,
      owner: world.owner,
      factory: world.factory,
      asset: { native: { denom: DENOM } },
      limits: world.limits,
      parameters: { fee_bps: 500, min_payout: '10', max_share_bps: 10_000, claim_window_secs: 2_592_000 },
      roles: { operator: world.operator, pauser: world.pauser, guardian: world.guardian, treasury: world.treasury },
    });
  });

  it('is created by a factory only', () => {
    const { chain, stranger, escrowCodeId, owner, limits } = new World();
    const parameters = {
      starts_at: '1',
      ends_at: '2',
      fee_bps: 0,
      min_payout: '0',
      max_share_bps: 1,
      challenge_secs: 0,
      commit_window_secs: 0,
      claim_window_secs: 0,
    };
    const asset = { native: { denom: DENOM } };
    const msg = { campaign_id: 'x', funding_attempt: 1, owner, asset, parameters, limits };
    const result = chain.instantiate(stranger, escrowCodeId, msg, { label: 'x', funds: coins(1n) });
    expect(result).toMatchObject({ ok: false, error: expect.stringContaining('factory_unreadable') as string });
  });
});

describe('top_up', () => {
  it.each(['upcoming', 'active'])('adds a coin from any account while the campaign is %s', (phase) => {
    const campaign = newCampaign();
    if (phase === 'active') campaign.until(campaign.status().deadlines.starts_at);
    const result = campaign.run(campaign.world.stranger, topUp, coins(500n));
    expect(campaign.status()).toMatchObject({ phase, funded_total: '1000500', balance: '1000500' });
    expect(events(result, campaign.escrow)).toEqual([
      { action: 'top_up', sender: campaign.world.stranger, amount: '500', funded_total: '1000500' },
    ]);
  });

  it('is refused after the end of the campaign', () => {
    const campaign = newCampaign();
    const { ends_at } = campaign.status().deadlines;
    campaign.chain.setTime(BigInt(ends_at) - 1n);
    expect(campaign.outcome(campaign.world.stranger, topUp, coins(1n))).toBe('ok');
    campaign.until(ends_at);
    expect(campaign.outcome(campaign.world.stranger, topUp, coins(1n))).toBe('wrong_phase');
  });

  it.each([
    ['no coin', []],
    ['another denomination', coins(1n, 'ustray')],
    ['two coins', [...coins(1n), ...coins(1n, 'ustray')]],
  ])('refuses %s', (_, funds) => {
    const campaign = newCampaign();
    campaign.chain.bank.mint(campaign.world.stranger, 'ustray', 10n);
    expect(campaign.outcome(campaign.world.stranger, topUp, funds)).toBe('wrong_asset');
    expect(campaign.balance()).toBe(1_000_000n);
  });

  it('refuses the hook of a token in a native pool', () => {
    const campaign = newCampaign();
    const msg = Buffer.from('{"top_up":{}}').toString('base64');
    const hook = { receive: { sender: campaign.world.stranger, amount: '5', msg } };
    expect(campaign.outcome(campaign.world.stranger, hook)).toBe('wrong_asset');
  });

  it('does not count a plain transfer', () => {
    const campaign = newCampaign();
    campaign.chain.bank.mint(campaign.escrow, DENOM, 77n);
    expect(campaign.status()).toMatchObject({ funded_total: '1000000', balance: '1000077' });
  });

  it('is refused during a pause', () => {
    const campaign = newCampaign();
    campaign.pause(60n);
    expect(campaign.outcome(campaign.world.stranger, topUp, coins(1n))).toBe('paused');
    campaign.chain.advance(60n * SECOND);
    expect(campaign.outcome(campaign.world.stranger, topUp, coins(1n))).toBe('ok');
  });
});

describe('cancel', () => {
  const cancel = { cancel: {} };

  it('returns everything including donations to the owner before the start, without a fee', () => {
    const campaign = newCampaign();
    const { owner } = campaign.world;
    const before = campaign.balance(owner);
    campaign.chain.bank.mint(campaign.escrow, DENOM, 50n);
    campaign.run(owner, cancel);
    expect(campaign.balance(owner)).toBe(before + 1_000_050n);
    expect(campaign.status()).toMatchObject({
      phase: 'cancelled',
      balance: '0',
      refunded_total: '1000050',
      fee_paid: '0',
      cancelled_at: String(campaign.chain.time),
      completed_at: null,
    });
  });

  it('is permitted to the guardian only after the start', () => {
    const campaign = newCampaign();
    const { owner, guardian } = campaign.world;
    campaign.until(campaign.status().deadlines.starts_at);
    expect(campaign.outcome(owner, cancel)).toBe('wrong_phase');
    expect(campaign.outcome(guardian, cancel)).toBe('ok');
    expect(campaign.phase).toBe('cancelled');
  });

  it('is possible for the guardian until an allocation is finalized', () => {
    const earners = new World().earners(1);
    const points = earners.map((earner) => [earner, 1n] as const);
    const committing = newCampaign().end();
    committing.commit(points);
    expect(committing.outcome(committing.world.guardian, cancel)).toBe('ok');
    expect(committing.entry(earners[0]!)).toMatchObject({ status: 'discarded', amount: null });
    const challenged = newCampaign().challenge(points);
    expect(challenged.outcome(challenged.world.guardian, cancel)).toBe('wrong_phase');
  });

  it('is permitted to the guardian in an expired campaign, before and after the reclaim, and is final', () => {
    for (const isReclaimed of [false, true]) {
      const campaign = newCampaign();
      const { owner, guardian, stranger } = campaign.world;
      const before = campaign.balance(owner);
      campaign.until(campaign.status().deadlines.commit_deadline);
      if (isReclaimed) campaign.run(stranger, { reclaim_expired: {} });
      expect(campaign.outcome(owner, cancel)).toBe('wrong_phase');
      const result = campaign.run(guardian, cancel);
      expect(events(result, campaign.escrow)).toEqual([{ action: 'cancel', refunded: isReclaimed ? '0' : '1000000' }]);
      expect(campaign.balance(owner)).toBe(before + 1_000_000n);
      expect(campaign.status()).toMatchObject({
        phase: 'cancelled',
        balance: '0',
        refunded_total: '1000000',
        fee_paid: '0',
        cancelled_at: String(campaign.chain.time),
      });
      expect(campaign.outcome(guardian, cancel)).toBe('wrong_phase');
      expect(campaign.outcome(stranger, { reclaim_expired: {} })).toBe('wrong_phase');
    }
  });

  it('takes effect when the owner cannot receive, and the sweep sends the amount again', () => {
    const campaign = newCampaign();
    const { owner, stranger } = campaign.world;
    campaign.chain.bank.block(owner);
    const result = campaign.run(owner, cancel);
    expect(events(result, campaign.escrow)).toMatchObject([
      { action: 'cancel', refunded: '1000000' },
      { action: 'refund_failed', amount: '1000000' },
    ]);
    expect(campaign.status()).toMatchObject({ phase: 'cancelled', balance: '1000000', refunded_total: '0' });
    campaign.run(stranger, { sweep_leftover: {} });
    expect(campaign.status()).toMatchObject({ balance: '1000000', refunded_total: '0' });
    campaign.chain.bank.unblock(owner);
    campaign.run(stranger, { sweep_leftover: {} });
    expect(campaign.status()).toMatchObject({ balance: '0', refunded_total: '1000000' });
    expect(campaign.outcome(stranger, { sweep_leftover: {} })).toBe('nothing_to_send');
  });
});

describe('an expired campaign', () => {
  const reclaim = { reclaim_expired: {} };

  it('begins when nothing is finalized by the commit deadline', () => {
    const campaign = newCampaign().end();
    campaign.commit([[campaign.world.earners(1)[0]!, 1n]]);
    const { commit_deadline } = campaign.status().deadlines;
    campaign.chain.setTime(BigInt(commit_deadline) - 1n);
    expect(campaign.phase).toBe('committing');
    expect(campaign.outcome(campaign.world.stranger, reclaim)).toBe('wrong_phase');
    campaign.until(commit_deadline);
    expect(campaign.phase).toBe('expired');
    expect(campaign.entry(campaign.world.earners(1)[0]!)).toMatchObject({ status: 'discarded' });
  });

  it('is returned to the owner in full by a call of any sender, and stays expired', () => {
    const campaign = newCampaign();
    const { owner, stranger } = campaign.world;
    const before = campaign.balance(owner);
    campaign.until(campaign.status().deadlines.commit_deadline);
    campaign.run(stranger, reclaim);
    expect(campaign.balance(owner)).toBe(before + 1_000_000n);
    expect(campaign.status()).toMatchObject({ phase: 'expired', refunded_total: '1000000', balance: '0' });
    expect(campaign.outcome(stranger, reclaim)).toBe('nothing_to_send');
  });

  it('can be reclaimed again when the owner could not receive', () => {
    const campaign = newCampaign();
    const { owner, stranger } = campaign.world;
    campaign.until(campaign.status().deadlines.commit_deadline);
    campaign.chain.bank.disable(DENOM);
    campaign.run(stranger, reclaim);
    expect(campaign.status()).toMatchObject({ phase: 'expired', refunded_total: '0', balance: '1000000' });
    campaign.chain.bank.enable(DENOM);
    campaign.run(stranger, reclaim);
    expect(campaign.status()).toMatchObject({ refunded_total: '1000000', balance: '0' });
    expect(campaign.outcome(owner, { cancel: {} })).toBe('wrong_phase');
  });

  it('stops counting refunds of gifts at the largest amount, and still sends them', () => {
    const campaign = newCampaign();
    const { stranger } = campaign.world;
    const largest = 2n ** 128n - 1n;
    campaign.until(campaign.status().deadlines.commit_deadline);
    campaign.run(stranger, reclaim);
    campaign.chain.advance(1_000_000_000n);
    campaign.chain.bank.mint(campaign.escrow, DENOM, largest);
    campaign.chain.bank.disable(DENOM);
    campaign.run(stranger, reclaim);
    expect(campaign.status()).toMatchObject({ refunded_total: '1000000', balance: String(largest) });
    campaign.chain.bank.enable(DENOM);
    campaign.run(stranger, reclaim);
    expect(campaign.status()).toMatchObject({ refunded_total: String(largest), balance: '0' });
  });
});

describe('refund_stray_assets', () => {
  const refund = (...denoms: string[]): object => ({
    refund_stray_assets: { assets: denoms.map((denom) => ({ native: { denom } })) },
  });

  it('sends the whole balance of other denominations to the owner, in any phase', () => {
    const campaign = newCampaign();
    const { owner, stranger } = campaign.world;
    campaign.chain.bank.mint(campaign.escrow, 'ustray', 5n);
    campaign.until(campaign.status().deadlines.commit_deadline);
    const result = campaign.run(stranger, refund('ustray', 'uempty'));
    expect(campaign.chain.bank.balance(owner, 'ustray')).toBe(5n);
    expect(events(result, campaign.escrow, 'wasm-stray')).toEqual([
      { position: '0', asset_kind: 'native', asset: 'ustray', outcome: 'sent', amount: '5' },
      { position: '1', asset_kind: 'native', asset: 'uempty', outcome: 'empty' },
    ]);
  });

  it('does not let a refusing asset block the others', () => {
    const campaign = newCampaign();
    campaign.chain.bank.mint(campaign.escrow, 'ufrozen', 5n);
    campaign.chain.bank.mint(campaign.escrow, 'ustray', 7n);
    campaign.chain.bank.disable('ufrozen');
    const result = campaign.run(campaign.world.stranger, refund('ufrozen', 'ustray'));
    expect(events(result, campaign.escrow)).toMatchObject([
      { action: 'refund_stray_assets' },
      { action: 'stray_refund_failed', position: '0' },
    ]);
    expect(campaign.chain.bank.balance(campaign.world.owner, 'ustray')).toBe(7n);
    expect(campaign.chain.bank.balance(campaign.escrow, 'ufrozen')).toBe(5n);
  });

  it.each([
    ['none', [], 'too_many_assets'],
    ['eleven', Array.from({ length: 11 }, (_, index) => `ud${index}`), 'too_many_assets'],
    ['one twice', ['ustray', 'ustray'], 'duplicate_asset'],
    ['the pool asset', ['ustray', DENOM], 'pool_asset_not_stray'],
  ])('refuses %s', (_, denoms, code) => {
    const campaign = newCampaign();
    expect(campaign.outcome(campaign.world.stranger, refund(...denoms))).toBe(code);
  });

  it('refuses a token that is not an address', () => {
    const campaign = newCampaign();
    const assets = [{ cw20: { address: campaign.world.stranger.toUpperCase() } }];
    expect(campaign.outcome(campaign.world.stranger, { refund_stray_assets: { assets } })).toBe('invalid_address');
  });
});
