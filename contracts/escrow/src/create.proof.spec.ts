import { type Coin, type NativeContract } from '@questp/contract-host';
import { coins, DENOM, newCampaign, World } from './testing/world.fixture.js';

/** A factory that creates escrows with any message: what the real one never would. */
const FORGER: NativeContract = {
  migrate: () => ({}),
  execute: (_context, _env, { funds }, msg) => {
    const { code_id, ...message } = msg as { code_id: number };
    const instantiate = {
      code_id,
      msg: Buffer.from(JSON.stringify(message)).toString('base64'),
      funds,
      label: 'forged',
    };
    return { messages: [{ id: 1, msg: { wasm: { instantiate } }, reply_on: 'never' }] };
  },
};

const world = new World();
const { chain, stranger, owner } = world;
const { codeId } = chain.registerNativeContract('ef'.repeat(32), FORGER);
chain.migrate(world.admin, world.factory, codeId, {});
chain.bank.mint(stranger, 'ustray', 10n);

const parameters = {
  starts_at: '1',
  ends_at: '2',
  fee_bps: 9_999,
  min_payout: '0',
  max_share_bps: 1,
  challenge_secs: 0,
  commit_window_secs: 0,
  claim_window_secs: 0,
};
const message = {
  code_id: world.escrowCodeId,
  campaign_id: 'x',
  funding_attempt: 1,
  owner,
  asset: { native: { denom: DENOM } },
  parameters,
  limits: world.limits,
};
const token = { cw20: { address: stranger } };

function create(changes: object, funds: Coin[] = coins(1n)): string {
  const result = chain.execute(stranger, world.factory, { ...message, ...changes }, funds);
  return result.ok ? 'ok' : result.error;
}

describe('creation', () => {
  it('accepts the coin of a native pool', () => {
    expect(create({})).toBe('ok');
  });

  it('records its code id as its factory names it, and that of the factory', () => {
    const campaign = newCampaign();
    const { factory, escrowCodeId } = campaign.world;
    expect(campaign.chain.query(campaign.escrow, { config: {} })).toMatchObject({
      code_id: escrowCodeId,
      factory_code_id: campaign.chain.contractInfo(factory)?.codeId,
    });
  });

  it('accepts the announced amount of a CW20 pool', () => {
    expect(create({ asset: token, cw20_funding: '5' }, [])).toBe('ok');
  });

  it.each<[string, object, Coin[]]>([
    ['no coin', {}, []],
    ['a coin of another denomination', {}, coins(1n, 'ustray')],
    ['two coins', {}, [...coins(1n), ...coins(1n, 'ustray')]],
    ['a coin and an announced amount', { cw20_funding: '5' }, coins(1n)],
    ['a token without an amount', { asset: token }, []],
    ['a token with a coin', { asset: token, cw20_funding: '5' }, coins(1n)],
  ])('refuses %s', (_, changes, funds) => {
    expect(create(changes, funds)).toContain('invalid_instantiate');
  });

  it.each([
    ['that ends when it starts', { ends_at: '1' }],
    ['whose fee is everything', { fee_bps: 10_000 }],
    ['whose maximum share is 0', { max_share_bps: 0 }],
    ['whose maximum share is above 100 %', { max_share_bps: 10_001 }],
  ])('refuses a campaign %s', (_, changes) => {
    expect(create({ parameters: { ...parameters, ...changes } })).toContain('invalid_instantiate');
  });

  it('refuses an owner or a token in another spelling', () => {
    expect(create({ owner: owner.toUpperCase() })).toContain('invalid_address');
    const upper = { cw20: { address: stranger.toUpperCase() } };
    expect(create({ asset: upper, cw20_funding: '5' }, [])).toContain('invalid_address');
  });

  it('refuses an unknown field', () => {
    expect(create({ refundable: true })).toContain('invalid_message');
  });
});
