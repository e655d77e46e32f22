import { type Campaign, LIMITS, newCampaign, World } from './testing/world.fixture.js';

const commit = (campaign: Campaign, addresses: readonly string[], points = '1', version = 1): string =>
  campaign.outcome(campaign.world.operator, {
    commit_allocations: { version, entries: addresses.map((address) => ({ address, points })) },
  });

const earners = (count: number, length?: 20 | 32): string[] => new World().earners(count, length);

describe('commit_allocations', () => {
  it('adds entries batch by batch', () => {
    const campaign = newCampaign().end();
    const [a, b, c] = earners(3);
    expect(campaign.phase).toBe('ended');
    campaign.commit([
      [a!, 5n],
      [b!, 7n],
    ]);
    campaign.commit([[c!, 2n ** 70n]]);
    expect(campaign.status()).toMatchObject({
      phase: 'committing',
      entry_count: 3,
      total_points: String(12n + 2n ** 70n),
      last_committed: c,
      finalized: null,
    });
    expect(campaign.entry(c!)).toEqual({
      address: c,
      version: 1,
      points: String(2n ** 70n),
      amount: null,
      status: 'pending',
    });
  });

  it('accepts account and contract addresses', () => {
    const campaign = newCampaign().end();
    const both = [...earners(40), ...earners(40, 32)].sort();
    campaign.commit(both.map((address) => [address, 3n] as const));
    expect(campaign.page({ limit: 100 }).allocations.map(({ address }) => address)).toEqual(both);
    for (const address of both) expect(campaign.entry(address).points).toBe('3');
  });

  it('accepts 2,000 entries in one message for at most 1,000 gas of the contract each', () => {
    const campaign = newCampaign().end();
    const entries = earners(2000).map((address, index) => [address, BigInt(index + 1)] as const);
    const { gas } = campaign.commit(entries);
    const [call] = gas.calls;
    expect(call!.storage + call!.host + call!.wasm).toBeLessThan(2_000 * 1_000);
    expect(campaign.status().entry_count).toBe(2000);
  });

  it.each([0, LIMITS.max_commit_batch + 1])('refuses a batch of %d', (count) => {
    expect(commit(newCampaign().end(), earners(count))).toBe('batch_size');
  });

  it('refuses addresses out of order, within a batch and across batches', () => {
    const campaign = newCampaign().end();
    const [a, b, c] = earners(3);
    expect(commit(campaign, [b!, a!])).toBe('out_of_order');
    expect(commit(campaign, [a!, a!])).toBe('out_of_order');
    expect(commit(campaign, [b!])).toBe('ok');
    expect(commit(campaign, [a!])).toBe('out_of_order');
    expect(commit(campaign, [b!])).toBe('out_of_order');
    expect(commit(campaign, [c!])).toBe('ok');
  });

  it('stores nothing of a refused batch', () => {
    const campaign = newCampaign().end();
    const [a, b] = earners(2);
    expect(commit(campaign, [b!, a!])).toBe('out_of_order');
    expect(campaign.status()).toMatchObject({
      phase: 'ended',
      entry_count: 0,
      total_points: '0',
      last_committed: null,
    });
    expect(campaign.page().allocations).toEqual([]);
  });

  it.each([
    ['upper case', (address: string) => address.toUpperCase()],
    ['a wrong checksum', (address: string) => address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q')],
    ['another chain', () => 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud'],
    ['no address', () => 'x'],
  ])('refuses an address in %s', (_, spoil) => {
    expect(commit(newCampaign().end(), [spoil(earners(1)[0]!)])).toBe('invalid_address');
  });

  it.each(['owner', 'operator', 'pauser', 'guardian', 'treasury', 'factory', 'escrow', 'admin'] as const)(
    'refuses the address of the %s',
    (name) => {
      const world = new World({ escrowAdmin: new World().admin });
      const campaign = world.campaign().end();
      const address = name === 'escrow' ? campaign.escrow : world[name];
      expect(commit(campaign, [address])).toBe('privileged_address');
    },
  );

  it('accepts any address as a payee when the escrow has no admin, which wasmd shows by leaving `admin` out', () => {
    const { admin } = new World();
    const address = [admin];
    expect(commit(newCampaign({ escrowAdmin: admin }).end(), address)).toBe('privileged_address');
    const campaign = newCampaign().end();
    expect(campaign.chain.contractInfo(campaign.escrow)?.admin).toBeUndefined();
    expect(commit(campaign, address)).toBe('ok');
  });

  it('accepts an address that has lost its role', () => {
    const campaign = newCampaign().end();
    const { world } = campaign;
    world.run(world.admin, world.factory, { update_config: { treasury: world.stranger } });
    expect(commit(campaign, [world.stranger])).toBe('privileged_address');
    expect(commit(campaign, [world.treasury])).toBe('ok');
  });

  it('refuses points of zero and a total above 128 bits', () => {
    const campaign = newCampaign().end();
    const [a, b] = earners(2);
    expect(commit(campaign, [a!], '0')).toBe('zero_points');
    expect(commit(campaign, [a!], String(2n ** 128n - 1n))).toBe('ok');
    expect(commit(campaign, [b!])).toBe('points_overflow');
    expect(commit(campaign, [b!], String(2n ** 128n))).toBe('invalid_message');
  });

  it('refuses another version than the current one', () => {
    expect(commit(newCampaign().end(), earners(1), '1', 2)).toBe('wrong_version');
  });
});

describe('reset_allocations', () => {
  it('starts the next version and keeps the old one readable', () => {
    const campaign = newCampaign().end();
    const [a, b] = earners(2);
    campaign.commit([[a!, 5n]]);
    const { commit_deadline } = campaign.status().deadlines;
    campaign.run(campaign.world.operator, { reset_allocations: { version: 1 } });
    expect(campaign.status()).toMatchObject({
      phase: 'ended',
      version: 2,
      entry_count: 0,
      total_points: '0',
      last_committed: null,
      deadlines: { commit_deadline },
    });
    campaign.commit([[b!, 9n]]);
    expect(campaign.entry(a!, 1)).toEqual({ address: a, version: 1, points: '5', amount: null, status: 'discarded' });
    expect(campaign.page().allocations.map(({ address }) => address)).toEqual([b]);
    expect(() => campaign.entry(a!)).toThrow('allocation_not_found');
  });

  it('refuses another version than the current one', () => {
    const campaign = newCampaign().end();
    expect(campaign.outcome(campaign.world.operator, { reset_allocations: { version: 2 } })).toBe('wrong_version');
  });
});

describe('allocations', () => {
  const all = earners(300);
  const campaign = newCampaign().end();
  // Batches end inside chunks of 64, so chunks of every fill are read.
  for (const [from, to] of [
    [0, 1],
    [1, 66],
    [66, 67],
    [67, 300],
  ] as const) {
    campaign.commit(all.slice(from, to).map((address) => [address, 1n] as const));
  }

  it('pages through all entries in order', () => {
    const seen: string[] = [];
    for (;;) {
      const { allocations } = campaign.page({ limit: 37, start_after: seen.at(-1) });
      if (allocations.length === 0) break;
      seen.push(...allocations.map(({ address }) => address));
    }
    expect(seen).toEqual(all);
  });

  it('returns 30 entries by default, at least 1 and at most 100', () => {
    expect(campaign.page().allocations).toHaveLength(30);
    expect(campaign.page({ limit: 0 }).allocations).toHaveLength(1);
    expect(campaign.page({ limit: 1000 }).allocations).toHaveLength(100);
  });

  it('starts after any text', () => {
    expect(campaign.page({ start_after: 'a', limit: 1 }).allocations[0]!.address).toBe(all[0]);
    expect(campaign.page({ start_after: `${all[99]}x`, limit: 1 }).allocations[0]!.address).toBe(all[100]);
    expect(campaign.page({ start_after: 'z' }).allocations).toEqual([]);
  });

  it('finds exactly the entry of an address', () => {
    for (const address of all) expect(campaign.entry(address).address).toBe(address);
    expect(() => campaign.entry(campaign.world.stranger)).toThrow('allocation_not_found');
    expect(() => campaign.entry(all[0]!.toUpperCase())).toThrow('invalid_address');
    expect(() => campaign.entry(all[0]!, 7)).toThrow('allocation_not_found');
    expect(campaign.page({ version: 7 })).toEqual({ version: 7, allocations: [] });
  });
});

describe('finalize_allocations', () => {
  const points = earners(2).map((address, index) => [address, BigInt(index + 1)] as const);

  it('stores the snapshot and opens the challenge window', () => {
    const campaign = newCampaign({ funding: 1_000_003n, ticket: { max_share_bps: 6000 } }).challenge(points);
    const { time } = campaign.chain;
    expect(campaign.status()).toMatchObject({
      phase: 'challenge',
      finalized: {
        at: String(time),
        challenge_ends_at: String(time + 3600n * 10n ** 9n),
        claim_deadline: String(time + (3600n + 2_592_000n) * 10n ** 9n),
        gross_balance: '1000003',
        max_fee: '50000',
        distributable: '950003',
        cap: '570001',
        treasury: campaign.world.treasury,
        allocation_uri: 'https://quests.example/allocation.json',
      },
    });
    expect(campaign.entry(points[0]![0])).toMatchObject({ amount: '316667', status: 'pending' });
    expect(campaign.entry(points[1]![0])).toMatchObject({ amount: '570001', status: 'pending' });
  });

  it('counts the funding and no donation', () => {
    const campaign = newCampaign();
    campaign.chain.bank.mint(campaign.escrow, 'upool', 999n);
    campaign.challenge(points);
    expect(campaign.status().finalized?.gross_balance).toBe('1000000');
  });

  it.each([
    ['another version', { version: 2 }, 'wrong_version'],
    ['another count', { expected_count: 3 }, 'count_mismatch'],
    ['other points', { expected_total_points: '4' }, 'points_mismatch'],
    ['a hash in upper case', { allocation_sha256: 'A'.repeat(64) }, 'invalid_sha256'],
    ['a short hash', { allocation_sha256: 'a'.repeat(62) }, 'invalid_sha256'],
    ['no address of the file', { allocation_uri: '' }, 'invalid_uri'],
    ['an address of 513 characters', { allocation_uri: '\u{1F600}'.repeat(513) }, 'invalid_uri'],
  ])('refuses %s', (_, changes, code) => {
    const campaign = newCampaign().end();
    campaign.commit(points);
    expect(campaign.outcome(campaign.world.operator, campaign.finalizeMessage(points, changes))).toBe(code);
  });

  it('accepts an address of 512 characters of any byte length', () => {
    const campaign = newCampaign().end();
    campaign.commit(points);
    const allocation_uri = '\u{1F600}'.repeat(512);
    campaign.run(campaign.world.operator, campaign.finalizeMessage(points, { allocation_uri }));
    expect(campaign.status().finalized?.allocation_uri).toBe(allocation_uri);
  });

  it('refuses an empty allocation', () => {
    const campaign = newCampaign().end();
    expect(campaign.outcome(campaign.world.operator, campaign.finalizeMessage([]))).toBe('empty_allocation');
  });
});
