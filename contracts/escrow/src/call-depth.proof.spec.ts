import { executeMsg, nestedCaller, type WasmdVersion } from '@questp/contract-host';
import { call, Token, tokenCampaign } from './testing/token.fixture.js';
import { type Campaign, newCampaign, outcome, type Points, World } from './testing/world.fixture.js';

const [a, b] = new World().earners(2) as [string, string];
const points: Points = [
  [a, 1n],
  [b, 1n],
];
/** Depth of calls around the escrow beyond which wasmd refuses a further call. */
const DEEPEST = 100;

/** Runs a message of the escrow from inside `depth` other calls; the sender of the message is a contract. */
function fromInside({ chain, escrow, world }: Campaign, depth: number, message: object): string {
  const { codeId } = chain.registerNativeContract('cd'.repeat(32), nestedCaller);
  const caller = chain.instantiate(world.stranger, codeId, {}, { label: 'caller' });
  if (!caller.ok) throw new Error(caller.error);
  const nested = { times: depth - 1, last: executeMsg(escrow, message) };
  const result = chain.execute(world.stranger, caller.address, nested);
  // A reply that refuses is named by the chain before the contract's own text.
  return result.ok ? 'ok' : outcome({ ...result, error: result.error.replaceAll(/\b(reply|dispatch): /g, '') });
}

const bothFailed = (campaign: Campaign): Campaign => {
  for (const address of [a, b]) campaign.chain.bank.block(address);
  campaign.distribute();
  for (const address of [a, b]) campaign.chain.bank.unblock(address);
  return campaign;
};

describe.each<WasmdVersion>(['0.53.0', '0.60.1'])('a caller at the limit of nested calls of wasmd %s', (wasmd) => {
  it('cannot make payouts fail', () => {
    const campaign = newCampaign({ wasmd }).distributing(points);
    const before = campaign.status();
    expect(fromInside(campaign, DEEPEST, { distribute: {} })).toBe('call_too_deep');
    expect(campaign.status()).toEqual(before);
    expect(fromInside(campaign, DEEPEST - 1, { distribute: {} })).toBe('ok');
    expect(campaign.status()).toMatchObject({ paid_count: 2, failed_count: 0 });
  });

  it('cannot make retries, fee and refund fail', () => {
    const campaign = bothFailed(newCampaign({ wasmd, ticket: { max_share_bps: 4000 } }).distributing(points));
    const before = campaign.status();
    for (const message of [{ retry_failed: { addresses: [a, b] } }, { distribute: {} }]) {
      expect(fromInside(campaign, DEEPEST, message)).toBe('call_too_deep');
      expect(campaign.status()).toEqual(before);
    }
    campaign.chain.bank.block(campaign.world.owner);
    campaign.complete().claimsOver();
    campaign.chain.bank.unblock(campaign.world.owner);
    expect(fromInside(campaign, DEEPEST, { sweep_leftover: {} })).toBe('call_too_deep');
    expect(fromInside(campaign, DEEPEST - 1, { sweep_leftover: {} })).toBe('ok');
    expect(campaign.balance()).toBe(0n);
  });

  it('cannot make the refund of an expired campaign fail', () => {
    const campaign = newCampaign({ wasmd });
    campaign.until(campaign.status().deadlines.commit_deadline);
    expect(fromInside(campaign, DEEPEST, { reclaim_expired: {} })).toBe('call_too_deep');
    expect(fromInside(campaign, DEEPEST - 1, { reclaim_expired: {} })).toBe('ok');
    expect(campaign.balance()).toBe(0n);
  });

  it('does not find the escrow closed by a recipient who cannot receive', () => {
    const campaign = newCampaign({ wasmd }).distributing(points);
    campaign.chain.bank.block(b);
    expect(fromInside(campaign, DEEPEST - 1, { distribute: {} })).toBe('ok');
    expect(campaign.status()).toMatchObject({ paid_count: 1, failed_count: 1 });
  });
});

describe.each<[WasmdVersion, deepest: number]>([
  ['0.53.0', 98],
  ['0.60.1', 98],
  ['0.61.14', 97],
  ['0.70.3', 97],
])('a token that calls a contract in its transfer, on wasmd %s', (wasmd, deepest) => {
  it('cannot be made to fail by a caller at the depth limit', () => {
    const { campaign, token } = tokenCampaign({ wasmd });
    const hook = new Token(campaign.world, token.address, 10n);
    token.behaviour.transfer = () => call(hook.address, { transfer: { recipient: a, amount: '1' } });
    const before = campaign.distributing(points).status();
    expect(fromInside(campaign, deepest + 1, { distribute: {} })).toBe('call_too_deep');
    expect(campaign.status()).toEqual(before);
    expect(fromInside(campaign, deepest, { distribute: {} })).toBe('ok');
    expect(campaign.status()).toMatchObject({ paid_count: 2, failed_count: 0 });
  });
});

describe('a recipient', () => {
  it('cannot block the others by a refusal in the words of the chain', () => {
    const { campaign, token } = tokenCampaign();
    token.behaviour.refusal = 'codespace: wasm, code: 30';
    campaign.distributing(points).distribute();
    expect(campaign.status()).toMatchObject({ paid_count: 0, failed_count: 2 });
  });

  it('cannot block the others by nested calls up to the depth limit', () => {
    const { campaign, token } = tokenCampaign();
    const { chain, world } = campaign;
    const { codeId } = chain.registerNativeContract('cd'.repeat(32), nestedCaller);
    const caller = chain.instantiate(world.stranger, codeId, {}, { label: 'caller' });
    if (!caller.ok) throw new Error(caller.error);
    const last = executeMsg(caller.address, { times: 0, last: {} });
    token.behaviour.transfer = ({ recipient }) =>
      recipient === b ? call(caller.address, { times: 200, last }) : undefined;
    campaign.distributing(points).distribute();
    expect(campaign.status()).toMatchObject({ paid_count: 1, failed_count: 1 });
  });
});
