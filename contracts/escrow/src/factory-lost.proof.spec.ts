import { type NativeContract } from '@questp/contract-host';
import { type Campaign, coins, events, newCampaign, type Points, SECOND, World } from './world.fixture.js';

const [a, b] = new World().earners(2) as [string, string];
const points: Points = [
  [a, 1n],
  [b, 1n],
];

/** A factory migrated to code whose shared record no deployed escrow understands. */
const OTHER_FACTORY: NativeContract = {
  migrate: ({ storage }) => {
    storage.set('shared', 'another layout');
    return {};
  },
};

function loseFactory({ chain, world }: Campaign): void {
  const { codeId } = chain.registerNativeContract('ab'.repeat(32), OTHER_FACTORY);
  const result = chain.migrate(world.admin, world.factory, codeId, {});
  if (!result.ok) throw new Error(result.error);
}

describe('an escrow whose factory cannot be read', () => {
  it('has no roles, and refuses what needs one', () => {
    const campaign = newCampaign();
    const { operator, guardian, pauser, stranger } = campaign.world;
    loseFactory(campaign);
    expect(campaign.chain.query(campaign.escrow, { config: {} })).toMatchObject({ roles: null });
    campaign.end();
    expect(campaign.outcome(operator, campaign.commitMessage(points))).toBe('factory_unreadable');
    expect(campaign.outcome(guardian, { cancel: {} })).toBe('factory_unreadable');
    expect(campaign.outcome(pauser, { pause: { until: '1' } })).toBe('factory_unreadable');
    expect(campaign.outcome(stranger, { dispute: { reason: 'x' } })).toBe('unauthorized');
  });

  it('still gives everybody their money', () => {
    const campaign = newCampaign().distributing(points);
    campaign.chain.bank.block(b);
    loseFactory(campaign);
    campaign.run(a, { claim: {} });
    campaign.complete();
    campaign.chain.bank.unblock(b);
    campaign.run(campaign.world.stranger, { retry_failed: { addresses: [b] } });
    expect([campaign.balance(a), campaign.balance(b)]).toEqual([475_000n, 475_000n]);
    expect(campaign.status()).toMatchObject({ fee_paid: '50000', balance: '0' });
  });

  it('gives the owner theirs', () => {
    const early = newCampaign();
    loseFactory(early);
    expect(early.outcome(early.world.stranger, { top_up: {} }, coins(5n))).toBe('ok');
    expect(early.outcome(early.world.owner, { cancel: {} })).toBe('ok');
    expect(early.balance()).toBe(0n);
    const expired = newCampaign();
    loseFactory(expired);
    expired.until(expired.status().deadlines.commit_deadline);
    expect(expired.outcome(expired.world.stranger, { reclaim_expired: {} })).toBe('ok');
    expect(expired.balance()).toBe(0n);
  });

  it('keeps a fee that is owed back from the owner', () => {
    const campaign = newCampaign({ ticket: { max_share_bps: 5000 } }).distributing(points.slice(0, 1));
    campaign.chain.bank.block(campaign.world.treasury);
    campaign.complete().claimsOver();
    loseFactory(campaign);
    expect(campaign.status()).toMatchObject({ fee_paid: '0', balance: '25000' });
    expect(campaign.outcome(campaign.world.stranger, { sweep_leftover: {} })).toBe('nothing_to_send');
  });

  it('lets its clock go on with the last pause it saw', () => {
    const campaign = newCampaign();
    campaign.world.pauseAll(60n);
    campaign.chain.advance(100n * SECOND);
    campaign.run(campaign.world.stranger, { unpause: {} });
    campaign.pause(60n);
    campaign.chain.advance(100n * SECOND);
    loseFactory(campaign);
    expect(campaign.status()).toMatchObject({ frozen_secs: 120, paused: false });
    campaign.run(campaign.world.stranger, { unpause: {} });
    campaign.chain.advance(100n * SECOND);
    expect(campaign.status().frozen_secs).toBe(120);
  });

  it('tells of a handover that did not reach the registry', () => {
    const campaign = newCampaign();
    const { owner, stranger } = campaign.world;
    campaign.run(owner, { transfer_ownership: { new_owner: stranger } });
    loseFactory(campaign);
    const result = campaign.run(stranger, { accept_ownership: {} });
    expect(events(result, campaign.escrow)).toMatchObject([{ action: 'accept_ownership' }, { action: 'sync_failed' }]);
    expect(campaign.chain.query(campaign.escrow, { ownership: {} })).toMatchObject({ owner: stranger });
  });
});

/** What a factory's record tells of its latest pause: ns, the totals by kind before it. */
interface ToldPause {
  start: bigint;
  end: bigint;
  totals: readonly [bigint, bigint, bigint];
}

/** Rewrites the end of the shared record (docs/guides/contracts.md, Storage): start, end, kind, three totals. */
function tell({ chain, world }: Campaign, { start, end, totals }: ToldPause): void {
  const key = Buffer.from('shared');
  const record = Buffer.from(chain.rawQuery(world.factory, key) ?? []);
  const at = record.length - 41;
  [start, end].forEach((time, index) => record.writeBigUInt64LE(time, at + 8 * index));
  totals.forEach((total, index) => record.writeBigUInt64LE(total, at + 17 + 8 * index));
  chain.rawWrite(world.factory, key, record);
}

describe('an escrow whose factory tells of pauses that cannot have been', () => {
  const DAY = 86_400n * SECOND;
  const MOST = 2n ** 64n - 1n;
  const lies: [lie: string, told: (now: bigint) => ToldPause][] = [
    ['totals beyond 64 bits', (now) => ({ start: now, end: now, totals: [MOST, MOST, MOST] })],
    ['more than there was time', (now) => ({ start: now, end: now, totals: [now, 1n, 0n] })],
    ['a pause that ends before it begins', (now) => ({ start: now, end: now - 1n, totals: [0n, 0n, 0n] })],
    ['a pause to come', (now) => ({ start: now + DAY, end: now + 2n * DAY, totals: [0n, 0n, 0n] })],
    ['a pause without end', (now) => ({ start: now, end: MOST, totals: [0n, 0n, 0n] })],
  ];

  it.each(lies)('goes on as without one: %s', (_lie, told) => {
    const campaign = newCampaign().distributing(points);
    campaign.chain.advance(SECOND);
    const before = campaign.status();
    tell(campaign, told(campaign.chain.time));
    expect(campaign.chain.query(campaign.escrow, { config: {} })).toMatchObject({ roles: null });
    expect(campaign.status()).toEqual(before);
    campaign.complete();
    expect([campaign.balance(a), campaign.balance(b)]).toEqual([475_000n, 475_000n]);
  });

  it('stops its clock at most, and leaves the owner the way out', () => {
    const campaign = newCampaign();
    campaign.pause(60n);
    campaign.chain.advance(10n * SECOND);
    const now = campaign.chain.time;
    tell(campaign, { start: now, end: now, totals: [now, 0n, 0n] });
    expect(campaign.status()).toMatchObject({ phase: 'upcoming', frozen_secs: 10, paused: true });
    campaign.chain.advance(100n * SECOND);
    expect(campaign.status()).toMatchObject({ phase: 'upcoming', paused: false });
    expect(campaign.outcome(campaign.world.owner, { cancel: {} })).toBe('ok');
    expect(campaign.balance()).toBe(0n);
  });
});
