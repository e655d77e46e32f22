import { ContractRefusal, OutOfGas } from '@questp/contract-host';
import { call, Token, tokenCampaign } from './testing/token.fixture.js';
import { coins, events, newCampaign, type Points, World } from './testing/world.fixture.js';

const all = new World().earners(3) as [string, string, string];
const [a, b, c] = all;
const points: Points = all.map((address) => [address, 1n] as const);
const topUpHook = { top_up: {} };

describe('a CW20 pool', () => {
  it('is funded, topped up, paid out and emptied', () => {
    const { campaign, token } = tokenCampaign({ ticket: { fee_bps: 1000, max_share_bps: 2500 } });
    const { world } = campaign;
    expect(campaign.status()).toMatchObject({ phase: 'upcoming', funded_total: '1000000', balance: '1000000' });
    world.sendTokens(world.owner, token.address, campaign.escrow, 500n, topUpHook);
    expect(campaign.status()).toMatchObject({ funded_total: '1000500', balance: '1000500' });
    campaign.distributing(points).complete();
    expect(all.map((address) => campaign.balance(address))).toEqual([225_112n, 225_112n, 225_112n]);
    expect(campaign.status()).toMatchObject({
      paid_total: '675336',
      fee_paid: '75037',
      refunded_total: '250127',
      balance: '0',
    });
    expect(campaign.balance(world.treasury)).toBe(75_037n);
  });

  it('returns to the owner when the campaign is cancelled', () => {
    const { campaign } = tokenCampaign();
    campaign.run(campaign.world.owner, { cancel: {} });
    expect(campaign.balance(campaign.world.owner)).toBe(10n ** 12n);
  });

  it('accepts no coins, and no other tokens', () => {
    const { campaign, token } = tokenCampaign();
    const { world } = campaign;
    const hook = Buffer.from(JSON.stringify(topUpHook)).toString('base64');
    const receive = { receive: { sender: world.owner, amount: '1000', msg: hook } };
    expect(campaign.outcome(world.stranger, topUpHook, coins(1n))).toBe('wrong_asset');
    expect(campaign.outcome(world.stranger, receive)).toBe('wrong_asset');
    const result = world.sendTokens(world.owner, token.address, campaign.escrow, 5n, { deposit: {} });
    expect(result).toMatchObject({ ok: false, error: expect.stringContaining('invalid_message') as string });
    expect(campaign.status()).toMatchObject({ funded_total: '1000000', balance: '1000000' });
  });

  it('refuses the token as a recipient and as a stray asset', () => {
    const { campaign, token } = tokenCampaign();
    campaign.end();
    expect(campaign.outcome(campaign.world.operator, campaign.commitMessage([[token.address, 1n]]))).toBe(
      'privileged_address',
    );
    const stray = { refund_stray_assets: { assets: [token.asset] } };
    expect(campaign.outcome(campaign.world.stranger, stray)).toBe('pool_asset_not_stray');
  });
});

describe('a token', () => {
  it('that refuses one recipient does not block the other payouts', () => {
    const { campaign, token } = tokenCampaign();
    token.behaviour.transfer = ({ recipient }) => {
      if (recipient === b) throw new ContractRefusal('frozen');
      return undefined;
    };
    const result = campaign.distributing(points).distribute();
    expect(events(result, campaign.escrow)[1]).toMatchObject({
      action: 'payout_failed',
      address: b,
      error: expect.stringContaining('frozen') as string,
    });
    expect(campaign.status()).toMatchObject({ paid_count: 2, failed_count: 1, failed_outstanding: '316666' });
    expect(campaign.execute(b, { claim: {} })).toMatchObject({ ok: false });
    token.behaviour = {};
    campaign.run(b, { claim: {} });
    expect(campaign.balance(b)).toBe(316_666n);
  });

  it('that burns all gas for one recipient does not block the other payouts', () => {
    const { campaign, token } = tokenCampaign();
    token.behaviour.transfer = ({ recipient }) => {
      if (recipient === a) throw new OutOfGas();
      return undefined;
    };
    campaign.distributing(points).distribute();
    expect(campaign.status()).toMatchObject({ paid_count: 2, failed_count: 1 });
    expect(campaign.balance(c)).toBe(316_666n);
  });

  it('whose refusal is a long text causes no higher cost', () => {
    const { campaign, token } = tokenCampaign();
    token.behaviour.transfer = () => {
      throw new ContractRefusal('é'.repeat(10_000));
    };
    const result = campaign.distributing(points).distribute();
    const texts = events(result, campaign.escrow).flatMap(({ error }) => error ?? []);
    expect(texts).toHaveLength(3);
    for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(128);
    expect(texts[0]).toMatch(/^é+$/);
  });

  it.each([
    ['distribute', { distribute: {} }],
    ['retry_failed', { retry_failed: { addresses: all } }],
    ['claim', { claim: {} }],
    ['sweep_leftover', { sweep_leftover: {} }],
    ['reclaim_expired', { reclaim_expired: {} }],
  ])('that calls %s back during a payout changes no amount', (_, message) => {
    const { campaign, token } = tokenCampaign({ ticket: { max_share_bps: 2500 } });
    campaign.distributing(points);
    const before = campaign.balance(campaign.world.owner);
    token.behaviour.transfer = () => call(campaign.escrow, message, true);
    campaign.distribute();
    token.behaviour = {};
    if (campaign.phase !== 'completed') campaign.distribute();
    expect(all.map((address) => campaign.balance(address))).toEqual([237_500n, 237_500n, 237_500n]);
    expect(campaign.balance(campaign.world.treasury)).toBe(37_500n);
    expect(campaign.balance(campaign.world.owner)).toBe(before + 250_000n);
    expect(campaign.status()).toMatchObject({ paid_count: 3, paid_total: '712500', failed_count: 0, balance: '0' });
  });

  it('that calls back during a retry cannot have the reserve refunded', () => {
    const { campaign, token } = tokenCampaign();
    token.behaviour.transfer = () => {
      throw new ContractRefusal('frozen');
    };
    campaign.distributing(points).distribute();
    const before = campaign.balance(campaign.world.owner);
    token.behaviour.transfer = ({ recipient }) =>
      recipient === a ? call(campaign.escrow, { distribute: {} }, true) : undefined;
    campaign.run(campaign.world.stranger, { retry_failed: { addresses: all } });
    expect(all.map((address) => campaign.balance(address))).toEqual([316_666n, 316_666n, 316_666n]);
    // What rounding left over, of payouts and fee.
    expect(campaign.balance(campaign.world.owner) - before).toBe(3n);
  });

  it('that reports more than it transferred is paid out of the real balance', () => {
    const { campaign, token } = tokenCampaign();
    const hook = { receive: { sender: a, amount: '9000000', msg: Buffer.from('{"top_up":{}}').toString('base64') } };
    token.behaviour.transfer = () => call(campaign.escrow, hook);
    campaign.chain.execute(campaign.world.owner, token.address, { transfer: { recipient: b, amount: '1' } });
    expect(campaign.status().funded_total).toBe('10000000');
    token.behaviour = {};
    campaign.distributing(points);
    expect(campaign.status().finalized?.gross_balance).toBe('1000000');
    campaign.complete();
    expect(campaign.status()).toMatchObject({ paid_count: 3, balance: '0' });
  });

  it('that lost funds pays the rest to the earners first, then to the treasury', () => {
    const { campaign, token } = tokenCampaign({ ticket: { max_share_bps: 2500 } });
    campaign.distributing(points).distribute();
    token.behaviour.balance = (holder, real) => (holder === campaign.escrow ? 20_000n : real);
    campaign.complete();
    expect(campaign.status()).toMatchObject({ fee_paid: '20000', refunded_total: '0' });
  });

  it('that cannot be read neither stops a cancel nor hides the status', () => {
    const { campaign, token } = tokenCampaign();
    token.behaviour.balance = () => {
      throw new ContractRefusal('no');
    };
    expect(campaign.status().balance).toBeNull();
    campaign.run(campaign.world.owner, { cancel: {} });
    expect(campaign.status()).toMatchObject({ phase: 'cancelled', refunded_total: '0' });
    expect(campaign.outcome(campaign.world.stranger, { sweep_leftover: {} })).toBe('nothing_to_send');
    token.behaviour = {};
    campaign.run(campaign.world.stranger, { sweep_leftover: {} });
    expect(campaign.balance(campaign.world.owner)).toBe(10n ** 12n);
  });

  it('that cannot be read is not finalized, and completion leaves every transfer to the sweep', () => {
    const { campaign, token } = tokenCampaign({ ticket: { max_share_bps: 2500 } });
    const unreadable = (): bigint => {
      throw new ContractRefusal('no');
    };
    campaign.end().commit(points);
    token.behaviour.balance = unreadable;
    expect(campaign.outcome(campaign.world.operator, campaign.finalizeMessage(points))).toBe('pool_unreadable');
    token.behaviour = {};
    campaign.run(campaign.world.operator, campaign.finalizeMessage(points));
    campaign.until(campaign.status().finalized?.challenge_ends_at);
    campaign.distribute();
    token.behaviour.balance = unreadable;
    campaign.distribute();
    token.behaviour = {};
    expect(campaign.status()).toMatchObject({
      phase: 'completed',
      fee_paid: '0',
      refunded_total: '0',
      balance: '287500',
    });
    campaign.claimsOver().run(campaign.world.stranger, { sweep_leftover: {} });
    expect(campaign.status()).toMatchObject({ fee_paid: '37500', refunded_total: '250000', balance: '0' });
  });
});

/** More than the 500,000 gas of a transfer that others depend on. */
const DEAR = 20_000;

describe('a token whose transfer is dear', () => {
  it('is paid out by claims and single retries, and its fee and leftover by sweeps', () => {
    const { campaign, token } = tokenCampaign({ ticket: { max_share_bps: 2500 } });
    const { owner, stranger, treasury } = campaign.world;
    const before = campaign.balance(owner);
    token.behaviour.bytesWritten = DEAR;
    campaign.distributing(points).complete();
    expect(campaign.status()).toMatchObject({ failed_count: 3, fee_paid: '0', refunded_total: '0' });
    campaign.run(stranger, { retry_failed: { addresses: all } });
    expect(campaign.status()).toMatchObject({ failed_count: 3 });
    campaign.run(a, { claim: {} });
    for (const address of [b, c]) campaign.run(stranger, { retry_failed: { addresses: [address] } });
    expect(campaign.status()).toMatchObject({ paid_count: 3, failed_count: 0 });
    campaign.claimsOver();
    // Fee and leftover in one call: one that burns gas must not stop the other.
    campaign.run(stranger, { sweep_leftover: {} });
    expect(campaign.status()).toMatchObject({ fee_paid: '0', refunded_total: '0' });
    campaign.run(owner, { sweep_leftover: {} });
    expect(campaign.balance(owner)).toBe(before + 250_000n);
    campaign.run(stranger, { sweep_leftover: {} });
    expect(campaign.balance(treasury)).toBe(37_500n);
    expect(campaign.balance()).toBe(0n);
  });

  it('pays its fee in a call of the treasury', () => {
    const { campaign, token } = tokenCampaign({ ticket: { max_share_bps: 2500 } });
    token.behaviour.bytesWritten = DEAR;
    campaign.distributing(points).complete().claimsOver();
    campaign.run(campaign.world.treasury, { sweep_leftover: {} });
    expect(campaign.balance(campaign.world.treasury)).toBe(37_500n);
    expect(campaign.status().refunded_total).toBe('0');
  });

  it('returns to the owner of a cancelled or expired campaign', () => {
    const cancelled = tokenCampaign();
    cancelled.token.behaviour.bytesWritten = DEAR;
    cancelled.campaign.run(cancelled.campaign.world.guardian, { cancel: {} });
    expect(cancelled.campaign.status()).toMatchObject({ phase: 'cancelled', refunded_total: '0' });
    cancelled.campaign.run(cancelled.campaign.world.stranger, { sweep_leftover: {} });
    expect(cancelled.campaign.balance()).toBe(0n);
    const expired = tokenCampaign();
    expired.token.behaviour.bytesWritten = DEAR;
    expired.campaign.until(expired.campaign.status().deadlines.commit_deadline);
    expired.campaign.run(expired.campaign.world.stranger, { reclaim_expired: {} });
    expect(expired.campaign.balance()).toBe(0n);
  });

  it('is returned as a stray asset when it is the only asset of the call', () => {
    const campaign = newCampaign();
    const token = new Token(campaign.world, campaign.escrow, 5n);
    token.behaviour.bytesWritten = DEAR;
    const refund = (assets: object[]): void =>
      void campaign.run(campaign.world.stranger, { refund_stray_assets: { assets } });
    const balance = (): unknown => campaign.chain.query(token.address, { balance: { address: campaign.escrow } });
    refund([token.asset, { native: { denom: 'ustray' } }]);
    expect(balance()).toEqual({ balance: '5' });
    refund([token.asset]);
    expect(balance()).toEqual({ balance: '0' });
  });
});

describe('stray tokens', () => {
  it('go to the owner; a broken one is reported and does not block the others', () => {
    const campaign = newCampaign();
    const { world, escrow } = campaign;
    const tokens = Array.from({ length: 3 }, () => new Token(world, escrow, 5n));
    const [refusing, unreadable, honest] = tokens as [Token, Token, Token];
    const broken = (): never => {
      throw new ContractRefusal('no');
    };
    refusing.behaviour.transfer = broken;
    unreadable.behaviour.balance = broken;
    const result = campaign.run(world.stranger, { refund_stray_assets: { assets: tokens.map(({ asset }) => asset) } });
    expect(events(result, escrow, 'wasm-stray')).toEqual([
      { position: '0', asset_kind: 'cw20', asset: refusing.address, outcome: 'sent', amount: '5' },
      { position: '1', asset_kind: 'cw20', asset: unreadable.address, outcome: 'unreadable' },
      { position: '2', asset_kind: 'cw20', asset: honest.address, outcome: 'sent', amount: '5' },
    ]);
    expect(events(result, escrow)[1]).toMatchObject({ action: 'stray_refund_failed', position: '0' });
    expect(campaign.chain.query(honest.address, { balance: { address: world.owner } })).toEqual({ balance: '5' });
  });
});
